//! Scores for pairs of residues.

use clap::ValueEnum;

/// Which table to use.
#[derive(Clone, Copy, ValueEnum)]
pub enum Table {
    /// Proteins: BLOSUM62.
    Blosum62,
    /// Nucleotides: 5 for a match, -4 for a mismatch.
    Dna,
}

/// A score for each pair of letters.
pub struct Scores {
    letters: &'static str,
    /// The score of codes `x` and `y` is at `x * width + y`.
    pub table: Vec<i32>,
    pub width: usize,
}

impl Scores {
    pub fn new(table: Table) -> Scores {
        match table {
            Table::Blosum62 => Scores {
                letters: PROTEIN,
                table: BLOSUM62.iter().map(|&s| i32::from(s)).collect(),
                width: PROTEIN.len(),
            },
            Table::Dna => {
                let score = |at: usize| match (at / 5, at % 5) {
                    (4, _) | (_, 4) => 0,
                    (x, y) if x == y => 5,
                    _ => -4,
                };
                Scores {
                    letters: "ACGTN",
                    table: (0..25).map(score).collect(),
                    width: 5,
                }
            }
        }
    }

    /// The number of a letter; `None` when the table has no such letter.
    pub fn code(&self, letter: u8) -> Option<u8> {
        let at = self.letters.bytes().position(|l| l == letter)?;
        u8::try_from(at).ok()
    }

    /// All letters.
    pub fn alphabet(&self) -> &str {
        self.letters
    }

    /// The letters that stand for one residue.
    pub fn common(&self) -> &str {
        if self.width == 5 {
            &self.letters[..4]
        } else {
            &self.letters[..20]
        }
    }
}

const PROTEIN: &str = "ARNDCQEGHILKMFPSTWYVBZX*";

#[rustfmt::skip]
const BLOSUM62: [i8; 24 * 24] = [
     4,-1,-2,-2, 0,-1,-1, 0,-2,-1,-1,-1,-1,-2,-1, 1, 0,-3,-2, 0,-2,-1, 0,-4,
    -1, 5, 0,-2,-3, 1, 0,-2, 0,-3,-2, 2,-1,-3,-2,-1,-1,-3,-2,-3,-1, 0,-1,-4,
    -2, 0, 6, 1,-3, 0, 0, 0, 1,-3,-3, 0,-2,-3,-2, 1, 0,-4,-2,-3, 3, 0,-1,-4,
    -2,-2, 1, 6,-3, 0, 2,-1,-1,-3,-4,-1,-3,-3,-1, 0,-1,-4,-3,-3, 4, 1,-1,-4,
     0,-3,-3,-3, 9,-3,-4,-3,-3,-1,-1,-3,-1,-2,-3,-1,-1,-2,-2,-1,-3,-3,-2,-4,
    -1, 1, 0, 0,-3, 5, 2,-2, 0,-3,-2, 1, 0,-3,-1, 0,-1,-2,-1,-2, 0, 3,-1,-4,
    -1, 0, 0, 2,-4, 2, 5,-2, 0,-3,-3, 1,-2,-3,-1, 0,-1,-3,-2,-2, 1, 4,-1,-4,
     0,-2, 0,-1,-3,-2,-2, 6,-2,-4,-4,-2,-3,-3,-2, 0,-2,-2,-3,-3,-1,-2,-1,-4,
    -2, 0, 1,-1,-3, 0, 0,-2, 8,-3,-3,-1,-2,-1,-2,-1,-2,-2, 2,-3, 0, 0,-1,-4,
    -1,-3,-3,-3,-1,-3,-3,-4,-3, 4, 2,-3, 1, 0,-3,-2,-1,-3,-1, 3,-3,-3,-1,-4,
    -1,-2,-3,-4,-1,-2,-3,-4,-3, 2, 4,-2, 2, 0,-3,-2,-1,-2,-1, 1,-4,-3,-1,-4,
    -1, 2, 0,-1,-3, 1, 1,-2,-1,-3,-2, 5,-1,-3,-1, 0,-1,-3,-2,-2, 0, 1,-1,-4,
    -1,-1,-2,-3,-1, 0,-2,-3,-2, 1, 2,-1, 5, 0,-2,-1,-1,-1,-1, 1,-3,-1,-1,-4,
    -2,-3,-3,-3,-2,-3,-3,-3,-1, 0, 0,-3, 0, 6,-4,-2,-2, 1, 3,-1,-3,-3,-1,-4,
    -1,-2,-2,-1,-3,-1,-1,-2,-2,-3,-3,-1,-2,-4, 7,-1,-1,-4,-3,-2,-2,-1,-2,-4,
     1,-1, 1, 0,-1, 0, 0, 0,-1,-2,-2, 0,-1,-2,-1, 4, 1,-3,-2,-2, 0, 0, 0,-4,
     0,-1, 0,-1,-1,-1,-1,-2,-2,-1,-1,-1,-1,-2,-1, 1, 5,-2,-2, 0,-1,-1, 0,-4,
    -3,-3,-4,-4,-2,-2,-3,-2,-2,-3,-2,-3,-1, 1,-4,-3,-2,11, 2,-3,-4,-3,-2,-4,
    -2,-2,-2,-3,-2,-1,-2,-3, 2,-1,-1,-2,-1, 3,-3,-2,-2, 2, 7,-1,-3,-2,-1,-4,
     0,-3,-3,-3,-1,-2,-2,-3,-3, 3, 1,-2, 1,-1,-2,-2, 0,-3,-1, 4,-3,-2,-1,-4,
    -2,-1, 3, 4,-3, 0, 1,-1, 0,-3,-4, 0,-3,-3,-2, 0,-1,-4,-3,-3, 4, 1,-1,-4,
    -1, 0, 0, 1,-3, 3, 4,-2, 0,-3,-3, 1,-1,-3,-1, 0,-1,-3,-2,-2, 1, 4,-1,-4,
     0,-1,-1,-1,-2,-1,-1,-1,-1,-1,-1,-1,-1,-1,-2, 0, 0,-2,-1,-1,-1,-1,-1,-4,
    -4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4,-4, 1,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_symmetric_and_a_residue_likes_itself_best() {
        for table in [Table::Blosum62, Table::Dna] {
            let scores = Scores::new(table);
            let n = scores.common().len();
            for x in 0..scores.width {
                for y in 0..scores.width {
                    let (xy, yx) = (
                        scores.table[x * scores.width + y],
                        scores.table[y * scores.width + x],
                    );
                    assert_eq!(xy, yx, "{x} {y}");
                    assert!(x >= n || y >= n || x == y || xy < scores.table[x * scores.width + x]);
                }
            }
        }
    }
}
