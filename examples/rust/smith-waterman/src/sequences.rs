//! Sequences: from FASTA files, or made up.

use std::path::Path;

use crate::scores::Scores;

/// A named sequence of residues, as the file has them and as numbers for the score table.
pub struct Sequence {
    pub name: String,
    pub letters: Vec<u8>,
    pub codes: Vec<u8>,
}

impl Sequence {
    /// The first sequence of a FASTA file. A letter that the table does not know is an error.
    pub fn from_file(path: &Path, scores: &Scores) -> Result<Sequence, String> {
        let place = path.display();
        let text =
            std::fs::read_to_string(path).map_err(|e| format!("cannot read {place}: {e}"))?;
        let mut lines = text
            .lines()
            .enumerate()
            .skip_while(|(_, line)| line.trim().is_empty());
        let name = match lines.next() {
            Some((_, line)) if line.starts_with('>') => line[1..].trim().to_owned(),
            _ => {
                return Err(format!(
                    "{place} is no FASTA file: it does not begin with `>`"
                ));
            }
        };
        let mut letters = Vec::new();
        for (at, line) in lines.take_while(|(_, line)| !line.starts_with('>')) {
            for letter in line.bytes().filter(|b| !b.is_ascii_whitespace()) {
                let letter = letter.to_ascii_uppercase();
                if scores.code(letter).is_none() {
                    let (line, letter) = (at + 1, char::from(letter));
                    return Err(format!(
                        "{place}:{line}: no score for `{letter}` ({})",
                        scores.alphabet()
                    ));
                }
                letters.push(letter);
            }
        }
        if letters.is_empty() {
            return Err(format!("{place}: the sequence `{name}` is empty"));
        }
        Ok(Sequence::new(name, letters, scores))
    }

    fn new(name: String, letters: Vec<u8>, scores: &Scores) -> Sequence {
        let codes = letters
            .iter()
            .map(|&l| scores.code(l).unwrap_or(0))
            .collect();
        Sequence {
            name,
            letters,
            codes,
        }
    }

    /// Two random sequences of length `n` that have a stretch in common, with some letters
    /// of it changed and some left out.
    pub fn pair(n: usize, scores: &Scores) -> (Sequence, Sequence) {
        let alphabet = scores.common().as_bytes();
        let mut state = 0xd1b5_4a32_d192_ed03_u64;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let a: Vec<u8> = (0..n).map(|_| alphabet[random(alphabet.len())]).collect();
        let mut b: Vec<u8> = (0..n / 4)
            .map(|_| alphabet[random(alphabet.len())])
            .collect();
        for &letter in &a[n / 4..n - n / 4] {
            match random(20) {
                0 => {}
                1 | 2 => b.push(alphabet[random(alphabet.len())]),
                _ => b.push(letter),
            }
        }
        while b.len() < n {
            b.push(alphabet[random(alphabet.len())]);
        }
        (
            Sequence::new("made up A".into(), a, scores),
            Sequence::new("made up B".into(), b, scores),
        )
    }
}
