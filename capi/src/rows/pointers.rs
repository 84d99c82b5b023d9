//! Reads a program's pointers where there may be fewer than it says: `for (i = 0; i < n; i++) if (i < m)
//! rows[i][0] = 1;` uses m rows and looks like n. The kernel copies them, and does not fail where memory ends.
//! Where it may not be asked (some containers), they are read as the program would.

const ONE: usize = size_of::<usize>();
/// Addresses that the kernel looks up together lie between multiples of this.
const PAGE: usize = 4096;
/// Pages that one call copies; the kernel takes 1,024 at most.
const PAGES: usize = 512;

/// Whether memory may be read: from an address, so many bytes.
pub(crate) fn is_readable(address: usize, bytes: usize) -> bool {
    let last = bytes.checked_sub(1).and_then(|n| address.checked_add(n));
    let Some(last) = last.filter(|_| address != 0) else {
        return false;
    };
    let mut ends = [0_u8; 2];
    let into = libc::iovec {
        iov_base: ends.as_mut_ptr().cast(),
        iov_len: ends.len(),
    };
    let one = |at: usize| libc::iovec {
        iov_base: std::ptr::without_provenance_mut(at),
        iov_len: 1,
    };
    let pieces = [one(address), one(last)];
    // SAFETY: `ends` has room for both; the kernel looks at what it copies from.
    let copied = unsafe {
        let own = libc::getpid();
        libc::process_vm_readv(own, &raw const into, 1, pieces.as_ptr(), 2, 0)
    };
    copied == 2 || (copied < 0 && may_not_ask())
}

/// The pointers from an address on, as many as there are.
pub(super) fn read(table: usize, count: usize) -> Vec<usize> {
    let mut found = vec![0; count];
    let mut known = 0;
    while known < count {
        let copied = copy(table.wrapping_add(known * ONE), &mut found[known..]);
        known += copied;
        if copied == 0 {
            break;
        }
    }
    found.truncate(known);
    found
}

/// Copies some; returns how many.
fn copy(from: usize, to: &mut [usize]) -> usize {
    let wanted = (to.len() * ONE).min(PAGES * PAGE - from % PAGE);
    let into = libc::iovec {
        iov_base: to.as_mut_ptr().cast(),
        iov_len: wanted,
    };
    // A piece per page: of a piece that is not there nothing is copied.
    let mut pieces = Vec::with_capacity(wanted / PAGE + 2);
    let (mut at, end) = (from, from.wrapping_add(wanted));
    while at != end {
        let len = (PAGE - at % PAGE).min(end.wrapping_sub(at));
        let iov_base = std::ptr::without_provenance_mut(at);
        pieces.push(libc::iovec {
            iov_base,
            iov_len: len,
        });
        at = at.wrapping_add(len);
    }
    let count = |n: usize| libc::c_ulong::try_from(n).unwrap_or(0);
    // SAFETY: `to` has room for all that is wanted; the kernel looks at what it copies from.
    let copied = unsafe {
        let own = libc::getpid();
        libc::process_vm_readv(
            own,
            &raw const into,
            1,
            pieces.as_ptr(),
            count(pieces.len()),
            0,
        )
    };
    match usize::try_from(copied) {
        Ok(bytes) => bytes / ONE,
        Err(_) if may_not_ask() => take(from, to),
        Err(_) => 0,
    }
}

/// The kernel did not look at the addresses.
fn may_not_ask() -> bool {
    let why = std::io::Error::last_os_error().raw_os_error();
    matches!(why, Some(libc::EPERM | libc::ENOSYS | libc::EACCES))
}

/// Reads them.
fn take(from: usize, to: &mut [usize]) -> usize {
    let pointers: *const usize = std::ptr::with_exposed_provenance(from);
    for (n, to) in to.iter_mut().enumerate() {
        // SAFETY: `hp5_rows`' contract: the caller says that they are there.
        *to = unsafe { pointers.add(n).read_volatile() };
    }
    to.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_read_to_where_memory_ends() {
        let many: Vec<usize> = (1..=3 * PAGE).collect();
        let base = many.as_ptr().addr();
        assert_eq!(read(base, many.len()), many);
        assert_eq!(read(base + ONE, 5), [2, 3, 4, 5, 6]);
        assert_eq!(read(ONE, 5), [] as [usize; 0]);
        let mut taken = [0; 3];
        assert_eq!((take(base, &mut taken), taken), (3, [1, 2, 3]));
        // SAFETY: new memory, of which the second page goes again.
        let page = unsafe {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let how = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let two = libc::mmap(std::ptr::null_mut(), 2 * PAGE, access, how, -1, 0);
            assert_ne!(two, libc::MAP_FAILED);
            assert_eq!(libc::munmap(two.byte_add(PAGE), PAGE), 0);
            two
        };
        assert_eq!(read(page.addr() + PAGE - 2 * ONE, 100), [0, 0]);
        let there = |at: usize, bytes| is_readable(page.addr() + at, bytes);
        assert!(there(0, 1) && there(0, PAGE) && there(PAGE - 1, 1));
        assert!(!there(0, PAGE + 1) && !there(PAGE, 8) && !there(0, usize::MAX));
        assert!(!is_readable(0, 8) && !is_readable(usize::MAX, 1) && !is_readable(base, 0));
        // SAFETY: as above.
        unsafe { libc::munmap(page, PAGE) };
    }
}
