//! Conjugate gradients with a diagonal preconditioner.

use crate::matrix::Matrix;

/// What came out of a solve.
pub struct Solution {
    pub x: Vec<f64>,
    pub iterations: usize,
}

impl Matrix {
    /// Solves `A x = b` from `x = 0`, until the residual is `tolerance` times `b` in the
    /// Euclidean norm, or `limit` iterations are done. Tasks are blocks of `chunk` rows.
    ///
    /// Every sum is a reduction: tasks add up their own rows, and the partial sums are added
    /// in the order of the tasks. The blocks depend on `chunk` alone, so the answer is the
    /// same, bit for bit, for every number of PPUs.
    #[hp5::region(serial(solve_serial))]
    #[hp5::array_tile(self.value: [*], self.column: [*], self.start: [*], default: [chunk])]
    pub fn solve(&self, b: &[f64], tolerance: f64, limit: usize, chunk: usize) -> Solution {
        let n = self.diagonal.len();
        let mut x = vec![0.0; n];
        let mut r = b.to_vec();
        let mut z = vec![0.0; n];
        let mut p = vec![0.0; n];
        let mut q = vec![0.0; n];
        let mut rz = 0.0;
        let mut bb = 0.0;
        #[hp5::task_tile(i = chunk, name("start"), reduction(+: rz))]
        #[hp5::reduction(+: bb)]
        for i in 0..n {
            z[i] = r[i] / self.diagonal[i];
            p[i] = z[i];
            rz += r[i] * z[i];
            bb += r[i] * r[i];
        }
        #[hp5::task_wait]
        {}
        let enough = tolerance * tolerance * bb;
        let mut rr = bb;
        let mut iterations = 0;
        while rr > enough && iterations < limit {
            let mut pq = 0.0;
            #[hp5::task_tile(i = chunk, name("multiply"), reduction(+: pq))]
            #[hp5::r#in(self.start[i..=i + 1], self.column[..], self.value[..], p[..])]
            for i in 0..n {
                let mut sum = 0.0;
                for e in self.start[i]..self.start[i + 1] {
                    sum += self.value[e] * p[self.column[e]];
                }
                q[i] = sum;
                pq += p[i] * sum;
            }
            let mut rz_next = 0.0;
            let mut rr_next = 0.0;
            #[hp5::task_tile(i = chunk, name("advance"), reduction(+: rz_next))]
            #[hp5::reduction(+: rr_next)]
            for i in 0..n {
                x[i] += rz / pq * p[i];
                r[i] -= rz / pq * q[i];
                z[i] = r[i] / self.diagonal[i];
                rz_next += r[i] * z[i];
                rr_next += r[i] * r[i];
            }
            #[hp5::task_tile(i = chunk, name("direction"))]
            for i in 0..n {
                p[i] = z[i] + rz_next / rz * p[i];
            }
            #[hp5::task_wait]
            {}
            rz = rz_next;
            rr = rr_next;
            iterations += 1;
        }
        Solution { x, iterations }
    }
}
