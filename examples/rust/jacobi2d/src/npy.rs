//! Arrays of `f64` from and to NumPy's `.npy` files.

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use npyz::{DType, NpyFile, Order, TypeChar, WriterBuilder};

/// Shape and elements (row-major) of a file of `f64` or `f32` with `D` dimensions.
pub fn read<const D: usize>(path: &Path) -> Result<([usize; D], Vec<f64>), Box<dyn Error>> {
    let place = path.display();
    let bytes = std::fs::read(path).map_err(|e| format!("cannot read {place}: {e}"))?;
    let file = NpyFile::new(&bytes[..]).map_err(|e| format!("{place} is no .npy file: {e}"))?;
    let shape: Vec<usize> = file
        .shape()
        .iter()
        .map(|&n| usize::try_from(n))
        .collect::<Result<_, _>>()?;
    let shape: [usize; D] = shape
        .try_into()
        .map_err(|s| format!("{place} has shape {s:?}, {D} dimensions are needed"))?;
    if file.order() != Order::C {
        return Err(format!(
            "{place} is stored column by column: np.save(.., np.ascontiguousarray(a))"
        )
        .into());
    }
    let width = match file.dtype() {
        DType::Plain(t) if t.type_char() == TypeChar::Float && matches!(t.size_field(), 4 | 8) => {
            t.size_field()
        }
        other => {
            let dtype = other.descr();
            return Err(format!("{place} holds {dtype}: np.save(.., a.astype(np.float64))").into());
        }
    };
    // A wrong shape must not make us allocate: hold it against what is there.
    let elements = shape.iter().try_fold(1_usize, |n, &d| n.checked_mul(d));
    let wanted = elements.and_then(|n| n.checked_mul(width as usize));
    if wanted.is_none_or(|wanted| wanted > bytes.len()) {
        return Err(format!(
            "{place} is truncated: {} bytes are too few for {shape:?}",
            bytes.len()
        )
        .into());
    }
    let bad = |e| format!("{place}: {e}");
    let values = if width == 8 {
        file.into_vec::<f64>().map_err(bad)?
    } else {
        file.into_vec::<f32>()
            .map_err(bad)?
            .into_iter()
            .map(f64::from)
            .collect()
    };
    Ok((shape, values))
}

/// Writes `values`, row-major.
pub fn write(path: &Path, shape: &[usize], values: &[f64]) -> Result<(), Box<dyn Error>> {
    let place = path.display();
    let file = File::create(path).map_err(|e| format!("cannot write {place}: {e}"))?;
    let shape: Vec<u64> = shape.iter().map(|&n| n as u64).collect();
    let options = npyz::WriteOptions::new().default_dtype().shape(&shape);
    let mut writer = options.writer(BufWriter::new(file)).begin_nd()?;
    writer.extend(values.iter().copied())?;
    writer
        .finish()
        .map_err(|e| format!("cannot write {place}: {e}"))?;
    Ok(())
}
