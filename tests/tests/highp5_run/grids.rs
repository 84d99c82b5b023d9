//! Programs of `examples/highp5` over grids: versions, paddings that are wide enough for the
//! sweeps between two visits and paddings that are not, pieces of sub-partitions. Their answers
//! are the interpreter's.

use hp5_tests::highp5::interpret::{Array, Setting};

use super::numbers;
use super::values::same;

#[test]
fn sweeps_with_two_levels_of_padding() {
    for (case, (n, m), iterations, [k, l, m1, n1, p1, p2]) in [
        ("one", (1, 1), 2, [1, 1, 1, 1, 1, 1]),
        ("wide", (23, 17), 8, [2, 3, 2, 2, 4, 2]),
        // An LPU of Space A makes four sweeps in a padding of three.
        ("narrow", (23, 17), 6, [2, 2, 3, 1, 3, 2]),
        ("more-parts-than-rows", (5, 40), 3, [7, 4, 2, 3, 1, 1]),
        // Many turns, so that some are replayed: sweep by sweep, several sweeps at once, with
        // copies, and where the repeat further in has the turns.
        ("replayed", (23, 17), 41, [3, 2, 1, 1, 1, 1]),
        ("replayed-wide", (23, 17), 120, [2, 3, 2, 2, 4, 2]),
        ("replayed-narrow", (23, 17), 90, [2, 2, 3, 1, 3, 2]),
        ("replayed-inside", (40, 30), 60, [2, 1, 2, 2, 30, 1]),
    ] {
        let setting = Setting::default()
            .input("input_file", Array::doubles(&[n, m], &numbers(n * m, 3)))
            .argument("iterations", iterations)
            .argument("k", k)
            .argument("l", l)
            .argument("m", m1)
            .argument("n", n1)
            .argument("p1", p1)
            .argument("p2", p2)
            .outputs(&["output_file"]);
        same("stencil", case, &setting);
    }
}

#[test]
fn heat_in_three_dimensions() {
    for (case, size, rounds, [k, l, m]) in [
        ("one", [1, 1, 1], 3, [2, 2, 2]),
        ("block", [9, 7, 11], 3, [3, 2, 4]),
        ("replayed", [5, 7, 6], 30, [3, 2, 4]),
    ] {
        let setting = Setting::default()
            .input(
                "input",
                Array::doubles(&size, &numbers(size.iter().product(), 4)),
            )
            .argument("rounds", rounds)
            .argument("rate", 0.1)
            .argument("k", k)
            .argument("l", l)
            .argument("m", m)
            .outputs(&["output"]);
        same("heat3d", case, &setting);
    }
}

#[test]
fn rounds_until_nothing_changes_much() {
    for (case, size, limit) in [("one", [1, 1, 1, 1], 0.1), ("lattice", [5, 4, 6, 3], 0.4)] {
        let setting = Setting::default()
            .input(
                "input",
                Array::doubles(&size, &numbers(size.iter().product(), 4)),
            )
            .argument("limit", limit)
            .argument("max_rounds", 5)
            .argument("p", 2)
            .argument("q", 3)
            .outputs(&["output", "product"]);
        same("lattice", case, &setting);
    }
}

#[test]
fn ordered_pieces_wait_for_one_another() {
    for (case, (n, m), r, q) in [("one", (1, 1), 2, 3), ("many", (7, 19), 3, 4)] {
        let setting = Setting::default()
            .input("input", Array::doubles(&[n, m], &numbers(n * m, 5)))
            .argument("weight", 0.25)
            .argument("r", r)
            .argument("q", q)
            .outputs(&["output"]);
        same("smoothing", case, &setting);
    }
}

#[test]
fn blocks_of_columns_are_dealt_to_all_ppus() {
    for (n, b) in [(1, 2), (5, 2), (11, 3), (8, 20)] {
        let setting = Setting::default()
            .input(
                "input_matrix_file",
                Array::doubles(&[n, n], &numbers(n * n, 5)),
            )
            .argument("block_size", b)
            .outputs(&[
                "upper_matrix_file",
                "lower_matrix_file",
                "pivot_matrix_file",
            ]);
        same("block-lu", &format!("{n}-{b}"), &setting);
    }
}

#[test]
fn parts_relative_to_root_see_what_lpus_between_have_changed() {
    for (n, k, l) in [(1, 1, 1), (7, 3, 2), (4, 9, 1)] {
        let setting = Setting::default()
            .input("matrix", Array::doubles(&[n, n], &numbers(n * n, 7)))
            .argument("rounds", 5)
            .argument("k", k)
            .argument("l", l)
            .outputs(&["vector", "value", "largest"]);
        same("power-iteration", &format!("{n}-{k}-{l}"), &setting);
    }
}

#[test]
fn three_versions_and_padding_on_one_side() {
    for (n, steps, b) in [(1, 2, 3), (50, 9, 7), (31, 4, 40)] {
        let setting = Setting::default()
            .input("input", Array::doubles(&[n], &numbers(n, 6)))
            .argument("steps", steps)
            .argument("courant", 0.25)
            .argument("b", b)
            .outputs(&["output"]);
        same("advection", &format!("{n}-{b}"), &setting);
    }
}

#[test]
fn labels_spread_until_none_changes() {
    for ((n, m), k, l) in [((1, 1), 2, 2), ((9, 8), 3, 2), ((4, 13), 1, 5)] {
        let cells: Vec<i32> = (0..n * m).map(|i| i32::from(i * 7919 % 5 > 1)).collect();
        let setting = Setting::default()
            .input("input", Array::integers(&[n, m], &cells))
            .argument("k", k)
            .argument("l", l)
            .outputs(&["output", "rounds"]);
        same("components", &format!("{n}-{m}"), &setting);
    }
}
