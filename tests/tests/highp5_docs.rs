//! Every example of the language reference (`annotate/docs/highp5.md`): a fence
//! ```` ```highp5 KIND [CODE] ```` is a whole program, or a part of the task below; it is
//! accepted, or rejected with exactly this code.

use std::collections::BTreeSet;
use std::fs;

use hp5_annotate::diag::text::render_all;
use hp5_annotate::diag::{Diagnostics, Severity};
use hp5_annotate::highp5;
use hp5_tests::repository;

/// A fenced block.
struct Block {
    line: usize,
    kind: String,
    code: Option<String>,
    text: String,
}

fn blocks() -> Vec<Block> {
    let path = repository().join("annotate/docs/highp5.md");
    let page = fs::read_to_string(&path).expect("the reference is there");
    let mut found = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```highp5 ") else {
            continue;
        };
        let mut words = info.split_whitespace().map(str::to_owned);
        let text: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| !line.starts_with("```"))
            .collect();
        found.push(Block {
            line: number + 1,
            kind: words.next().expect("a fence has a kind"),
            code: words.next(),
            text: text.join("\n") + "\n",
        });
    }
    found
}

const ARRAYS: &str = "u, v, w, x, s, keys, fresh";

/// The program that a block is a part of.
fn program(block: &Block) -> String {
    let part = |kind: &str, default: &str| {
        if block.kind == kind {
            block.text.clone()
        } else {
            default.to_owned()
        }
    };
    if block.kind == "program" {
        return block.text.clone();
    }
    let initialize = part("initialize", "fresh.dimension = u.dimension\n");
    let flow = part(
        "flow",
        if block.kind == "partition" {
            ""
        } else {
            "Space A { Epoch { example(u, v, w, x, s, n, k, total, entry, done) } }\n"
        },
    );
    let partition = part(
        "partition",
        &format!(
            "Space A <un-partitioned> {{ {ARRAYS} }}\n\
         Space B <2d> divides Space A partitions {{ u: block_size(b, c) padding(1) }}\n\
         Space C <1d> divides Space A partitions {{\n\
            w: block_size(b)\n\
            Sub-partition <1d> <unordered> {{ w: block_size(2) }}\n\
         }}\n"
        ),
    );
    format!(
        "Type Point:\n x, y: Real double-precision\n\
         Program (args) {{\n env = new TaskEnvironment(name: \"T\")\n{}\n}}\n\
         Task \"T\":\n\
         Define:\n\
          u, v, fresh: 2d Array of Real double-precision\n\
          w, x: 1d Array of Real double-precision\n\
          s: 1d Array of Real single-precision\n\
          keys: 1d Array of Integer\n\
          n, k: Integer\n\
          limit: Real double-precision\n\
          rows: Range\n\
          total: Real double-precision Reduction\n\
          entry: Integer Reduction\n\
          done: Boolean Reduction\n\
         Environment:\n u, v, w, x, s, keys: link\n total: create\n\
         Initialize (k):\n{initialize}\n\
         Stages:\n\
          example(u, v, w, x, s, n, k, total, entry, done) {{\n{}\n}}\n\
          relax(u) {{ do {{ u[i][j] = u[i][j] / 2 }} for i, j in u }}\n\
          advance(u) {{ do {{ u[i][j] = u[i][j] at (current - 1) }} for i, j in u }}\n\
          scale(w, n) {{ do {{ w[i] = n * w[i] }} for i in w }}\n\
          measure(total, w) {{ do {{ reduce(total, \"sum\", w[i]) }} for i in w }}\n\
          tally(n, u) {{ do {{ n = integer(u[i][j]) }} for i, j in u }}\n\
         Computation:\n{flow}\
         Partition (b, c):\n{partition}",
        part(
            "coordinator",
            "execute(\"T\"; env; initialize: 1; partition: 2, 3)"
        ),
        part("stage", "n = 1"),
    )
}

#[test]
fn examples_of_the_reference_are_as_it_says() {
    let blocks = blocks();
    assert!(blocks.len() >= 20);
    let mut wrong = Vec::new();
    for block in &blocks {
        let text = program(block);
        let mut found = Diagnostics::default();
        let accepted = highp5::check(&text, &mut found).is_some();
        let errors: BTreeSet<&str> = found
            .list
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .map(|d| d.code)
            .collect();
        let expected: BTreeSet<&str> = block.code.as_deref().into_iter().collect();
        if errors != expected || accepted == block.code.is_some() {
            found.list.retain(|d| d.severity == Severity::Error);
            let shown = render_all("block", &text, &found.list, false);
            wrong.push(format!(
                "highp5.md:{}: wanted {expected:?}\n{shown}",
                block.line
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
