//! Every subcommand end to end with tiny counts, no peers, stand-ins for peers, and wrong
//! use. Figures mean nothing here; that tables and files are whole does.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder for one test, empty at its start.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        std::fs::remove_dir_all(&path).expect("the folder of an earlier run can be removed");
    }
    std::fs::create_dir_all(&path).expect("a folder can be made");
    path
}

fn bench(arguments: &[&str], peers: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hp5-bench"))
        .args(arguments)
        .arg("--peers")
        .arg(peers)
        .output()
        .expect("hp5-bench starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs one benchmark quickly: what it printed and its JSON. The plot is checked here.
fn quick(name: &str, only: Option<&str>, peers: &Path, at: &Path) -> (String, Value) {
    let (json, svg) = (at.join("out.json"), at.join("out.svg"));
    let (json_name, svg_name) = (json.to_string_lossy(), svg.to_string_lossy());
    let mut arguments = vec![name, "--quick", "--json", &json_name, "--svg", &svg_name];
    arguments.extend(only.into_iter().flat_map(|only| ["--only", only]));
    let output = bench(&arguments, peers);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", text(&output.stderr));
    let plot = std::fs::read_to_string(&svg).expect("a plot was written");
    assert!(plot.starts_with("<svg ") && plot.trim_end().ends_with("</svg>"));
    assert!(!plot.contains("NaN") && !plot.contains("inf"), "{plot}");
    assert_eq!(plot.matches("<g ").count(), plot.matches("</g>").count());
    let json = std::fs::read_to_string(&json).expect("figures were written");
    (said, serde_json::from_str(&json).expect("it is JSON"))
}

/// The row of a system in a list of rows.
fn row<'a>(rows: &'a Value, system: &str) -> &'a Value {
    let rows = rows.as_array().expect("rows are a list");
    let found = rows.iter().find(|row| row["system"] == system);
    found.unwrap_or_else(|| panic!("no row of {system} in {rows:?}"))
}

fn positive(value: &Value) -> f64 {
    let number = value
        .as_f64()
        .unwrap_or_else(|| panic!("a number, not {value}"));
    assert!(number > 0.0 && number.is_finite(), "{number}");
    number
}

/// Writes a stand-in for a peer.
fn stand_in(at: &Path, name: &str, script: &str) {
    let path = at.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script can be written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
        .expect("it can be made executable");
}

#[test]
fn empty_without_peers() {
    let at = folder("empty_without_peers");
    let (said, json) = quick("empty", None, &at, &at);
    for shape in ["independent", "chain", "wavefront", "forkjoin"] {
        assert!(said.contains(&format!("{shape}: ")), "{said}");
        let own = row(&json["shapes"][shape], "HP5");
        positive(&own["total"]["best"]);
        if shape != "forkjoin" {
            for way in ["register", "replay", "overlap", "record", "guarded"] {
                positive(&own[way]["best"]);
            }
        }
    }
    positive(&row(&json["shapes"]["forkjoin"], "rayon")["total"]["best"]);
    for peer in ["libgomp", "LLVM OpenMP", "StarPU lws", "oneTBB flow graph"] {
        let line = format!("{peer}: not built: run stress/bench/peers/install.sh");
        assert!(said.contains(&line), "{said}");
    }
    assert!(
        said.contains("Taskflow: not built: in no registry; TASKFLOW_INCLUDE"),
        "{said}"
    );
}

#[test]
fn empty_beside_stand_ins() {
    let at = folder("empty_beside_stand_ins");
    // One that answers: 1000 ns for a task. One that fails. One that talks nonsense.
    let line =
        r#"{"tasks":1024,"register_ns":[512000],"total_ns":[1024000,2048000],"replay_ns":[]}"#;
    stand_in(&at, "empty_gomp", &format!("echo '{line}'"));
    stand_in(&at, "empty_llvm", "echo out of threads >&2; exit 3");
    stand_in(&at, "empty_tbb", "echo hello");
    let (said, json) = quick("empty", Some("chain,gomp,llvm,tbb"), &at, &at);
    let rows = &json["shapes"]["chain"];
    let (own, peer) = (row(rows, "HP5"), row(rows, "libgomp"));
    assert_eq!(peer["total"]["best"], 1000.0);
    assert_eq!(peer["total"]["median"], 1500.0);
    let ratio = positive(&own["total"]["best"]) / 1000.0;
    let wanted = format!("HP5 registered / best dynamic peer (libgomp): {ratio:.2} of best");
    assert!(
        said.contains(&wanted) || ratio >= 9.995,
        "{wanted} in\n{said}"
    );
    assert!(
        said.contains("LLVM OpenMP: failed: ") && said.contains("out of threads"),
        "{said}"
    );
    assert!(
        said.contains("oneTBB flow graph: failed: ") && said.contains("hello"),
        "{said}"
    );
    assert!(!said.contains("wavefront"), "--only chain: {said}");
}

#[test]
fn metg_without_peers() {
    let at = folder("metg_without_peers");
    let (said, json) = quick("metg", Some("stencil,trivial,fft"), &at, &at);
    assert!(
        said.contains("HP5, registered each step") && said.contains("HP5, replayed"),
        "{said}"
    );
    let cases = json["cases"].as_array().expect("cases are a list");
    assert_eq!(cases.len(), 3);
    for case in cases {
        let rows = case["rows"].as_array().expect("rows are a list");
        let own = rows.iter().filter(|row| row["system"] == "HP5");
        assert_eq!(own.clone().count(), 2, "{case}");
        own.for_each(|row| {
            positive(&row["metg"]["best"]);
        });
    }
    assert!(
        said.contains("libgomp: not built: run stress/bench/peers/install.sh"),
        "{said}"
    );
}

#[test]
fn metg_of_a_stand_in_is_what_it_pretends() {
    let at = folder("metg_of_a_stand_in");
    // It claims a faster kernel than any machine has, so that its calibration is the
    // reference of all: half a nanosecond. 24 tasks on two PPUs cost 3 us each, and their
    // iterations: METG is twice the cost.
    let script = "echo 0.5; while read n; do echo $((12 * 3000 + 6 * n)); done";
    stand_in(&at, "metg_llvm", script);
    // One that is never half efficient, one that stops answering.
    stand_in(
        &at,
        "metg_gomp",
        "echo 0.5; while read n; do echo $((18 * n)); done",
    );
    stand_in(&at, "metg_tbb", "echo 0.5; read n; echo gone >&2; exit 1");
    let (said, json) = quick("metg", Some("stencil,llvm,gomp,tbb"), &at, &at);
    let rows = &json["cases"][0]["rows"];
    let peer = row(rows, "LLVM OpenMP");
    let metg = positive(&peer["metg"]["best"]);
    assert!((metg / 6000.0 - 1.0).abs() < 0.02, "{metg}");
    assert_eq!(peer["beyond"], "");
    assert_eq!(row(rows, "libgomp")["beyond"], ">");
    assert!(
        said.contains(&format!("{:.2} (", metg / 1e3)) && said.contains('>'),
        "{said}"
    );
    assert!(
        said.contains("oneTBB flow graph: failed: ") && said.contains("gone"),
        "{said}"
    );
}

#[test]
fn tracing_writes_traces_only_when_on() {
    let at = folder("tracing");
    // The run itself fails when a trace is missing, or written while tracing is off.
    let (said, json) = quick("tracing", None, &at, &at);
    assert!(
        said.contains("off") && said.contains("bodies alone"),
        "{said}"
    );
    let grains = json["grains"].as_array().expect("lengths are a list");
    assert_eq!(grains.len(), 3, "10 us, 1 us, empty");
    for grain in grains {
        let rows = grain["rows"].as_array().expect("rows are a list");
        let kinds: Vec<_> = rows.iter().map(|row| &row["kind"]).collect();
        assert_eq!(kinds, ["off", "packets", "json"]);
        for (row, what) in rows
            .iter()
            .flat_map(|row| ["completed", "closing", "closed"].map(|what| (row, what)))
        {
            positive(&row[what]["best"]);
        }
        let [packets, json] = [1, 2].map(|row| positive(&rows[row]["bytes"]));
        assert!((50.0..500.0).contains(&packets), "{packets} bytes per task");
        assert!((100.0..1000.0).contains(&json), "{json} bytes per task");
        assert!(packets < json / 1.5, "{packets}, {json} bytes per task");
    }
    // Where there is no valgrind the list is empty, and the reason is printed.
    let counted = json["instructions"].as_array().expect("a list");
    for kind in counted {
        positive(&kind[1]["completed"]);
    }
    assert!(
        !counted.is_empty() || said.contains("instructions are not counted"),
        "{said}"
    );
}

/// A program with the hooks is not taken for one without them.
#[test]
fn tracing_is_held_against_a_build_without_hooks_only() {
    let at = folder("tracing-twin");
    let arguments = ["tracing", "--quick", "--grain", "0", "--without"];
    let arguments = [&arguments[..], &[env!("CARGO_BIN_EXE_hp5-bench")]].concat();
    let output = bench(&arguments, &at);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("this is a build with the hooks"), "{said}");
}

#[test]
fn memory_is_bounded() {
    let at = folder("memory");
    let (said, json) = quick("memory", None, &at, &at);
    assert!(said.contains("a task: "), "{said}");
    for shape in ["readers1", "readers2", "readers3", "readers4", "wavefront"] {
        let sample = &json["samples"][shape][0];
        let bytes = positive(&sample["grown"]) / positive(&sample["tasks"]);
        // Pages of tables and pools are large beside 20,000 tasks; a task is not.
        assert!(bytes < 2000.0, "{shape}: {bytes} bytes per task");
        let edges = positive(&sample["edges"]);
        let per_task = edges / positive(&sample["tasks"]);
        let least = if shape == "wavefront" {
            1.9
        } else {
            f64::from(shape.as_bytes()[7] - b'0')
        };
        assert!(
            per_task >= least,
            "{shape}: {per_task} edges per task: not all waited"
        );
    }
}

#[test]
fn locality_counts_steals() {
    let at = folder("locality");
    let (said, json) = quick("locality", None, &at, &at);
    for way in ["graph", "waits"] {
        let sample = &json["samples"][way][0];
        positive(&sample["ns"]);
        assert_eq!(sample["tasks"], 4 * 8, "{sample}");
        assert!(
            sample["steals"].as_u64().is_some_and(|n| n <= 4 * 8),
            "{sample}"
        );
    }
    assert!(
        said.contains("rayon, a barrier each sweep") && said.contains("one thread"),
        "{said}"
    );
}

#[test]
fn wrong_use_is_told() {
    let at = folder("wrong_use");
    let cases: [(&[&str], &str); 8] = [
        (&["empty", "--reps", "3"], "at least 7 repetitions"),
        (
            &["empty", "--quick", "--only", "nonsense"],
            "--only nonsense: there is no such",
        ),
        (
            &["metg", "--quick", "--only", "wavefront"],
            "there are trivial, chain",
        ),
        (
            &["empty", "--quick", "--ppus", "0"],
            "--ppus 0: from 1 to 1024",
        ),
        (&["empty", "--tasks", "1"], "--tasks is at least 4"),
        (&["locality", "--size", "2"], "--size is at least 3"),
        (&["all", "--only", "gomp"], "--only goes with one benchmark"),
        (
            &["side", "empty", "hp5", "spiral", "64", "1", "2", "1"],
            "shape spiral is not known",
        ),
    ];
    for (arguments, wanted) in cases {
        let output = match arguments[0] {
            "side" => Command::new(env!("CARGO_BIN_EXE_hp5-bench"))
                .args(arguments)
                .output(),
            _ => Ok(bench(arguments, &at)),
        };
        let output = output.expect("hp5-bench starts");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(wanted), "{arguments:?}: {said}");
    }
    let unwritable = at.join("no/such/folder.json");
    let name = unwritable.to_string_lossy();
    let output = bench(&["locality", "--quick", "--json", &name], &at);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("folder.json: "),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn help_names_every_benchmark() {
    let output = Command::new(env!("CARGO_BIN_EXE_hp5-bench"))
        .arg("--help")
        .output();
    let said = text(&output.expect("hp5-bench starts").stdout);
    for name in [
        "empty",
        "metg",
        "kernels",
        "tracing",
        "memory",
        "locality",
        "addresses",
        "rust",
        "all",
    ] {
        assert!(said.contains(&format!("\n  {name} ")), "{name}: {said}");
    }
    assert!(!said.contains("\n  side"), "hidden: {said}");
}

#[test]
fn examples_in_c_beside_openmp() {
    let at = folder("examples_in_c");
    let json = at.join("out.json");
    let place = |path: &Path| path.to_string_lossy().into_owned();
    let (file, built) = (place(&json), place(&at.join("built")));
    let only = ["--only", "red-black,bodies"];
    let mut arguments = vec!["c", "--quick", "--one", "--json", &file, "--folder", &built];
    arguments.extend(only);
    let output = bench(&arguments, &at);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", text(&output.stderr));
    assert!(
        said.contains("red-black") && said.contains("OpenMP / HP5"),
        "{said}"
    );
    let json = std::fs::read_to_string(&json).expect("figures were written");
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    let measured = json["examples"].as_array().expect("a list");
    assert_eq!(measured.len(), 4, "two examples at 1 and 2 PPUs");
    for side in measured
        .iter()
        .flat_map(|m| m["sides"].as_array())
        .flatten()
    {
        positive(&side["figure"]["best"]);
    }
    let output = bench(&["c", "--quick", "--only", "nonsense"], &at);
    assert!(
        text(&output.stderr).contains("nonsense"),
        "it says what is unknown"
    );
}

#[test]
fn addresses_beside_tiles() {
    let at = folder("addresses_beside_tiles");
    let json = at.join("out.json");
    let place = |path: &Path| path.to_string_lossy().into_owned();
    let (file, built) = (place(&json), place(&at.join("built")));
    let mut arguments = vec!["addresses", "--quick", "--json", &file, "--folder", &built];
    arguments.extend([
        "--only",
        "addresses,tiles,gomp,stencil,random_nearest",
        "--fields",
        "0,2",
        "--bodies",
        "0.1",
    ]);
    let output = bench(&arguments, &at);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", text(&output.stderr));
    assert!(
        said.contains("stencil") && said.contains("to libgomp"),
        "{said}"
    );
    let json = std::fs::read_to_string(&json).expect("figures were written");
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    let graphs = json["graphs"].as_array().expect("a list");
    assert_eq!(
        graphs.len(),
        16,
        "two patterns, widths, sizes and numbers of fields"
    );
    for graph in graphs {
        for system in ["addresses", "tiles", "gomp"] {
            let row = row(&graph["systems"], system);
            assert!(
                positive(&row["later"]["median"]) > 0.0 && positive(&row["first"]["best"]) > 0.0
            );
        }
    }
}

#[test]
fn programs_in_rust_beside_their_serial_form() {
    let at = folder("programs_in_rust");
    let json = at.join("out.json");
    let place = |path: &Path| path.to_string_lossy().into_owned();
    let (file, built) = (place(&json), place(&at.join("built")));
    let mut arguments = vec!["rust", "--quick", "--json", &file, "--folder", &built];
    arguments.extend(["--only", "index_method,running_while,grid_index"]);
    let output = bench(&arguments, &at);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", text(&output.stderr));
    assert!(
        said.contains("index_method") && said.contains("HP5 / serial"),
        "{said}"
    );
    let json = std::fs::read_to_string(&json).expect("figures were written");
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    let measured = json["programs"].as_array().expect("a list");
    assert_eq!(measured.len(), 3, "three programs");
    for program in measured {
        let sides = program["sides"].as_array().expect("a list");
        let ppus: Vec<_> = sides.iter().filter_map(|s| s["ppus"].as_u64()).collect();
        assert_eq!(ppus, [0, 1, 2], "serial, and at one and two PPUs");
        for side in sides {
            positive(&side["figure"]["best"]);
        }
    }
    let output = bench(&["rust", "--quick", "--only", "nonsense"], &at);
    assert!(text(&output.stderr).contains("there are index_method, running_index"));
}
