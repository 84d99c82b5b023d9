//! Memory that the bodies of a thread's tasks use one after the other.
//!
//! A body that needs some hundred KiB for a fraction of a millisecond would have them from the
//! system, page by page, each time. So it takes what the last one of its thread left behind.

use std::any::Any;
use std::cell::RefCell;

thread_local! {
    /// One list for each type, while nobody uses it.
    static KEPT: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// The list that this thread has kept, with what is in it; an empty one if it has none, or if it
/// is in use.
pub(crate) fn take<T: Copy + 'static>() -> Vec<T> {
    KEPT.with_borrow_mut(|kept| {
        let mut lists = kept.iter_mut().filter_map(|one| one.downcast_mut());
        lists.next().map(std::mem::take).unwrap_or_default()
    })
}

/// Keeps a list for the next one who takes it.
pub(crate) fn keep<T: Copy + 'static>(list: Vec<T>) {
    KEPT.with_borrow_mut(|kept| {
        let mut lists = kept.iter_mut().filter_map(|one| one.downcast_mut());
        match lists.next() {
            Some(one) => *one = list,
            None => kept.push(Box::new(list)),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_has_one_list_of_each_type_at_a_time() {
        assert!(take::<u32>().is_empty());
        let mut list = Vec::with_capacity(100);
        list.push(7_u32);
        let address = list.as_ptr().addr();
        keep(list);
        keep(vec![0.5_f32]);
        let again = take::<u32>();
        assert_eq!(
            (again.as_slice(), again.as_ptr().addr()),
            (&[7][..], address)
        );
        assert!(again.capacity() >= 100);
        // It is in use, by this one and by nobody else.
        assert!(take::<u32>().is_empty());
        assert!(
            std::thread::spawn(|| take::<f32>().is_empty())
                .join()
                .unwrap()
        );
        keep(again);
        assert_eq!((take::<u32>(), take::<f32>()), (vec![7], vec![0.5]));
    }
}
