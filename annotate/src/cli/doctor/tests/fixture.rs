//! A machine in a folder.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cli::doctor::finding::{Finding, Level};
use crate::cli::doctor::probe::Probe;
use crate::cli::doctor::{Examined, examine};

/// A machine of four cores with two hardware threads each (core c has the processors c and
/// c + 4), with nothing to complain about; removed at the end.
pub struct Machine {
    pub root: PathBuf,
    pub env: Vec<(&'static str, &'static str)>,
}

impl Machine {
    pub fn new(name: &str) -> Machine {
        // Tests are run a second time by the one that looks whether all findings were made.
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let (process, n) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let root = std::env::temp_dir().join(format!("hp5-doctor-{process}-{n}-{name}"));
        let _ = fs::remove_dir_all(&root);
        let machine = Machine {
            root,
            env: vec![("PATH", "/bin")],
        };
        machine.file("sys/devices/system/cpu/online", "0-7");
        for cpu in 0..8 {
            let dir = format!("sys/devices/system/cpu/cpu{cpu}");
            machine.file(&format!("{dir}/topology/package_cpus_list"), "0-7");
            let core = format!("{},{}", cpu % 4, cpu % 4 + 4);
            machine.file(&format!("{dir}/topology/core_cpus_list"), &core);
            machine.file(&format!("{dir}/cpufreq/scaling_governor"), "performance");
            machine.file(&format!("{dir}/cpufreq/scaling_max_freq"), "3000000");
            machine.file(&format!("{dir}/cpufreq/cpuinfo_max_freq"), "3000000");
        }
        machine.mask("0-7");
        machine.file("proc/self/cgroup", "0::/job");
        machine.file("sys/fs/cgroup/job/cpu.max", "max 100000");
        machine.file("sys/fs/cgroup/job/memory.max", "max");
        machine.file("proc/loadavg", "0.10 0.20 0.30 1/100 4242");
        machine.file(
            "proc/meminfo",
            "MemTotal:  16777216 kB\nMemAvailable: 8388608 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n\
             HugePages_Total: 0\nHugePages_Free: 0\nHugepagesize: 2048 kB",
        );
        machine.file(
            "sys/kernel/mm/transparent_hugepage/enabled",
            "[always] madvise never",
        );
        machine.file("sys/devices/system/node/has_memory", "0");
        machine
    }

    pub fn file(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("{text}\n")).unwrap();
    }

    pub fn mask(&self, list: &str) {
        self.file(
            "proc/self/status",
            &format!("Name:\tx\nPPid:\t100\nCpus_allowed_list:\t{list}\nMems_allowed_list:\t0"),
        );
    }

    pub fn meminfo(&self, from: &str, to: &str) {
        let text = fs::read_to_string(self.root.join("proc/meminfo")).unwrap();
        assert!(text.contains(from));
        self.file("proc/meminfo", text.replace(from, to).trim_end());
    }

    pub fn with(mut self, env: &[(&'static str, &'static str)]) -> Machine {
        self.env.extend(env);
        self
    }

    pub fn examine(&self, program: Option<&str>) -> Examined {
        let env = self
            .env
            .iter()
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()));
        let probe = Probe {
            root: self.root.clone(),
            env: env.collect(),
        };
        examine(&probe, program)
    }

    /// All findings that are not well.
    pub fn found(&self) -> Vec<Finding> {
        let all = self.examine(None).findings;
        all.into_iter().filter(|f| f.level() != Level::Ok).collect()
    }

    /// The only finding that is not well: its level and texts.
    fn only(&self) -> (Level, String, String, String) {
        let found = self.found();
        let [finding] = found.as_slice() else {
            panic!("one finding is expected: {found:#?}");
        };
        (
            finding.level(),
            format!("{}: {}", finding.topic(), finding.what()),
            finding.consequence().unwrap_or_default().to_owned(),
            finding.cure().unwrap_or_default().to_owned(),
        )
    }

    /// As `only`, the level and what each text has to contain: something of each.
    pub fn expect(&self, level: Level, what: &str, so: &str, cure: &str) {
        let said = [what, so, cure].iter().all(|text| !text.is_empty());
        assert!(
            said,
            "a test says what, what follows and what helps: {what}"
        );
        let found = self.only();
        assert_eq!(found.0, level, "{found:?}");
        assert!(found.1.contains(what), "{:?} in {:?}", what, found.1);
        assert!(found.2.contains(so), "{:?} in {:?}", so, found.2);
        assert!(found.3.contains(cure), "{:?} in {:?}", cure, found.3);
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}
