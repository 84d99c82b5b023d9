//! Requests to valgrind, as `valgrind.h` and `helgrind.h` define them: instructions that do
//! nothing, which valgrind takes for a call. Outside valgrind they do nothing.

#[cfg(not(target_arch = "x86_64"))]
compile_error!("hp5_drd: requests to valgrind are written for x86_64 alone");

/// Requests to helgrind; drd answers to most of them.
const HELGRIND: usize = (b'H' as usize) << 24 | (b'G' as usize) << 16;
const CLEAN_MEMORY: usize = HELGRIND;
const HAPPENS_BEFORE: usize = HELGRIND + 256 + 33;
const HAPPENS_AFTER: usize = HELGRIND + 256 + 34;
const FORGET_ALL: usize = HELGRIND + 256 + 35;
const MAKE_UNTRACKED: usize = HELGRIND + 256 + 39;
/// A request to drd alone: the calling thread's number, from 1.
const DRD_THREAD: usize = ((b'D' as usize) << 24 | (b'R' as usize) << 16) + 1;

fn request(code: usize, argument: usize, other: usize) -> usize {
    let block = [code, argument, other, 0, 0, 0];
    let mut answer = 0_usize;
    // SAFETY: `rdi` turns round by 128 bits, the exchange changes nothing. Valgrind takes
    // these instructions for a call: it reads the block and writes the answer.
    unsafe {
        std::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") block.as_ptr(),
            inout("rdx") answer,
        );
    }
    answer
}

/// The tool is drd.
pub fn is_drd() -> bool {
    request(DRD_THREAD, 0, 0) != 0
}

/// What the calling thread did so far is carried by this address, besides what it carries.
pub fn happens_before(address: usize) {
    request(HAPPENS_BEFORE, address, 0);
}

/// What the address carries happened before what the calling thread does from here on.
pub fn happens_after(address: usize) {
    request(HAPPENS_AFTER, address, 0);
}

/// The address carries nothing any more.
pub fn forget(is_drd: bool, address: usize, size: usize) {
    if is_drd {
        request(CLEAN_MEMORY, address, size);
    } else {
        request(FORGET_ALL, address, 0);
    }
}

/// These bytes hold atomics alone, from the start.
pub fn all_atomic(is_drd: bool, address: usize, size: usize) {
    if !is_drd {
        request(MAKE_UNTRACKED, address, size);
    }
}
