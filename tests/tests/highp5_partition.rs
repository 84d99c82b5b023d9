//! Partitions at random, twice: the interpreter cuts lists of positions and copies parts; the
//! mapper builds spaces and asks for intervals, strides and cores by arithmetic. Each LPU
//! writes down what it believes to hold, so that one array tells all that the two say.

use hp5_annotate::diag::{Diagnostics, text::render_all};
use hp5_annotate::highp5::map::{Built, Given, build, executions};
use hp5_annotate::highp5::{check, typed::Program};
use hp5_tests::highp5::interpret::{Setting, run};

/// A deterministic stream of numbers below a bound (Knuth's constants).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    fn instruction(&mut self) -> String {
        let (n, m) = (1 + self.below(9), 1 + self.below(4));
        match self.below(7) {
            0 => format!("block_size({n})"),
            1 => format!("block_count({n})"),
            2 => format!("stride({m})"),
            3 => format!("block_stride({n}, {m})"),
            4 => format!("block_stride({n})"),
            5 => format!("block_size({n}) padding({})", self.below(4)),
            _ => {
                let (low, high) = (self.below(4), self.below(3));
                format!("block_count({m}) padding({low}, {high})")
            }
        }
    }

    /// A line for `x` that cuts along every dimension of its space.
    fn line(&mut self, rank: usize, dimensions: usize) -> String {
        let name = match (rank, dimensions, self.below(3)) {
            (2, 1, 0) => "x<dim2>",
            (2, 2, 0) => "x<dim2, dim1>",
            _ => "x",
        };
        if dimensions == 2 && self.below(3) == 0 {
            let (n, m, p) = (1 + self.below(9), 1 + self.below(5), self.below(3));
            let function = ["block_size", "block_count"][self.below(2)];
            let padding = match self.below(3) {
                0 => String::new(),
                1 => format!(" padding({p}, {m})"),
                _ => format!(" padding({p}, 0, 1, {p})"),
            };
            return format!("{name}: {function}({n}, {m}){padding}");
        }
        let list: Vec<String> = (0..dimensions).map(|_| self.instruction()).collect();
        format!("{name}: {}", list.join(", "))
    }
}

/// More than any size here.
const BASE: usize = 24;

/// A sub-partition of the last space.
fn sub_partition(random: &mut Random, rank: usize) -> String {
    let dimensions = 1 + random.below(rank);
    let ordered = random.below(2) == 0;
    let mut one = || {
        let n = 1 + random.below(4);
        let function = ["block_size", "block_count", "stride"][random.below(3)];
        let order = ["", " descending", " ascending"][random.below(3)];
        let order = if ordered { order } else { "" };
        format!("{function}({n}){order}")
    };
    let list: Vec<String> = (0..dimensions).map(|_| one()).collect();
    let nature = if ordered { "ordered" } else { "unordered" };
    format!(
        "\n            Sub-partition <{dimensions}d> <{nature}> {{\n                x: {}\n            }}",
        list.join(", ")
    )
}

fn text(random: &mut Random) -> String {
    let with_pieces = random.below(3) == 0;
    let rank = 1 + random.below(2);
    let spaces = 1 + random.below(3);
    let sizes: Vec<String> = (1..=rank)
        .map(|d| {
            let last = random.below(BASE - 1);
            format!(
                "        x.dimension{d}.range.min = 0\n        x.dimension{d}.range.max = {last}\n"
            )
        })
        .collect();
    let mut partition = String::new();
    let mut opened = String::new();
    for n in 0..spaces {
        let letter = (b'A' + n as u8) as char;
        let dimensions = 1 + random.below(rank);
        let divides = match n {
            0 => String::new(),
            n => format!(" divides Space {} partitions", (b'A' + n as u8 - 1) as char),
        };
        let mut line = random.line(rank, dimensions);
        if n + 1 == spaces && with_pieces {
            line += &sub_partition(random, rank);
        }
        partition += &format!(
            "        Space {letter} <{dimensions}d>{divides} {{\n            {line}\n        }}\n"
        );
        opened += &format!("Space {letter} {{ ");
    }
    let names = ["i", "i, j"][rank - 1];
    let place = ["x[i]", "x[i][j]"][rank - 1];
    let mark = match with_pieces {
        true => "Repeat foreach sub-partition { mark(x) }",
        false => "mark(x)",
    };
    let mut code = "0".to_owned();
    for d in 1..=rank {
        let range = format!("x.local.dimension{d}.range");
        code = format!("(({code} * {BASE} + {range}.min) * {BASE} + {range}.max)");
    }
    format!(
        "Program (args) {{\n    e = new TaskEnvironment(name: \"T\")\n    execute(task: \"T\"; \
         environment: e)\n    bind_output(e, \"x\", args.out)\n}}\n\nTask \"T\":\n    Define:\n        \
         x: {rank}d Array of Integer\n    Environment:\n        x: create\n    Initialize:\n{}    \
         Stages:\n        mark(x) {{\n            code = {code} * 64 + lpuId[0]\n            \
         do {{ {place} = code }} for {names} in x\n        }}\n    Computation:\n        {opened}{mark}{}\n    \
         Partition:\n{partition}",
        sizes.concat(),
        " }".repeat(spaces)
    )
}

fn checked(text: &str) -> Program {
    let mut found = Diagnostics::default();
    let program = check(text, &mut found);
    program.unwrap_or_else(|| panic!("{}\n{text}", render_all("t.hp5", text, &found.list, false)))
}

/// What the array holds by the mapper's account.
fn by_arithmetic(built: &Built, extents: &[usize]) -> Vec<i32> {
    let total: usize = extents.iter().product();
    let mut values = vec![0; total];
    let last = built.ids.iter().flatten().last().expect("a space");
    let array = built.arrays[0].expect("an array");
    let sub = built.subs.iter().flatten().last();
    for lpu in built.spaces.lpus(*sub.unwrap_or(last)) {
        let around = std::iter::successors(Some(&lpu), |lpu| lpu.around());
        // A piece has the coordinates of its LPU.
        let at = match sub {
            Some(_) => lpu.around().expect("a piece is one of an LPU").at(),
            None => lpu.at(),
        };
        if around.clone().any(|lpu| lpu.is_idle()) {
            continue;
        }
        let part = lpu.part(array).expect("it is cut there");
        let hulls = part
            .iter()
            .map(|held| (held.padded.first(), held.padded.last()));
        let Some(hulls) = hulls.map(|(a, b)| a.zip(b)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let code = hulls
            .iter()
            .fold(0, |code, (min, max)| (code * BASE + min) * BASE + max);
        let code = (code * 64 + at[0]) as i32;
        let columns = extents.get(1).copied().unwrap_or(1);
        let inner: Vec<usize> = match part.get(1) {
            Some(held) => held.core().iter().collect(),
            None => vec![0],
        };
        for i in part[0].core().iter() {
            for j in &inner {
                assert_eq!(values[i * columns + j], 0, "two LPUs own one element");
                values[i * columns + j] = code + 1;
            }
        }
    }
    values
}

#[test]
fn interpreter_and_mapper_cut_alike() {
    let mut random = Random(3);
    let (mut kinds, mut pieces) = ([0; 3], 0);
    for _ in 0..400 {
        let text = text(&mut random);
        let program = checked(&text);
        let ppus = 1 + random.below(4);
        let execution = executions(&program, &Given::default())
            .unwrap_or_else(|e| panic!("{e}\n{text}"))
            .remove(0);
        let task = &program.tasks[0];
        let built = build(task, &execution, &vec![ppus as u64; task.spaces.len()]);
        let built = built.unwrap_or_else(|e| panic!("{e}\n{text}"));
        let extents: Vec<usize> = execution.extents[0].iter().map(|n| n.unwrap()).collect();
        let wanted = by_arithmetic(&built, &extents);

        let setting = Setting {
            ppus,
            ..Setting::default()
        };
        let found = run(&program, &setting.outputs(&["out"]));
        let found = found.unwrap_or_else(|e| panic!("{}\n{text}", e.in_source(&text)));
        let found = found.arrays["out"].whole().expect("Integers");
        let found: Vec<i32> = found.iter().map(|code| code + 1).collect();
        assert_eq!(found, wanted, "{ppus} PPUs\n{text}");
        kinds[task.spaces.len() - 2] += 1;
        pieces += usize::from(built.subs.iter().any(Option::is_some));
    }
    let enough = kinds.iter().all(|&count| count > 80) && pieces > 80;
    assert!(enough, "{kinds:?}, {pieces}");
}
