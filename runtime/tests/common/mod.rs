//! What several of these tests begin with.

use hp5::Runtime;

/// Runs `f` on runtimes of several sizes, with and without perturbation.
pub fn everywhere(f: impl Fn()) {
    for (ppus, chaos) in [(1, None), (2, None), (8, None), (2, Some(1)), (8, Some(2))] {
        let mut builder = Runtime::builder().ppus(ppus).bind(hp5::Bind::None);
        if let Some(seed) = chaos {
            builder = builder.chaos(seed);
        }
        builder.build().unwrap().install(&f);
    }
}
