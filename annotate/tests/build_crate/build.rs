//! Translates the sources.

fn main() -> Result<(), hp5_annotate::build::BuildError> {
    hp5_annotate::Build::new().compile()
}
