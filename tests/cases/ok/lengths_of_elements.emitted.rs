//! Lengths of elements that tasks make longer or shorter are read; those of rows that stay are not.

fn slow(seed: u64) -> u64 {
    (0..20_000).fold(seed, |v, _| v.wrapping_mul(6_364_136_223_846_793_005).rotate_left(9))
}

fn grow(list: &mut Vec<u64>) {
    let x = slow(9);
    list.push(x);
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn tasks(lens: &mut [usize], lists: &mut [Vec<u64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("tasks", "tests/cases/ok/lengths_of_elements.rs", 12));
    // hp5: tests/cases/ok/lengths_of_elements.rs:14 #[hp5::task_tile(i = 1)], parallel
    {
        let __v_lists = unsafe { __hp5.array("lists", hp5::rt::flat(&raw const lists), &[1]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("tasks:14", "tests/cases/ok/lengths_of_elements.rs", 14), hp5::rt::Order::Parallel, hp5::rt::chunks(0..lists.len(), 1, 0));
        __loop.access(&__v_lists, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_lists = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let lists = __v_lists.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_lists = __s0_lists.of(&__chunks);
            let __i_part = __chunks;
            let mut lists = lists.within(&__s0_lists);
            for i in __i_part.clone() {
                let x = slow(i as u64);
                lists[i].push(x);
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/lengths_of_elements.rs:19 #[hp5::task_tile(i = 1)], parallel
    {
        let __v_lists = unsafe { __hp5.array("lists", hp5::rt::flat(&raw const lists), &[1]) };
        let __v_lens = unsafe { __hp5.array("lens", hp5::rt::flat(&raw const lens), &[1]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("tasks:19", "tests/cases/ok/lengths_of_elements.rs", 19), hp5::rt::Order::Parallel, hp5::rt::chunks(0..lists.len(), 1, 0));
        __loop.access(&__v_lens, hp5::rt::Mode::Out, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_lists, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_lens = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let lists = __v_lists.view();
        let lens = __v_lens.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_lens = __s0_lens.of(&__chunks);
            let __i_part = __chunks;
            let lists = lists;
            let mut lens = lens.within(&__s0_lens);
            for i in __i_part.clone() {
                lens[i] = lists[i].len();
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/lengths_of_elements.rs:23 #[hp5::task]
    {
        let __v_lists = unsafe { __hp5.array("lists", hp5::rt::flat(&raw const lists), &[1]) };
        let mut __t = __hp5.task(hp5::rt::site!("tasks:23", "tests/cases/ok/lengths_of_elements.rs", 23));
        __t.access(&__v_lists, hp5::rt::Mode::InOut, &[(1, 2)]);
        let __s0_lists = [(1, 2)];
        let lists = __v_lists.view();
        let __body = move || {
            let mut lists = lists.within(&__s0_lists);
            {
                grow(&mut lists[1]);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/lengths_of_elements.rs:27 #[hp5::task]
    {
        let __v_lists = unsafe { __hp5.array("lists", hp5::rt::flat(&raw const lists), &[1]) };
        let __v_lens = unsafe { __hp5.array("lens", hp5::rt::flat(&raw const lens), &[1]) };
        let mut __t = __hp5.task(hp5::rt::site!("tasks:27", "tests/cases/ok/lengths_of_elements.rs", 27));
        __t.access(&__v_lens, hp5::rt::Mode::Out, &[(3, 4)]);
        __t.access(&__v_lists, hp5::rt::Mode::In, &[(1, 2)]);
        let __s0_lens = [(3, 4)];
        let lists = __v_lists.view();
        let lens = __v_lens.view();
        let __body = move || {
            let lists = lists;
            let mut lens = lens.within(&__s0_lens);
            {
                lens[3] = lists[1].len() + lists[1].is_empty() as usize;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn between(lens: &mut [usize], lists: &mut [Vec<u64>]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("between", "tests/cases/ok/lengths_of_elements.rs", 33));
    // hp5: tests/cases/ok/lengths_of_elements.rs:35 #[hp5::task]
    {
        let __v_lists = unsafe { __hp5.array("lists", hp5::rt::flat(&raw const lists), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("between:35", "tests/cases/ok/lengths_of_elements.rs", 35));
        __t.access(&__v_lists, hp5::rt::Mode::InOut, &[(1, 2)]);
        let __s0_lists = [(1, 2)];
        let lists = __v_lists.view();
        let __body = move || {
            let mut lists = lists.within(&__s0_lists);
            {
                let x = slow(3);
                lists[1].extend([x, x]);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    lens[0] = lists[1].len(); //~ HP5-W0102 | lists
    // hp5: tests/cases/ok/lengths_of_elements.rs:41 #[hp5::task]
    {
        let __v_lists = unsafe { __hp5.array("lists", hp5::rt::flat(&raw const lists), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("between:41", "tests/cases/ok/lengths_of_elements.rs", 41));
        __t.access(&__v_lists, hp5::rt::Mode::Out, &[(1, 2)]);
        let __s0_lists = [(1, 2)];
        let lists = __v_lists.view();
        let __body = move || {
            let mut lists = lists.within(&__s0_lists);
            {
                let x = slow(4);
                lists[1] = vec![x; 7];
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    // hp5: tests/cases/ok/lengths_of_elements.rs:46 #[hp5::task_tile(i = 1)], parallel
    {
        let __v_lens = unsafe { __hp5.array("lens", hp5::rt::flat(&raw const lens), &[1]) };
        let lists = hp5::rt::cap!(lists);
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("between:46", "tests/cases/ok/lengths_of_elements.rs", 46), hp5::rt::Order::Parallel, hp5::rt::chunks(0..lists[1].len(), 1, 0));
        __loop.access(&__v_lens, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let __s0_lens = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        let lens = __v_lens.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_lens = __s0_lens.of(&__chunks);
            let __i_part = __chunks;
            let lists = hp5::rt::again(&lists);
            let mut lens = lens.within(&__s0_lens);
            for i in __i_part.clone() { //~ HP5-W0102 | lists
                lens[i] += 1;
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.wait(); // hp5: put in, see the translator's warning
    //~ HP5-W0102 | #[hp5::task]
    // hp5: tests/cases/ok/lengths_of_elements.rs:50 #[hp5::task]
    {
        let __v_lists = unsafe { __hp5.array("lists", hp5::rt::flat(&raw const lists), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("between:50", "tests/cases/ok/lengths_of_elements.rs", 50));
        __t.access(&__v_lists, hp5::rt::Mode::InOut, &[(1, 2)]);
        let __s0_lists = [(1, 2)];
        let lists = __v_lists.view();
        let __body = move || {
            let mut lists = lists.within(&__s0_lists);
            {
                let x = slow(5);
                let list = &mut lists[1];
                list.push(x);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/lengths_of_elements.rs:56 #[hp5::task]
    {
        let __v_lists = unsafe { __hp5.array("lists", hp5::rt::flat(&raw const lists), &[0]) };
        let __v_lens = unsafe { __hp5.array("lens", hp5::rt::flat(&raw const lens), &[1]) };
        let mut __t = __hp5.task(hp5::rt::site!("between:56", "tests/cases/ok/lengths_of_elements.rs", 56));
        __t.access(&__v_lens, hp5::rt::Mode::InOut, &[(1, 2)]);
        __t.access(&__v_lists, hp5::rt::Mode::In, &[(1, 2)]);
        let __s0_lists = [(1, 2)];
        let __s0_lens = [(1, 2)];
        let lists = __v_lists.view();
        let lens = __v_lens.view();
        let __body = move || {
            let lists = lists.within(&__s0_lists);
            let mut lens = lens.within(&__s0_lens);
            {
                let list = &lists[1];
                lens[1] += list.len();
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn of_whole(lens: &mut [usize], list: &mut Vec<u64>) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("of_whole", "tests/cases/ok/lengths_of_elements.rs", 63));
    // hp5: tests/cases/ok/lengths_of_elements.rs:65 #[hp5::task]
    {
        let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw const (list)), &[]) };
        let __w_list = hp5::rt::whole(&raw const (list));
        let mut __t = __hp5.task(hp5::rt::site!("of_whole:65", "tests/cases/ok/lengths_of_elements.rs", 65));
        __t.access(&__v_list, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut list = &mut **unsafe { __w_list.get_mut() };
            {
                grow(list);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/lengths_of_elements.rs:69 #[hp5::task]
    {
        let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw const (list)), &[]) };
        let __w_list = hp5::rt::whole(&raw const (list));
        let __v_lens = unsafe { __hp5.array("lens", hp5::rt::flat(&raw const lens), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("of_whole:69", "tests/cases/ok/lengths_of_elements.rs", 69));
        __t.access(&__v_lens, hp5::rt::Mode::Out, &[(0, 1)]);
        __t.access(&__v_list, hp5::rt::Mode::In, &[]);
        let __s0_lens = [(0, 1)];
        let lens = __v_lens.view();
        let __body = move || {
            let list = &**unsafe { __w_list.get() };
            let mut lens = lens.within(&__s0_lens);
            {
                lens[0] = list.len();
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/lengths_of_elements.rs:73 #[hp5::task]
    {
        let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw const (list)), &[]) };
        let __w_list = hp5::rt::whole(&raw const (list));
        let mut __t = __hp5.task(hp5::rt::site!("of_whole:73", "tests/cases/ok/lengths_of_elements.rs", 73));
        __t.access(&__v_list, hp5::rt::Mode::InOut, &[]);
        let __body = move || {
            let mut list = &mut **unsafe { __w_list.get_mut() };
            {
                let x = slow(7);
                list.push(x);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/lengths_of_elements.rs:78 #[hp5::task]
    {
        let __v_list = unsafe { __hp5.array("list", hp5::rt::scalar(&raw const (list)), &[]) };
        let __w_list = hp5::rt::whole(&raw const (list));
        let __v_lens = unsafe { __hp5.array("lens", hp5::rt::flat(&raw const lens), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("of_whole:78", "tests/cases/ok/lengths_of_elements.rs", 78));
        __t.access(&__v_lens, hp5::rt::Mode::Out, &[(1, 2)]);
        __t.access(&__v_list, hp5::rt::Mode::In, &[]);
        let __s0_lens = [(1, 2)];
        let lens = __v_lens.view();
        let __body = move || {
            let list = &**unsafe { __w_list.get() };
            let mut lens = lens.within(&__s0_lens);
            {
                lens[1] = list.len() + list.is_empty() as usize;
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn words(lens: &mut [usize], words: &mut [String]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("words", "tests/cases/ok/lengths_of_elements.rs", 84));
    // hp5: tests/cases/ok/lengths_of_elements.rs:86 #[hp5::task]
    {
        let __v_words = unsafe { __hp5.array("words", hp5::rt::flat(&raw const words), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("words:86", "tests/cases/ok/lengths_of_elements.rs", 86));
        __t.access(&__v_words, hp5::rt::Mode::InOut, &[(1, 2)]);
        let __s0_words = [(1, 2)];
        let words = __v_words.view();
        let __body = move || {
            let mut words = words.within(&__s0_words);
            {
                let x = slow(6);
                words[1].push(if x == 0 { 'a' } else { 'b' });
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/lengths_of_elements.rs:91 #[hp5::task]
    {
        let __v_words = unsafe { __hp5.array("words", hp5::rt::flat(&raw const words), &[0]) };
        let __v_lens = unsafe { __hp5.array("lens", hp5::rt::flat(&raw const lens), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("words:91", "tests/cases/ok/lengths_of_elements.rs", 91));
        __t.access(&__v_lens, hp5::rt::Mode::Out, &[(0, 1)]);
        __t.access(&__v_words, hp5::rt::Mode::In, &[(1, 2)]);
        let __s0_lens = [(0, 1)];
        let words = __v_words.view();
        let lens = __v_lens.view();
        let __body = move || {
            let words = words;
            let mut lens = lens.within(&__s0_lens);
            {
                lens[0] = words[1].len();
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn pairs(lens: &mut [usize], pairs: &mut [[Vec<u64>; 2]]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("pairs", "tests/cases/ok/lengths_of_elements.rs", 97));
    // hp5: tests/cases/ok/lengths_of_elements.rs:99 #[hp5::task]
    {
        let __v_pairs = unsafe { __hp5.array("pairs", hp5::rt::nested::<2, _>(&raw const pairs), &[0, 0]) };
        let mut __t = __hp5.task(hp5::rt::site!("pairs:99", "tests/cases/ok/lengths_of_elements.rs", 99));
        __t.access(&__v_pairs, hp5::rt::Mode::InOut, &[(1, 2), (0, 1)]);
        let __s0_pairs = [(1, 2), (0, 1)];
        let pairs = __v_pairs.view();
        let __body = move || {
            let mut pairs = pairs.within(&__s0_pairs);
            {
                grow(&mut pairs[(1, 0)]);
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/lengths_of_elements.rs:103 #[hp5::task]
    {
        let __v_pairs = unsafe { __hp5.array("pairs", hp5::rt::nested::<2, _>(&raw const pairs), &[0, 0]) };
        let __v_lens = unsafe { __hp5.array("lens", hp5::rt::flat(&raw const lens), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("pairs:103", "tests/cases/ok/lengths_of_elements.rs", 103));
        __t.access(&__v_lens, hp5::rt::Mode::Out, &[(0, 1)]);
        __t.access(&__v_pairs, hp5::rt::Mode::In, &[(1, 2), (0, 1)]);
        let __s0_lens = [(0, 1)];
        let pairs = __v_pairs.view();
        let lens = __v_lens.view();
        let __body = move || {
            let pairs = pairs;
            let mut lens = lens.within(&__s0_lens);
            {
                lens[0] = pairs[(1, 0)].len();
            }
        };
        unsafe { __t.spawn(__body) };
    }
    // hp5: tests/cases/ok/lengths_of_elements.rs:107 #[hp5::task]
    {
        let __v_pairs = unsafe { __hp5.array("pairs", hp5::rt::nested::<2, _>(&raw const pairs), &[0, 0]) };
        let __v_lens = unsafe { __hp5.array("lens", hp5::rt::flat(&raw const lens), &[0]) };
        let mut __t = __hp5.task(hp5::rt::site!("pairs:107", "tests/cases/ok/lengths_of_elements.rs", 107));
        __t.access(&__v_lens, hp5::rt::Mode::Out, &[(1, 2)]);
        let __s0_lens = [(1, 2)];
        let pairs = __v_pairs.view();
        let lens = __v_lens.view();
        let __body = move || {
            let pairs = pairs;
            let mut lens = lens.within(&__s0_lens);
            {
                lens[1] = pairs.row(1).len();
            }
        };
        unsafe { __t.spawn(__body) };
    }
    __hp5.end();
}

// Nobody resizes the rows: the tasks stay parallel.
#[allow(unsafe_code, unused_mut, unused_variables, unused_parens, unused_assignments, unused_braces, unused_unsafe, unreachable_code, redundant_semicolons, clippy::all)]
fn rows(rows: &mut [Vec<u64>], sums: &mut [u64]) {
    let __hp5 = hp5::rt::Region::begin(hp5::rt::site!("rows", "tests/cases/ok/lengths_of_elements.rs", 114));
    // hp5: tests/cases/ok/lengths_of_elements.rs:116 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_rows = unsafe { __hp5.array("rows", hp5::rt::nested::<2, _>(&raw const rows), &[2, 0]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:116", "tests/cases/ok/lengths_of_elements.rs", 116), hp5::rt::Order::Parallel, hp5::rt::chunks(0..rows.len(), 2, 0));
        __loop.access(&__v_rows, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, ((rows[0].len()) as isize))]);
        let __s0_rows = __loop.section(|[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), (0, ((rows[0].len()) as isize))]);
        let rows = __v_rows.view();
        let __body = __loop.body(move |__chunks| {
            let __s0_rows = __s0_rows.of(&__chunks);
            let __i_part = __chunks;
            let mut rows = rows.within(&__s0_rows);
            for i in __i_part.clone() {
                for j in 0..rows.row(0).len() {
                    rows[(i, j)] += (i + j) as u64;
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    // hp5: tests/cases/ok/lengths_of_elements.rs:122 #[hp5::task_tile(i = 2)], parallel
    {
        let __v_rows = unsafe { __hp5.array("rows", hp5::rt::nested::<2, _>(&raw const rows), &[2, 0]) };
        let __v_sums = unsafe { __hp5.array("sums", hp5::rt::flat(&raw const sums), &[2]) };
        let mut __loop = __hp5.loop_tasks(hp5::rt::site!("rows:122", "tests/cases/ok/lengths_of_elements.rs", 122), hp5::rt::Order::Parallel, hp5::rt::chunks(0..sums.len(), 2, 0));
        __loop.access(&__v_sums, hp5::rt::Mode::InOut, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi)]);
        __loop.access(&__v_rows, hp5::rt::Mode::In, |[(__i_lo, __i_hi)]| [(__i_lo, __i_hi), hp5::rt::ALL]);
        let rows = __v_rows.view();
        let sums = __v_sums.view();
        let __body = __loop.body(move |__i_part| {
            let rows = rows;
            let mut sums = sums;
            for i in __i_part.clone() {
                for j in 0..rows.row(i).len() {
                    sums[i] += rows[(i, j)];
                }
            }
        });
        unsafe { __loop.spawn(__body) };
    }
    __hp5.end();
}

fn main() {
    let lists = || vec![Vec::new(); 3];
    let mut lens = vec![0; 7];
    tasks(&mut lens, &mut lists());
    println!("{lens:?}");
    between(&mut lens, &mut lists());
    println!("{lens:?}");
    of_whole(&mut lens, &mut vec![1]);
    println!("{lens:?}");
    words(&mut lens, &mut [String::new(), String::new()]);
    println!("{lens:?}");
    pairs(&mut lens, &mut [[vec![], vec![]], [vec![], vec![]]]);
    println!("{lens:?}");
    let mut sums = vec![0; 6];
    rows(&mut vec![vec![1; 5]; 6], &mut sums);
    println!("{sums:?}");
}
