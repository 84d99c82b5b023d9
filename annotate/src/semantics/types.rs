//! Types as they are written: references, elements, numbers.

/// Text with its white space made single.
pub(crate) fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) const PRIMITIVES: [&str; 16] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
    "f64", "bool", "char",
];

/// True for the types of numbers.
pub(crate) fn is_primitive(ty: &str) -> bool {
    PRIMITIVES.contains(&ty)
}

/// `&'a mut T` as (mutable, `T`).
pub(crate) fn reference(text: &str) -> Option<(bool, &str)> {
    let mut rest = text.trim().strip_prefix('&')?.trim_start();
    if let Some(lifetime) = rest.strip_prefix('\'') {
        let end = lifetime
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(lifetime.len());
        rest = lifetime[end..].trim_start();
    }
    match rest.strip_prefix("mut ") {
        Some(target) => Some((true, target.trim_start())),
        None => Some((false, rest)),
    }
}

/// Nothing is written through a parameter of this type.
pub(crate) fn is_read_only(ty: &str) -> bool {
    const INNER: [&str; 4] = ["Cell", "Atomic", "Mutex", "RwLock"];
    reference(ty).is_some_and(|(mutable, target)| {
        !mutable && !target.contains("&mut") && !INNER.iter().any(|i| target.contains(i))
    })
}

/// The type of the elements: of `Vec<T>`, `[T]`, `[T; N]`, and references to them.
pub(crate) fn element(ty: &str) -> Option<&str> {
    let mut ty = ty.trim();
    while let Some((_, target)) = reference(ty) {
        ty = target;
    }
    if let Some(inside) = ty.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        return Some(before_length(inside).trim());
    }
    let (head, rest) = ty.split_once('<')?;
    let inside = rest.trim_end().strip_suffix('>')?;
    match head.trim().rsplit("::").next()? {
        "Vec" => Some(inside.trim()),
        "Box" => element(inside),
        _ => None,
    }
}

/// `T` of `T; N`.
pub(crate) fn before_length(inside: &str) -> &str {
    let mut depth = 0_usize;
    let end = inside.find(|c: char| {
        match c {
            '[' | '<' | '(' => depth += 1,
            ']' | '>' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ';' && depth == 0
    });
    &inside[..end.unwrap_or(inside.len())]
}
