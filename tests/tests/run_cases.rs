//! Every accepted case, built four ways from one source and run: serially (the attribute
//! macros remove the directives), emitted on 1, 2 and 8 PPUs and on disturbed schedules
//! with and without replay, and emitted with checks. All must print the same bytes.
//!
//! `tests/cases/checked`: programs with a clause that is wrong in a way that only a run
//! shows; the checked build must name the line and the element (`//~ a[12]`).

use std::sync::LazyLock;

use hp5_tests::case::Case;
use hp5_tests::program::{command, run, run_on};
use hp5_tests::translate::translate;
use hp5_tests::workspace::{Built, Workspace};

static BUILT: LazyLock<Built> = LazyLock::new(|| {
    let mut workspace = Workspace::default();
    for case in Case::all("ok").into_iter().chain(Case::all("checked")) {
        let path = case.shown_path();
        let (plain, checked) = (
            translate(&path, &case.source, false),
            translate(&path, &case.source, true),
        );
        workspace.need_features_of(&case.source);
        workspace.add_plain(format!("{}_serial", case.name), case.source);
        // A case that is not translated fails on its own, below and in `cases`.
        if let Some(text) = plain.text {
            workspace.add(format!("{}_emitted", case.name), text);
        }
        if let Some(text) = checked.text {
            workspace.add_plain(format!("{}_checked", case.name), text);
        }
    }
    workspace.build("cases")
});

/// What the program built as `variant` prints on so many PPUs.
fn output(name: &str, variant: &str, ppus: usize) -> String {
    let executable = BUILT
        .executable(&format!("{name}_{variant}"))
        .unwrap_or_else(|why| panic!("{why}"));
    let ended = run_on(executable, ppus).success();
    ended.unwrap_or_else(|why| panic!("{variant} on {ppus} PPUs: {why}"))
}

mod ok {
    use super::*;

    fn check(name: &str) {
        let serial = output(name, "serial", 1);
        assert!(serial.lines().count() > 0, "a case prints what it computed");
        for ppus in [1, 2, 8] {
            assert_eq!(
                serial,
                output(name, "emitted", ppus),
                "{ppus} PPUs (serial left, emitted right)"
            );
        }
        disturbed(name, &serial);
        for ppus in [1, 8] {
            assert_eq!(
                serial,
                output(name, "checked", ppus),
                "checked, {ppus} PPUs (serial left)"
            );
        }
    }

    /// On schedules that do not come up by themselves.
    fn disturbed(name: &str, serial: &str) {
        let executable = BUILT
            .executable(&format!("{name}_emitted"))
            .unwrap_or_else(|why| panic!("{why}"));
        for (seed, replay) in [(1, "always"), (2, "0"), (3, "always")] {
            let mut command = command(executable);
            command
                .env("HP5_NUM_PPUS", "4")
                .env("HP5_REPLAY", replay)
                .env("HP5_CHAOS", seed.to_string());
            let how = format!("HP5_CHAOS={seed} HP5_REPLAY={replay}");
            let found = run(command)
                .success()
                .unwrap_or_else(|why| panic!("{how}: {why}"));
            assert_eq!(serial, found, "{how} (serial left, emitted right)");
        }
    }

    include!(concat!(env!("OUT_DIR"), "/ok.rs"));
}

mod checked {
    use super::*;

    fn check(name: &str) {
        let case = Case::load("checked", name);
        output(name, "serial", 1);
        let executable = BUILT
            .executable(&format!("{name}_checked"))
            .unwrap_or_else(|why| panic!("{why}"));
        let ended = run_on(executable, 2);
        let said = &ended.stderr;
        assert!(
            !matches!(ended.status, Some(0)),
            "the wrong clause was not noticed:\n{}{said}",
            ended.stdout
        );
        assert!(!ended.timed_out, "hangs instead of failing:\n{said}");
        let remark = &case.remarks()[0];
        let place = format!("{name}.rs:{}", remark.line);
        assert!(said.contains(&place), "expected `{place}` in\n{said}");
        assert!(
            said.contains(&remark.code),
            "expected the element `{}` in\n{said}",
            remark.code
        );
    }

    include!(concat!(env!("OUT_DIR"), "/checked.rs"));
}
