//! Types as Rust has them.
//!
//! User types are structs, static arrays are arrays, in a box where they are large (stacks of
//! threads are not), lists are `List`. Every variable begins as `Zero::zero()`.

use super::{NotYet, Text, not_yet};
use crate::highp5::ast::Span;
use crate::highp5::typed::{Record, RecordId, Type};

/// Elements of a static array beyond which it is in a box.
const MOST_IN_PLACE: u64 = 512;

/// The type of a value; none for arrays, environments and nothing.
pub(super) fn rust(ty: &Type) -> Option<String> {
    Some(match ty {
        Type::Integer => "i32".to_owned(),
        Type::Single => "f32".to_owned(),
        Type::Double => "f64".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Character => "u8".to_owned(),
        Type::Range | Type::Dimension => "Range".to_owned(),
        Type::Text => "String".to_owned(),
        Type::Record(id) => record(*id),
        Type::List(element) => format!("List<{}>", rust(element)?),
        Type::Static(element, sizes) => {
            let mut all = 1_u64;
            let mut text = rust(element)?;
            for size in sizes.iter().rev() {
                all = all.saturating_mul(*size);
                text = format!("[{text}; {size}]");
                if all > MOST_IN_PLACE {
                    text = format!("Box<{text}>");
                }
            }
            text
        }
        Type::Shape(_) | Type::Array(..) | Type::Environment(_) | Type::Nothing => return None,
    })
}

/// The type of a value, which `what` is.
pub(super) fn value(ty: &Type, what: &str, span: Span) -> Text {
    rust(ty).map_or_else(|| not_yet(format!("{what} that is an array"), span), Ok)
}

/// What a user type is called.
pub(super) fn record(id: RecordId) -> String {
    format!("Record{}", id.0)
}

/// What an element of a user type is called: as in the program, for embedded code.
pub(super) fn field(name: &str) -> String {
    const KEYWORDS: &str = "as break const continue crate dyn else enum extern false fn for if impl \
        in let loop match mod move mut pub ref return static struct trait true type unsafe use \
        where while async await abstract become box do final gen macro override priv try typeof \
        unsized virtual yield";
    match name {
        "self" | "super" | "crate" => format!("{name}_"),
        name if KEYWORDS.split_whitespace().any(|word| word == name) => format!("r#{name}"),
        name => name.to_owned(),
    }
}

/// True for values that are copied as they are.
pub(super) fn is_copied(ty: &Type, records: &[Record]) -> bool {
    match ty {
        Type::Integer | Type::Single | Type::Double | Type::Boolean | Type::Character => true,
        Type::Static(element, sizes) => {
            sizes.iter().product::<u64>() <= MOST_IN_PLACE && is_copied(element, records)
        }
        Type::Record(id) => {
            let fields = &records[id.0].fields;
            fields.iter().all(|(_, ty)| is_copied(ty, records))
        }
        _ => false,
    }
}

/// True for what elements of arrays in files may be: numbers, Booleans, Characters, and what is
/// made of these.
pub(in crate::highp5) fn is_filed(ty: &Type, records: &[Record]) -> bool {
    match ty {
        Type::Integer | Type::Single | Type::Double | Type::Boolean | Type::Character => true,
        Type::Static(element, _) => is_filed(element, records),
        Type::Record(id) => {
            let fields = &records[id.0].fields;
            !fields.is_empty() && fields.iter().all(|(_, ty)| is_filed(ty, records))
        }
        _ => false,
    }
}

/// What a user type is in a file.
fn in_files(id: RecordId, record: &Record) -> String {
    let (mut layout, mut put, mut take) = (String::new(), String::new(), String::new());
    for (known, ty) in &record.fields {
        let name = field(known);
        let ty = rust(ty).unwrap_or_default();
        layout += &format!("({known:?}, <{ty} as arrays::Composite>::layout()), ");
        put += &format!("arrays::Composite::put(&self.{name}, to);\n");
        take += &format!("{name}: arrays::Composite::take(from)?, ");
    }
    format!(
        "impl arrays::Composite for {} {{\n\
         fn layout() -> arrays::Layout {{\narrays::Layout::Record(vec![{layout}])\n}}\n\
         fn put(&self, to: &mut Vec<arrays::Number>) {{\n{put}}}\n\
         fn take(from: &mut std::slice::Iter<'_, arrays::Number>) -> Option<Self> {{\n\
         Some(Self {{ {take} }})\n}}\n}}\n\n",
        self::record(id)
    )
}

/// The structs of user types.
pub(super) fn definitions(records: &[Record]) -> Result<String, NotYet> {
    let mut text = String::new();
    for (at, known) in records.iter().enumerate() {
        let id = RecordId(at);
        let name = record(id);
        let (mut fields, mut zeros, mut same) = (String::new(), String::new(), String::new());
        for (name, ty) in &known.fields {
            let name = field(name);
            let ty = value(ty, "an element of a user type", known.span)?;
            fields += &format!("{name}: {ty},\n");
            zeros += &format!("{name}: Zero::zero(), ");
            same += &format!(" && self.{name}.same(&other.{name})");
        }
        let copy = match is_copied(&Type::Record(id), records) {
            true => ", Copy",
            false => "",
        };
        text += &format!(
            "// Type {}.\n#[derive(Debug, Clone{copy})]\n#[repr(C)]\nstruct {name} {{\n{fields}}}\n\n\
             impl Zero for {name} {{\nfn zero() -> Self {{\n{name} {{ {zeros} }}\n}}\n}}\n\n\
             impl Same for {name} {{\nfn same(&self, other: &Self) -> bool {{\ntrue{same}\n}}\n}}\n\n",
            known.name
        );
        if is_filed(&Type::Record(id), records) {
            text += &in_files(id, known);
        }
    }
    Ok(text)
}
