//! Large pages for large arrays.
//!
//! Loops that go down the columns of a large array touch a page per element: with small pages
//! the processor's table of them is too short for that, and the system hands out a page of
//! zeros a thousand times over. Where the system gives large pages to those who ask, they are
//! asked for.

/// Arrays from this size on, in bytes: two pages of the common larger size.
const LARGE: usize = 4 << 20;

/// Asks for large pages under an array that has just been made, and is untouched. It is a wish: nothing that a
/// program computes depends on what becomes of it.
pub(crate) fn ask_for_large<T>(elements: &mut [T]) {
    let bytes = size_of_val(elements);
    if bytes >= LARGE {
        advise(elements.as_mut_ptr().cast(), bytes);
    }
}

/// The elements, where they are many in memory with large pages: who reads a file cannot ask for
/// these before there is something in the small ones.
pub(crate) fn moved_to_large<T>(mut elements: Vec<T>) -> Vec<T> {
    if size_of_val(&elements[..]) < LARGE {
        return elements;
    }
    let mut moved = Vec::new();
    if moved.try_reserve_exact(elements.len()).is_err() {
        return elements;
    }
    ask_for_large(moved.spare_capacity_mut());
    moved.append(&mut elements);
    moved
}

#[cfg(target_os = "linux")]
fn advise(start: *mut u8, bytes: usize) {
    // SAFETY: `sysconf` has no preconditions.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    let Ok(page) = usize::try_from(page) else {
        return;
    };
    let before = start.align_offset(page);
    let whole = bytes.saturating_sub(before) / page * page;
    // SAFETY: these are whole pages inside of the array, and the advice changes no content.
    unsafe {
        libc::madvise(
            start.wrapping_add(before).cast(),
            whole,
            libc::MADV_HUGEPAGE,
        );
    }
}

#[cfg(not(target_os = "linux"))]
fn advise(_start: *mut u8, _bytes: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_changes_nothing() {
        for count in [0, 1, LARGE - 1, LARGE, LARGE + 12_345] {
            let mut bytes = vec![0_u8; count];
            if let Some(last) = bytes.last_mut() {
                *last = 7;
            }
            ask_for_large(&mut bytes);
            // Not where it begins either.
            ask_for_large(bytes.get_mut(1..).unwrap_or_default());
            assert_eq!(
                bytes.iter().map(|byte| usize::from(*byte)).sum::<usize>(),
                7 * count.min(1)
            );
        }
    }

    #[test]
    fn large_arrays_move_with_their_elements() {
        for (count, moves) in [(0, false), (1000, false), (LARGE / 4 + 3, true)] {
            let elements: Vec<u32> = (0..count as u32).collect();
            let before = elements.as_ptr();
            let after = moved_to_large(elements);
            assert_eq!(after.as_ptr() != before, moves, "{count}");
            assert!(after.iter().copied().eq(0..count as u32));
        }
    }
}
