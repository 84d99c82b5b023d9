//! Bodies, centres, and samples.

use hp5_tests::highp5::interpret::{Array, Setting};
use hp5_tests::highp5::reference::sampling::{Area, monte_carlo};
use hp5_tests::highp5::reference::{bodies, close};

use super::{Example, numbers};

#[test]
fn n_body() {
    let example = Example::new("n-body");
    for n in [1, 2, 7, 13] {
        let (places, speeds) = (numbers(3 * n, 1), numbers(3 * n, 2));
        let masses: Vec<f64> = numbers(n, 3).iter().map(|m| m.abs() + 0.5).collect();
        let want = bodies::n_body(&places, &speeds, &masses, 3, 0.01);
        for block in [1, 3, 20] {
            let setting = Setting::default()
                .input("positions", Array::doubles(&[n, 3], &places))
                .input("velocities", Array::doubles(&[n, 3], &speeds))
                .input("masses", Array::doubles(&[n], &masses))
                .argument("steps", 3)
                .argument("dt", 0.01)
                .argument("b", block)
                .outputs(&["output", "energy"]);
            let got = example.run(&setting);
            assert_eq!(
                got.arrays["output"].reals().unwrap(),
                want.positions,
                "{n} by {block}"
            );
            let energy = got.scalars["energy"].real().unwrap();
            assert!(close(energy, want.energy), "{energy}, not {}", want.energy);
        }
    }
}

#[test]
fn k_means() {
    let example = Example::new("k-means");
    for (n, k, d) in [(1, 1, 1), (11, 3, 2), (5, 7, 1), (23, 2, 3)] {
        let points = numbers(n * d, 4);
        let centers = numbers(k * d, 9);
        for rounds in [1, 20] {
            let (labels, means) = bodies::k_means(&points, centers.clone(), d, rounds);
            for block in [1, 4, 50] {
                let setting = Setting::default()
                    .input("points", Array::doubles(&[n, d], &points))
                    .input("centers", Array::doubles(&[k, d], &centers))
                    .argument("max_rounds", i32::try_from(rounds).unwrap())
                    .argument("b", block)
                    .outputs(&["labels", "output"]);
                let got = example.run(&setting);
                let place = format!("{n} points, {k} centres, {d} dimensions by {block}");
                assert_eq!(got.arrays["labels"].whole().unwrap(), labels, "{place}");
                let got = got.arrays["output"].reals().unwrap();
                assert!(
                    got.iter().zip(&means).all(|(g, w)| close(*g, *w)),
                    "{place}"
                );
            }
        }
    }
}

#[test]
fn monte_carlo_estimates_the_same_area_as_a_plain_loop() {
    let example = Example::new("monte-carlo");
    for (grid, part, points) in [(1, 1, 5), (5, 2, 7), (4, 10, 3), (7, 3, 1)] {
        let area = Area {
            precision: 0.5,
            rounds: 6,
            cell: 9,
            grid,
            points,
            part,
        };
        let setting = Setting::default()
            .argument("precision", area.precision)
            .argument("max_rounds", area.rounds)
            .argument("cell_length", area.cell)
            .argument("grid_dim", area.grid)
            .argument("points_per_cell", area.points)
            .argument("b", area.part)
            .outputs(&["output_file"]);
        let got = example.run(&setting).scalars["output_file"].real().unwrap();
        let want = monte_carlo(&area);
        assert!(close(got, want), "{grid} by {part}: {got}, not {want}");
    }
}
