//! What LPUs do to their parts that others do not see: sub-partitions with results, random
//! numbers, epochs and paddings of their own, epochs that some LPUs come to, and an array as two
//! spaces have it. (Rows by `p0`, columns by `p1`.)

pub(super) const PLATES: &[(&str, &str)] = &[
    (
        "results-of-pieces",
        "s: Integer total: Real double-precision Reduction place: Integer Reduction
    Stages:
        add(v, total) { do { reduce(total, \"sum\", v[i][j]) } for i, j in v }
        spread(u, total) { do { u[i] = 0.5 * u[i] + total } for i in u }
        mark(v, total) { do { v[i][j] = v[i][j] - 0.25 * total } for i, j in v }
        column(v, place) { do { do { reduce(place, \"minEntry\", v[i][j]) } for j in v } for i in v }
        place_in(u, place) { do { u[i] = u[i] + place } for i in u }
    Computation:
        Space A {
            Repeat foreach sub-partition { add(v, total) mark(v, total) }
            spread(u, total)
        }
        Space A { Repeat foreach sub-partition { add(v, Space Root: total) } }
        Space A { spread(u, total) Repeat foreach sub-partition { column(v, Space Root: place) } }
        Space A {
            place_in(u, place)
            Repeat foreach sub-partition {
                Space B { add(v, Space A: total) mark(v, Space A: total) }
                mark(v, total)
            }
            spread(u, total)
        }
        Space C { Repeat foreach sub-partition { Space D { add(v, Space C: total) } } }
        Space A { spread(u, total) }
PARTITION
        Space A <1d> {
            v<dim1>: block_size(p0)
            u: block_size(p0)
            Sub-partition <1d> <ordered> { v<dim2>: block_size(p1) descends }
        }
        Space B <1d> divides Space A sub-partitions { v<dim1>: stride(2) }
        Space C <un-partitioned> { v
            Sub-partition <1d> <unordered> { v<dim2>: block_size(p1) }
        }
        Space D <1d> divides Space C sub-partitions { v<dim1>: block_size(p0) }
",
    ),
    (
        "random-numbers-anywhere",
        "s: Integer
    Initialize:
        init_rand(11)
    Stages:
        shake(v) { do { v[i][j] = v[i][j] + random() } for i, j in v }
        more(v, s) { do { v[i][j] = v[i][j] * 0.5 + s } for i, j in v }
        first(v) { v[0][0] = v[0][0] + random() }
    Computation:
        Space A {
            Repeat foreach sub-partition { Space B { shake(v) } shake(v) }
            Repeat foreach sub-partition { shake(v) more(v, 1) }
            Where random() < 0.5 { more(v, 2) }
            Where likely(0.75) and v[v.local.dimension1.range.min][0] > 0 - 3 {
                more(v, 3)
                Where likely(0.5) { shake(v) }
            }
            Repeat while random_integer(1, 4) > 1 { more(v, 4) }
            Repeat for s in [1...random_integer(1, 5)] { more(v, s) }
        }
        Where likely(0.5) { Space E { first(v) } }
        Repeat while likely(0.6) { Space E { first(v) } }
PARTITION
        Space A <1d> {
            v<dim1>: block_size(p0)
            Sub-partition <1d> <ordered> { v<dim2>: block_size(p1) ascends }
        }
        Space B <1d> divides Space A sub-partitions { v<dim1>: block_size(2) }
        Space E <un-partitioned> { v }
Function likely(chance) {
    return random() < chance
}
",
    ),
    (
        "epochs-of-pieces-and-of-some",
        "s: Integer
    Stages:
        step(v) {
            do { v[i][j] at (current) = v[i][j] at (current - 1) * 0.5 + v[i][j] at (current - 2) + lpuId[0] }
            for i, j in v and j % 2 == 0
        }
        beside(v) {
            rows = v.local.dimension1.range
            do { v[i][j] at (current) = v[i - 1][j] at (current - 1) - v[i][j] at (current - 2) }
            for i, j in v and i > rows.min
        }
        grow(u) { do { u[i] = u[i] + 7 } for i in u }
        mix(v) { do { v[i][j] = v[i][j] + 0.5 * v[i][j] at (current - 1) } for i, j in v }
        whole(v) { do { v[i][j] at (current) = v[8 - i][j] at (current - 1) + 1 } for i, j in v }
        keep(u, v) { do { u[i] = u[i] + v[i][i] at (current - 1) - v[i][0] at (current - 2) } for i in u and i < 9 }
    Computation:
        Space A {
            Repeat foreach sub-partition { Epoch { step(v) } Epoch { beside(v) } mix(v) }
            mix(v)
            Repeat foreach sub-partition { Space B { Repeat for s in [1...2] { Epoch { beside(v) } } } }
        }
        Space P {
            Where lpuId[0] % 2 == 0 { Space Q { Epoch { beside(v) } mix(v) } }
            Where v[v.local.dimension1.range.min][0] > 0 {
                Space Q { Where lpuId[0] == 0 { Epoch { beside(v) } } mix(v) }
            }
            mix(v)
        }
        Space O { Repeat while u[u.local.dimension1.range.min] < 20 { Space I { grow(u) Epoch { step(v) } } } }
        Space R { Where lpuId[0] == 0 { Epoch { whole(v) } } }
        Space S { Epoch { whole(v) } keep(u, v) }
        Space A { mix(v) }
PARTITION
        Space A <1d> {
            v<dim1>: block_size(p0)
            Sub-partition <1d> <ordered> { v<dim2>: block_size(p1) ascends }
        }
        Space B <1d> divides Space A sub-partitions { v<dim1>: block_size(2) padding(1) }
        Space P <1d> { v<dim1>: block_size(p0) padding(1) }
        Space Q <1d> divides Space P partitions { v<dim1>: block_size(p1) padding(1, 2) }
        Space O <1d> { u: block_count(p0)
            v<dim2>: block_count(p0) }
        Space I <1d> divides Space O partitions { u: stride(p1)
            v<dim2>: stride(p1) }
        Space R <1d> { u: block_size(p0)
            v: replicated }
        Space S <un-partitioned> { u, v }
",
    ),
    (
        "paddings-of-pieces",
        "s: Integer
    Stages:
        run(v) {
            columns = v.local.dimension2.range
            do in sequence {
                do { v[i][j] = v[i][j] + 0.5 * v[i][j - 1] } for i in v
            } for j in columns and j > columns.min
        }
        look(u, v) {
            columns = v.local.dimension2.range
            do { u[i] = u[i] * 0.5 + v[i][columns.max] - v[i][columns.min] } for i in u and i < 9
        }
        sweep(v) {
            rows = v.local.dimension1.range
            do { v[i][j] at (current) = v[i - 1][j] at (current - 1) + 1 } for i, j in v and i > rows.min
        }
    Computation:
        Repeat for s in [1...2] {
            Space A {
                Repeat foreach sub-partition { run(v) look(u, v) }
                Repeat foreach sub-partition { look(u, v) }
                Repeat foreach sub-partition { run(v) Epoch { sweep(v) } run(v) Space B { run(v) } look(u, v) }
            }
        }
PARTITION
        Space A <1d> {
            v<dim1>: block_size(p0) padding(1)
            u: block_size(p0)
            Sub-partition <1d> <ordered> { v<dim2>: block_size(p1) padding(1, 2) descends }
        }
        Space B <1d> divides Space A sub-partitions { v<dim1>: block_size(1) }
",
    ),
    (
        "as-two-spaces-have-it",
        "s: Integer
    Stages:
        turn(x, before) { do { x[i][j] = before[8 - i][j] + 0.5 * x[i][j] } for i, j in x }
        three(x, near, far) {
            do { x[i][j] = x[i][j] - near[i][j] + 0.25 * far[8 - i][10 - j] } for i, j in x
        }
        scale(x) { do { x[i][j] = 0.75 * x[i][j] } for i, j in x }
        put(u, line) { do { line[i] = line[i] + u[i] * 0.5 } for i in line }
        own(u) { do { u[i] = u[i] + 1 } for i in u }
        first(line) {
            low = line.local.dimension1.range.min
            line[low] = line[low] + 1 + lpuId[0]
        }
    Computation:
        Repeat for s in [1...2] {
            Space A {
                turn(v, Space Root: v)
                scale(v)
                Space B { turn(v, Space Root: v) scale(v) three(v, Space A: v, Space Root: v) }
                turn(v, Space Root: v)
            }
            Space L { Where lpuId[0] == 1 { Space M { Where lpuId[0] < 2 { first(Space L: u) } } } own(u) }
            Space C { put(u, u) Space D { own(u) } }
        }
PARTITION
        Space A <1d> { v<dim1>: block_size(p0) padding(1) }
        Space B <1d> divides Space A partitions { v<dim2>: block_size(p1) padding(1) }
        Space L <1d> { u: block_size(p0) padding(2) }
        Space M <1d> divides Space L partitions { v<dim1>: block_size(2) }
        Space C <1d> { u: block_size(p0) }
        Space D <1d> divides Space C partitions { u: stride(p1); relative to Space C }
",
    ),
    (
        "versions-that-only-advance",
        "s: Integer
    Stages:
        step(v) { do { v[i][j] at (current) = v[i][j] at (current - 1) * 0.5 + i - j } for i, j in v }
        look(u, v) { do { u[i] = u[i] + v[i][0] at (current - 1) - v[i][1] at (current - 2) } for i in u and i < 9 }
        take(u, x) { do { u[i] = 0.5 * u[i] + x[i][2] - x[i][3] at (current - 1) } for i in u and i < 9 }
    Computation:
        Space A {
            Repeat for s in [1...2] { Epoch { step(v) } }
        }
        Space A {
            take(u, Space Root: v)
            Epoch { look(u, v) }
            take(u, Space Root: v)
            take(u, v)
        }
        Space A { take(u, v) }
PARTITION
        Space A <1d> {
            u: block_size(p0)
            v<dim1>: block_size(p0)
        }
",
    ),
    (
        "past-what-lpus-between-have",
        "s: Integer
    Stages:
        beside(v) {
            do in sequence { do { v[i][j] = 0.5 * v[i][j] + v[i - 1][j] } for j in v } for i in v.local.dimension1.range
                and i > v.local.dimension1.range.min
        }
        take(u, x) { do { u[i] = u[i] + x[8 - i][3] } for i in u and i < 9 }
        one(u) { do { u[i] = 7.0 * i } for i in u and i % 3 == 0 }
        add(u) { do { u[i] = u[i] + 0.5 } for i in u }
        keep(v, u) {
            low = u.local.dimension1.range.min
            do { v[i][j] = v[i][j] - u[low] } for i, j in v
        }
    Computation:
        Repeat for s in [1...2] {
            Space A {
                beside(v)
                Space B { take(u, v) }
                Where lpuId[0] % 2 == 0 { beside(v) Space B { take(u, v) } }
                Repeat foreach sub-partition { beside(v) Space D { take(u, v) } beside(v) }
                Space B { take(u, v) }
                beside(v)
            }
        }
        Space P {
            Space Q { Where lpuId[0] == 0 and lpuId[1] == 0 { one(u) } }
            Space Q { keep(v, u) }
        }
        Space P {
            Where lpuId[0] == 0 { Space Q { Where lpuId[0] == 0 { one(u) } } Space Q { keep(v, u) } }
            Space Q { Where lpuId[0] == 0 { add(u) } }
        }
PARTITION
        Space A <1d> {
            v<dim1>: block_size(p0) padding(1, 2)
            u: block_size(p0)
            Sub-partition <1d> <ordered> { v<dim2>: block_size(4) ascends }
        }
        Space B <1d> divides Space A partitions {
            u: block_size(2)
            v: replicated; relative to Space Root
        }
        Space D <1d> divides Space A sub-partitions {
            u: block_size(3)
            v: replicated; relative to Space Root
        }
        Space P <1d> { v<dim1>: block_size(p0) }
        Space Q <2d> divides Space P partitions {
            v: block_size(p1, 4)
            u: block_size(5), replicated
        }
",
    ),
];
