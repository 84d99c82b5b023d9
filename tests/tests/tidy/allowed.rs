//! What the rules of the tree except, each with its reason.

/// Who may depend on whom: data flows one way.
pub const LAYERS: [(&str, &[&str]); 9] = [
    ("pcubes", &[]),
    ("arrays", &[]),
    ("macros", &[]),
    ("runtime", &["pcubes", "hp5-macros"]),
    // What programs in C call: `hp5.h`.
    ("capi", &["hp5"]),
    // What programs made from HighP5 call.
    ("program", &["hp5", "hp5-arrays"]),
    // The front end knows the runtime by name only: it writes calls to it.
    ("annotate", &["pcubes"]),
    ("tests", &["hp5-annotate", "hp5-arrays"]),
    (
        "stress",
        &["pcubes", "hp5", "hp5-annotate", "hp5-arrays", "hp5-tests"],
    ),
];

/// How the modules of a crate may use one another.
pub struct Crate {
    /// Its folder.
    pub name: &'static str,
    /// Folders and files of `src`, each of which may use those before it.
    pub folders: &'static [&'static str],
    /// Uses that run up nevertheless. It may only fall.
    pub up: usize,
    /// A folder whose own folders stand in an order, too, and the uses in it that run up.
    pub inside: Option<(&'static str, &'static [&'static str], usize)>,
    /// Files in each circle of more than nine. They may only fall.
    pub circles: &'static [usize],
}

/// The crates whose modules are held to an order.
pub const MODULES: [Crate; 7] = [
    Crate {
        name: "runtime",
        folders: &[
            "sync", "base", "record", "graph", "sched", "observe", "runtime", "rt", "api",
            "models", "highp5", "lib",
        ],
        up: 0,
        inside: None,
        circles: &[14, 13],
    },
    Crate {
        name: "annotate",
        folders: &[
            "diag",
            "translation",
            "ir",
            "edit",
            "directive",
            "syntax",
            "semantics",
            "positions",
            "expressions",
            "forbidden",
            "lower",
            "passes",
            "expand",
            "emit",
            "c",
            "highp5",
            "lib",
            "cli",
            "build",
        ],
        up: 0,
        inside: Some((
            "c",
            &[
                "parse",
                "semantics",
                "points_to",
                "walk",
                "lower",
                "dataflow",
                "emit",
                "mod",
            ],
            5,
        )),
        circles: &[40, 24, 23, 18],
    },
    Crate {
        name: "capi",
        folders: &[
            "blocks",
            "race",
            "status",
            "pending",
            "stats",
            "start",
            "body",
            "site",
            "region",
            "cancel",
            "array",
            "rows",
            "watch",
            "checked",
            "task",
            "reduction",
            "tape",
            "laps",
            "loops",
            "lib",
        ],
        up: 8,
        inside: None,
        circles: &[11],
    },
    Crate {
        name: "pcubes",
        folders: &[
            "measure",
            "space",
            "machine",
            "crowd",
            "discover",
            "show",
            "distance",
            "place",
            "describe",
            "partition",
            "tile",
            "home",
            "mapping",
            "draw",
            "lib",
        ],
        up: 0,
        inside: None,
        circles: &[],
    },
    Crate {
        name: "arrays",
        folders: &[
            "error",
            "element",
            "composite",
            "text",
            "npy",
            "market",
            "lib",
        ],
        up: 7,
        inside: None,
        circles: &[],
    },
    Crate {
        name: "program",
        folders: &[
            "fault",
            "task",
            "range",
            "scalar",
            "unit",
            "times",
            "value",
            "room",
            "pages",
            "progress",
            "extremes",
            "places",
            "number",
            "array",
            "seen",
            "run",
            "sweeps",
            "tiled",
            "ground",
            "section",
            "store",
            "reach",
            "copies",
            "random",
            "fold",
            "arguments",
            "lib",
        ],
        up: 3,
        inside: None,
        circles: &[],
    },
    Crate {
        name: "stress/bench",
        folders: &[
            "process",
            "common",
            "systems",
            "report",
            "locality",
            "c",
            "addresses",
            "highp5",
            "metg",
            "empty",
            "memory",
            "tracing",
            "kernels",
            "rust",
        ],
        up: 0,
        inside: None,
        circles: &[],
    },
];

/// Names that files do not get: the field has words for what they are of (`ARCHITECTURE.md`).
pub const RETIRED: [(&str, &str); 3] = [
    (
        "runtime/src/",
        "alone at_once window shelf gauge plan rank times speed holders hand hands returned seat rest idle feed \
         ticks reel live weave woven pieces deal bundles kept links count users",
    ),
    (
        "annotate/src/c/",
        "markers pragma hollow unparsed foreign syntax deep misread told declared declares leads enumerators signs \
         facts counted assigned settled entered origins families aliases stored handed elements computed replaced \
         parts known inlined copied reached callee called believed unknown flow privates around captured \
         mention heads stays common joined laps turns locals guards cuts reduced serial looks apart at_once roots seen",
    ),
    (
        "annotate/src/",
        "homonyms taken unset wholes one_tile outer",
    ),
];

/// The only files that may name synchronisation crates, with the reason.
pub const SYNCHRONISATION: [(&str, &str); 1] = [(
    "runtime/src/sync",
    "everything else goes through it, so that models can replace it",
)];

/// Programs that tests of the translator take as text.
pub const FIXTURES: &str = "annotate/tests/emit/";

/// The only folders and files that may contain `unsafe`, with the reason.
pub const UNSAFE: [(&str, &str); 35] = [
    (
        "capi/src/",
        "the boundary to C: pointers and functions of C",
    ),
    (
        "program/src/fold.rs",
        "registers tasks that touch what they own alone",
    ),
    (
        "program/src/scalar.rs",
        "registers tasks that touch what they own alone",
    ),
    (
        "program/src/store.rs",
        "tells the graph of versions that are kept until their tasks are done",
    ),
    (
        "program/src/copies.rs",
        "copies parts between buffers that the task has declared",
    ),
    (
        "program/src/sweeps.rs",
        "elements that sweeps leave out are copied to the memory between them",
    ),
    (
        "program/src/run.rs",
        "tells the graph of arrays that are kept until their tasks are done",
    ),
    (
        "program/src/array.rs",
        "arrays are stored once and touched by tasks through pointers",
    ),
    (
        "program/src/task.rs",
        "registers the tasks of programs as tasks of one type",
    ),
    (
        "program/src/turns.rs",
        "its tests register tasks that push to a list",
    ),
    (
        "program/src/pages.rs",
        "asks the system for large pages, which is a call of its own",
    ),
    (
        "program/src/seen.rs",
        "parts of arrays are handed to tasks, which are ordered by keys",
    ),
    (
        "annotate/src/c/parse/node_index.rs",
        "a source keeps an index of its own tree's nodes",
    ),
    (
        "annotate/src/highp5/syntax/language.rs",
        "calls the generated parser, which is C",
    ),
    (
        FIXTURES,
        "unsafe blocks of users are part of what is translated",
    ),
    (
        "tests/cases/reject/hidden_pointers.rs",
        "raw pointers that tasks may not go through are what is refused",
    ),
    (
        "macros/tests/",
        "directives inside of unsafe code are part of what is tested",
    ),
    (
        "runtime/src/api/",
        "lends tiles of an array to tasks as typed views",
    ),
    (
        "runtime/src/base/environment.rs",
        "asks the system whether the program has more rights than who started it",
    ),
    (
        "runtime/src/observe/limited.rs",
        "takes in the signal of a limit, by calls of the C library",
    ),
    ("runtime/src/graph/", "tasks are nodes that edges share"),
    (
        "runtime/src/base/float.rs",
        "reads and sets the processor's floating-point control words",
    ),
    (
        "runtime/src/base/site.rs",
        "names that go with their region, behind references of those that stay",
    ),
    (
        "runtime/src/rt/",
        "the narrow unsafe layer that emitted code calls",
    ),
    (
        "runtime/src/sched/",
        "tasks move between threads as raw nodes",
    ),
    (
        "runtime/tests/",
        "calls the unsafe layer as emitted code does",
    ),
    (
        "runtime/examples/",
        "calls the unsafe layer as emitted code does",
    ),
    (
        "runtime/src/models",
        "models drive the runtime's own protocols from outside",
    ),
    (
        "runtime/src/sync",
        "memory barriers of the whole process; what models put in their place",
    ),
    (
        "pcubes/src/discover/",
        "asks the system for the affinity mask",
    ),
    (
        "stress/loom/",
        "calls the unsafe layer as emitted code does",
    ),
    (
        "stress/shuttle/",
        "calls the unsafe layer as emitted code does",
    ),
    (
        "stress/random/",
        "calls the unsafe layer as emitted code does",
    ),
    (
        "stress/soak/",
        "calls the unsafe layer as emitted code does; signals to processes",
    ),
    (
        "stress/bench/",
        "calls the unsafe layer as emitted code does",
    ),
];

/// Files that may be longer than [`LONGEST`], with the reason.
pub const LONG: [(&str, &str); 5] = [
    (
        "annotate/src/emit/task.rs",
        "one task, one text; to be cut at `prologue`",
    ),
    (
        "annotate/src/lower/body.rs",
        "one walk over all kinds of expressions",
    ),
    (
        "annotate/src/passes/sections.rs",
        "to be cut at template deduction",
    ),
    (
        "annotate/src/passes/waits/flow.rs",
        "one data-flow over all kinds of statements",
    ),
    (
        "tests/tests/examples.rs",
        "to be cut into commands and examples",
    ),
];
