// hp5.h: task graphs over data tiles, run by all cores of a machine.
//
//   #include <hp5.h>            cc program.c $(pkg-config --cflags --libs hp5)
//
// A program begins a region, says which arrays there are and how they are cut into tiles, and
// registers tasks with what they read and write. The library runs a task when those before it are
// completed that conflict with it, in parallel where nothing conflicts; the result is that of running
// the tasks one after the other. hp5_region_end waits for them. Bodies are functions that get a
// copy of their arguments.
//
// Ownership: what a function makes belongs to the caller, until the function that ends it. What is
// handed in is copied, unless it says otherwise; data that bodies use stays the caller's.
// Threads: a region, its arrays, reductions and tapes belong to the thread that began the region.
// Bodies run on any thread. Different threads may have regions open at the same time.
// Errors: functions return HP5_OK or why not, or NULL, HP5_NO_ARRAY, false; hp5_error_message then has
// the text. Lengths count elements, sizes bytes, times seconds.
//
// This file is made from the sources of the library by cbindgen; do not change it.

#ifndef HP5_H
#define HP5_H


#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
// A site: `static hp5_site here = HP5_SITE("name");`.
#define HP5_SITE(name) { (name), __FILE__, __LINE__, NULL }


// Most dimensions of an array, and most loops around one another.
#define HP5_MAX_DIMS 6

// The array's rows are reached through an array of pointers (`double **`), to which `base` points.
#define HP5_POINTERS 1

// An inner index may run over into the next row: a section that does is the whole array.
#define HP5_LINEAR 2

// The accesses of the task's body, told by `hp5_touch`, are held against what it declares.
#define HP5_CHECKS 4

// Most loops around one another.
#define HP5_MAX_LOOPS 4

// The loop's tasks depend on one another through their tiles, in the order of the loop. Without
// it they never do (a parallel loop).
#define HP5_ORDERED 1

// The section of a dimension is the same for all tasks.
#define HP5_NO_LOOP -1

// What a PPU's thread is bound to: what the environment says (`HP5_BIND`), or else a core.
#define HP5_BIND_DEFAULT 0

// A PPU's thread is bound to nothing.
#define HP5_BIND_NONE 1

// A PPU's thread is bound to a core of its own as long as there are cores.
#define HP5_BIND_CORE 2

// A PPU's thread is bound to a hardware thread.
#define HP5_BIND_THREAD 3

// Version of this header: 10000 major + 100 minor + patch.
#define HP5_VERSION 100

// The task has a home, which `home` says.
#define HP5_HOME 1

// The task is at home with whoever is free, whatever it uses.
#define HP5_ROAMS 2

// The task is a tile of several loops that are cut. Where it uses memory by several names, one of which
// it writes, registering it fails: such tiles would run in another order than the program's.
#define HP5_TILES 8

// Cancels a region, from any thread. It may outlive the region, and does nothing then.
typedef struct hp5_canceller hp5_canceller;

// The turns of a loop that is recorded and replayed where that pays.
typedef struct hp5_laps hp5_laps;

// Keeps a task from being completed. It may be given back on any thread, once.
typedef struct hp5_pending hp5_pending;

// A region that runs again and again, and is recorded.
typedef struct hp5_recording hp5_recording;

// A reduction into a scalar, over tasks of a region. It belongs to the caller, until
// `hp5_reduction_combine`, and is used on the region's thread while that is open.
typedef struct hp5_reduction hp5_reduction;

// An open region: tasks are registered into it and run when those are completed that they depend
// on. It belongs to the thread that began it, until `hp5_region_end`.
typedef struct hp5_region hp5_region;

// A loop of laps that is recorded inside a region.
typedef struct hp5_tape hp5_tape;

// Number of an array in its region.
typedef uint32_t hp5_array_number;

// What an array is, and how it is cut into tiles (its template). Rows lie one after the other, the
// last dimension innermost.
typedef struct {
    // For people; NULL is "".
    const char *name;
    // Its first element; its rows' pointers with `HP5_POINTERS`. An array is known by this address.
    const void *base;
    // Size of an element in bytes.
    size_t element_bytes;
    // Number of dimensions, 0 (a scalar) to `HP5_MAX_DIMS`.
    uint32_t dims;
    // `HP5_POINTERS`, `HP5_LINEAR`, or 0.
    uint32_t flags;
    // Elements per dimension. What tasks use beyond them is ordered as the nearest element is.
    const size_t *extents;
    // Elements of a tile per dimension, or `hp5_parts(n)` or `hp5_parts_ceil(n)`; 0: the whole dimension.
    // NULL: one tile.
    const size_t *tile;
} hp5_array_info;

// Name and place of a region or task, for messages, traces and pictures. Make one per place by
// `static hp5_site here = HP5_SITE("name");`: the first use notes in it what the runtime knows it
// by. Texts stay where they are while the site is used.
typedef struct {
    // Name for people; NULL is "".
    const char *name;
    // Source file, `__FILE__`; NULL is "".
    const char *file;
    // Line, `__LINE__`.
    uint32_t line;
    // The runtime's own; NULL at first.
    void *known;
} hp5_site;

// How a call ended: `HP5_OK`, or why not.
typedef uint32_t hp5_status;

// How a task uses what it names.
typedef uint32_t hp5_mode;

// What a loop writes of one dimension of an array: `coefficient * i + least` to
// `coefficient * i + greatest` for each index `i`.
typedef struct {
    // What the index is multiplied with.
    ptrdiff_t coefficient;
    // The least offset.
    ptrdiff_t least;
    // The greatest offset, which is touched too.
    ptrdiff_t greatest;
    // Elements of a tile in this dimension; 0: the whole dimension.
    size_t tile;
} hp5_loop_use;

// One loop of a nest: indices from `lower` on, without `upper`.
typedef struct {
    // The first index.
    ptrdiff_t lower;
    // One past the last.
    ptrdiff_t upper;
    // Indices of a task; 0: all.
    size_t tile;
    // Chunks begin at indices that are this modulo `tile` (the modulo offset).
    size_t offset;
    // Distance of the indices that the loop visits; 0 is 1. A chunk begins at one of these; the
    // body steps on.
    size_t step;
    // The chunks are registered last to first.
    bool backwards;
} hp5_loop;

// Indices of one dimension that a task touches. Of a loop: `coefficient * i + least` to
// `coefficient * i + greatest`, for each `i` of the task's chunk.
typedef struct {
    // Number of the loop, outermost 0, or `HP5_NO_LOOP`: then `least` to `greatest`, whatever the task.
    int32_t loop_number;
    // What the index is multiplied with.
    ptrdiff_t coefficient;
    // The least offset.
    ptrdiff_t least;
    // The greatest offset, which is touched too. 0 to `PTRDIFF_MAX - 1` of no loop are all indices.
    ptrdiff_t greatest;
} hp5_loop_section;

// What each task of a loop uses of an array.
typedef struct {
    // The array.
    hp5_array_number array;
    // How it is used.
    hp5_mode mode;
    // One per dimension of the array; NULL: all of it. Of a key: the bytes from it on that are used,
    // by `least` and `greatest` alone; NULL: nobody knows.
    const hp5_loop_section *section;
    // Not NULL: an address that stands for something, as `hp5_access.key` is; `array` is not looked
    // at. Where it lies in an array that the tasks use too, and one of the two is written, the tasks are
    // ordered.
    const void *key;
} hp5_loop_access;

// A nest of loops whose tasks are to be registered.
typedef struct {
    // Name and place in the source; NULL is none.
    hp5_site *site;
    // Loops, outermost first.
    const hp5_loop *loops;
    // How many loops, 1 to `HP5_MAX_LOOPS`.
    size_t loop_count;
    // What each task uses.
    const hp5_loop_access *accesses;
    // How many accesses.
    size_t access_count;
    // What the body gets, one copy for all tasks.
    const void *arguments;
    // Size of this in bytes.
    size_t arguments_size;
    // Larger runs earlier; 0 is normal.
    int32_t priority;
    // `HP5_ORDERED` or 0.
    uint32_t flags;
} hp5_loop_nest;

// Indices of one dimension: from `lower` on, without `upper`. 0 to `PTRDIFF_MAX` are all of them.
typedef struct {
    // The first index.
    ptrdiff_t lower;
    // One past the last.
    ptrdiff_t upper;
} hp5_bounds;

// The body of a loop's tasks: `chunks` has the indices of each loop, outermost first.
typedef void (*hp5_loop_body)(const hp5_bounds *chunks, const void *arguments);

// Type of a scalar.
typedef uint32_t hp5_type;

// An operator.
typedef uint32_t hp5_op;

// What a region did, summed over its PPUs.
typedef struct {
    // Tasks with a body.
    uint64_t tasks;
    // Tasks without one, which the runtime put in (remapping, shared tiles of a loop).
    uint64_t artificial;
    // Dependence edges drawn.
    uint64_t edges;
    // Tasks that a PPU took from another one.
    uint64_t steals;
    // Tasks whose body did not run because the region had failed.
    uint64_t cancelled;
    // Tasks that were recorded.
    uint64_t recorded;
    // Tasks that ran from a recording.
    uint64_t replayed;
    // Tasks of recorded loops and regions that were registered all the same, since they, or one
    // before them, differed from the recording. `replayed / (replayed + differing)` is the hit rate.
    uint64_t differing;
    // PPUs of the runtime.
    uint64_t ppus;
    // Seconds from the region's begin to its end.
    double seconds;
    // Seconds without work, summed over PPUs.
    double idle_seconds;
} hp5_stats;

// How to start the runtime. `hp5_config config = {0};` takes everything from the environment
// (docs/environment.md); members that are set go before it.
typedef struct {
    // Threads that run tasks (processing units, PPUs), 1 to 4096; 0: `HP5_NUM_PPUS`, or one per core.
    size_t ppus;
    // One of `HP5_BIND_..`.
    uint32_t bind;
    // Recording of loops: 0: `HP5_REPLAY`, or where it pays; 1: never; 2: where it pays; 3: wherever
    // it can be done.
    uint32_t replay;
    // A machine description: a file, a name, or a line of levels; NULL: `HP5_MACHINE`, or this machine.
    const char *machine;
    // Tasks of a region in flight before its registering thread runs tasks itself; 0:
    // `HP5_MAX_TASKS`, or 65536.
    uint64_t max_tasks;
    // Seconds without progress after which the watchdog reports; 0: `HP5_WATCHDOG`, or none.
    double watchdog;
} hp5_config;

// Details of a failure; see `hp5_last_error`. The texts belong to the library and stay until
// another call of this thread fails.
typedef struct {
    // What the call returned.
    hp5_status status;
    // All of it for people, in several lines.
    const char *message;
    // Name of the region, or "".
    const char *region;
    // Name of the task that failed, or "".
    const char *task;
    // Source file of the task, or of the region, or "".
    const char *file;
    // Line there, from 1; 0 when there is none.
    uint32_t line;
    // Tasks of the region that were not run because of the failure.
    uint64_t cancelled;
} hp5_error;

// Registers one lap: into `region`, which is the tape's.
typedef void (*hp5_lap_body)(hp5_region *region, void *context);

// Something that a task uses: tiles of an array, or an address that stands for something.
typedef struct {
    // Not NULL: an address that stands for something; `array` is not looked at. In an array of the
    // region: for what begins there, as another name for a part of it; for all of the array if the task
    // uses it by its number too. How far it reaches says `section`.
    const void *key;
    // The array.
    hp5_array_number array;
    // How it is used.
    hp5_mode mode;
    // One pair of bounds per dimension of the array; NULL: all of it. The task uses the tiles that
    // this section meets. Of a key: the bytes from it on that are used, one pair; NULL: nobody knows.
    const hp5_bounds *section;
} hp5_access;

// A task to be registered. `hp5_task task = {0};` is one without a name that uses nothing.
typedef struct {
    // Name and place in the source; NULL is none.
    hp5_site *site;
    // A name of its own; NULL: the site's.
    const char *name;
    // What it uses.
    const hp5_access *accesses;
    // How many accesses.
    size_t access_count;
    // What its body gets a copy of.
    const void *arguments;
    // Size of this in bytes.
    size_t arguments_size;
    // Larger runs earlier; 0 is normal, negative runs when nothing else is ready.
    int32_t priority;
    // `HP5_HOME`, `HP5_ROAMS`, or 0: the task's home is that of the tile of which it uses most
    // bytes, where those that it writes count twice. Beside one of these, `HP5_CHECKS` and `HP5_TILES`.
    uint32_t flags;
    // With `HP5_HOME`: the PPU, from 0 on.
    size_t home;
} hp5_task;

// A task's body. `arguments` are the copy of what the task was registered with, aligned to 64
// bytes; they stay as they are.
typedef void (*hp5_body)(const void *arguments);

// A composite task's body. It registers tasks into `region`; the task is completed when they are.
typedef void (*hp5_nested_body)(hp5_region *region, const void *arguments);

// The body of a task that starts something and does not wait for it. The task is completed when
// the body has returned and `pending` was given to `hp5_pending_complete` or `hp5_pending_fail`.
typedef void (*hp5_pending_body)(hp5_pending *pending, const void *arguments);

// What `hp5_array` returns when it fails.
#define HP5_NO_ARRAY UINT32_MAX

// It reads.
#define HP5_IN 1

// It overwrites without reading.
#define HP5_OUT 2

// It reads and writes.
#define HP5_INOUT 3

// It reads and writes, in any order among the commutative users, one at a time.
#define HP5_COMMUTATIVE 4

// `int32_t`
#define HP5_INT32 1

// `int64_t`
#define HP5_INT64 2

// `uint32_t`
#define HP5_UINT32 3

// `uint64_t`
#define HP5_UINT64 4

// `float`
#define HP5_FLOAT 5

// `double`
#define HP5_DOUBLE 6

// `int8_t`
#define HP5_INT8 7

// `int16_t`
#define HP5_INT16 8

// `uint8_t`
#define HP5_UINT8 9

// `uint16_t`
#define HP5_UINT16 10

// `+` (whole numbers wrap)
#define HP5_ADD 1

// `*` (whole numbers wrap)
#define HP5_MUL 2

// The least
#define HP5_MIN 3

// The greatest
#define HP5_MAX 4

// `&`, of whole numbers
#define HP5_BAND 5

// `|`, of whole numbers
#define HP5_BOR 6

// `^`, of whole numbers
#define HP5_BXOR 7

// The call did what it says.
#define HP5_OK 0

// A task failed: it called `hp5_fail` or `hp5_pending_fail`.
#define HP5_FAILED 1

// The region was cancelled.
#define HP5_CANCELLED 2

// The region's deadline passed.
#define HP5_DEADLINE 3

// The region around this one failed or was cancelled.
#define HP5_AROUND 4

// The call cannot be made like this: `hp5_error_message` says what is wrong with it.
#define HP5_MISUSE 5

// The runtime cannot be started as it was told to.
#define HP5_CONFIG 6

// A tape was not replayed: nothing is recorded, or a body can run once only.
#define HP5_NO_REPLAY 7

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Tells a region of an array, or finds it again: the same base under the same shape and tile is
// the same array. The same memory under another tile, shape or overlapping range is remapped: what
// uses it from here on waits for all that used it before, by whatever array; one task uses one of
// several that overlap.
//
// Returns the array's number in this region, or `HP5_NO_ARRAY`.
//
// # Safety
// `region` is NULL or an open region, on its thread. The array's memory stays where it is until
// the region's tasks are done, and other code does not touch what pending tasks use. The texts and
// lists of `info` are what they say.
hp5_array_number hp5_array(hp5_region *region,
                           const hp5_array_info *info);

// Says that the calling task failed, and why; its body should return then. The region ends with an
// error that names the task, its place, its tiles and this message; tasks that have not begun are
// not run. The first message of a body counts. Outside of bodies it does nothing and returns `false`.
//
// # Safety
// `message` is NULL or a text.
bool hp5_fail(const char *message);

// True when the calling task's region was cancelled, failed or ran out of time: what the body
// computes will not be used, and it may as well return. `false` outside of tasks.
bool hp5_is_cancelled(void);

// A handle to cancel the region with. It belongs to the caller, until `hp5_canceller_free`.
//
// Returns NULL on failure.
//
// # Safety
// `region` is NULL or an open region, on its thread.
hp5_canceller *hp5_canceller_of(hp5_region *region);

// Cancels the region: tasks that run are finished, the others are not run, and the region ends
// with `HP5_CANCELLED`, this place and this reason. Returns `false` when the region is over, had failed, or was
// cancelled before.
//
// # Safety
// `canceller` is NULL or one that was not freed; `site` is NULL or made by `HP5_SITE`; `reason` is
// NULL or a text.
bool hp5_cancel(const hp5_canceller *canceller,
                hp5_site *site,
                const char *reason);

// Frees a canceller; NULL is none.
//
// # Safety
// `canceller` is NULL or one that is not used again.
hp5_status hp5_canceller_free(hp5_canceller *canceller);

// Says that the calling body is about to read (`HP5_IN`), write (`HP5_OUT`) or do both to `bytes` bytes
// at `place`. Where the body's task was registered with `HP5_CHECKS` and declares no such access,
// while it declares others of that memory or other tasks do, the task fails as by `hp5_fail`, with a
// message that begins with `where`, `"heat.c:17"`. Otherwise, and outside of bodies, it does nothing.
//
// `base` is the array by whose name the body comes there, or NULL; it serves where an array's length
// is not known. `name` is what people call it; NULL for a part of something.
//
// # Safety
// `name` and `where` are NULL or texts. The bytes at `place` are not touched; rows' pointers of arrays
// that the task declares with `HP5_POINTERS` are read.
void hp5_touch(const void *place,
               size_t bytes,
               hp5_mode mode,
               const void *base,
               const char *name,
               const char *where);

// Begins a loop of so many turns, each of which registers the same tasks, with the same arguments,
// as the one `period` turns before, and does nothing else: where it pays, some are recorded and
// the others run from the recording, without being registered. What translated programs do with
// loops around tasks.
//
// Returns NULL on failure: the region has an open tape already.
//
// # Safety
// `region` is NULL or an open region, on its thread. `hp5_laps_next` is called until it returns -1;
// between two calls the tasks of the turn that it returned are registered.
hp5_laps *hp5_laps_begin(hp5_region *region,
                         size_t period,
                         ptrdiff_t turns);

// Ends a turn and begins the next one: its number, from 0, greater than those before, or -1 after
// the last turn; then the handle is gone.
//
// # Safety
// `laps` is NULL (the answer is -1) or one that has not returned -1, on its region's thread.
ptrdiff_t hp5_laps_next(hp5_laps *laps);

// The least modulo offset, below `tile`, for which no two tasks of `tile` indices meet in a tile of
// what they write: `hp5_loop.offset`. Uses that no offset keeps apart are left out; 0 where nothing
// is left, and tasks that meet in a tile then wait for one another, or for all of them what comes
// later does.
//
// # Safety
// `uses` points to `count` of them; it may be NULL when `count` is 0.
size_t hp5_offset(size_t tile,
                  size_t count,
                  const hp5_loop_use *uses);

// Registers the tasks of a nest of loops, one for each combination of chunks, in the order of the
// loops. Sections are affine, so that nothing is looked up or allocated per task. Tasks of a
// parallel loop never depend on one another; where two of them meet in a tile, what comes later
// waits for both. Tasks that use memory by several names, one of which they write, are in order, and
// where several loops are cut, which tiles would run in another order than the program's, one task.
//
// Returns `HP5_OK` or `HP5_MISUSE`, which registers nothing.
//
// # Safety
// As for `hp5_spawn`, for each task.
hp5_status hp5_spawn_loop(hp5_region *region,
                          const hp5_loop_nest *nest,
                          hp5_loop_body body);

// What the task had started is done: when its body has returned, too, the task is completed. The
// handle is gone.
//
// # Safety
// `pending` is NULL, or a handle that was not given back.
hp5_status hp5_pending_complete(hp5_pending *pending);

// What the task had started went wrong: its region ends with an error that names the task and
// gives this message. The handle is gone.
//
// # Safety
// `pending` is NULL, or a handle that was not given back; `message` is NULL or a text.
hp5_status hp5_pending_fail(hp5_pending *pending, const char *message);

// Begins a reduction into `*scalar`, which is of this type and stays where it is until the
// region's tasks are done. It is updated by `hp5_reduction_combine`.
//
// Returns NULL on failure.
//
// # Safety
// `region` is NULL or an open region, on its thread; `scalar` is NULL or of this type.
hp5_reduction *hp5_reduction_begin(hp5_region *region, hp5_type of, hp5_op by, void *scalar);

// A place for the partial result of one task: a cache line of its own, which stays until the
// region's tasks are done. It holds the value that changes nothing (0 for `HP5_ADD`). The task
// declares it as a key (`{.key = slot, .mode = HP5_OUT}`), gets the pointer by its arguments, and
// writes its partial result there.
//
// Returns NULL on failure.
//
// # Safety
// `region` is the one of the reduction, on its thread; `reduction` was not combined.
void *hp5_reduction_slot(hp5_region *region,
                         hp5_reduction *reduction);

// Registers the task that folds all slots, in the order in which they were given out, into the
// scalar. It uses the address of the scalar as a key, inout. The reduction is gone.
//
// # Safety
// `region` is the one of the reduction, on its thread; `reduction` was not combined; `site` is NULL
// or made by `HP5_SITE`.
hp5_status hp5_reduction_combine(hp5_region *region,
                                 hp5_reduction *reduction,
                                 hp5_site *site);

// Begins a region. Inside a task's body its tasks are that task's, which waits for them at the
// region's end. Starts the runtime if need be.
//
// Returns NULL on failure: see `hp5_error_message`.
//
// # Safety
// `site` is NULL or points to a site made by `HP5_SITE`.
hp5_region *hp5_region_begin(hp5_site *site);

// As `hp5_region_begin`, but ends the program with the message where it would return NULL.
//
// # Safety
// `site` is NULL or points to a site made by `HP5_SITE`.
hp5_region *hp5_must_begin(hp5_site *site);

// Waits for all tasks of the region and ends it; the handle is gone, whatever is returned. The
// counts of a region that did not fail go to `stats`, unless it is NULL.
//
// Returns `HP5_OK`, or why not all of its tasks were run: `HP5_FAILED`, `HP5_CANCELLED`,
// `HP5_DEADLINE` or `HP5_AROUND`; the message names the task and its tiles. `HP5_MISUSE`, and
// nothing ends, for a composite task's region, which ends by itself, and inside `hp5_lap`.
//
// # Safety
// `region` is NULL or an open region, on its thread; `stats` is NULL or may be written.
hp5_status hp5_region_end(hp5_region *region, hp5_stats *stats);

// Waits for all tasks that were registered into the region so far (`task_wait`). Inside a task's
// body, other tasks of the region run meanwhile, and no stranger.
//
// Returns as `hp5_region_end`. A failure is told once; the region must still be ended.
//
// # Safety
// `region` is NULL or an open region, on its thread.
hp5_status hp5_wait(hp5_region *region);

// Gives the region so many seconds from now on; after that it ends as if it were cancelled, with
// `HP5_DEADLINE`; the error gives the place `site`. Bodies that run are not interrupted (they can
// ask `hp5_is_cancelled`). A new deadline replaces the one before.
//
// # Safety
// `region` is NULL or an open region, on its thread; `site` is NULL or made by `HP5_SITE`.
hp5_status hp5_deadline(hp5_region *region,
                        hp5_site *site,
                        double seconds);

// A copy of `size` bytes that stays where it is until the region's tasks are done: for locals that
// tasks use after the function that registers them has returned. `bytes` may be NULL: then the
// copy is all zeros. It is aligned to 64 bytes and belongs to the region.
//
// Returns NULL on failure.
//
// # Safety
// `region` is NULL or an open region, on its thread; `bytes` is NULL or points to `size` bytes.
void *hp5_keep(hp5_region *region,
               const void *bytes,
               size_t size);

// A local of a block in which tasks are registered that use it: `size` bytes, aligned to 64 and not
// set to anything. They stay until the block is left (`hp5_local_end`) and the tasks registered so
// far are done. Where blocks leave much behind, this waits for tasks. What translated programs do
// with arrays.
//
// Does not return on failure: ends the program with the message.
//
// # Safety
// `region` is NULL or an open region, on its thread; it ends after the block is left.
void *hp5_local(hp5_region *region,
                size_t size);

// The block is left whose local `*variable` is, a pointer that `hp5_local` made or NULL: the
// function of `__attribute__((cleanup))`.
//
// # Safety
// `variable` points to such a pointer, on the thread of its region, and once for each.
void hp5_local_end(void *variable);

// Tells a region of rows that lie elsewhere: what stands for `place` in tasks (the base of an array
// with `HP5_POINTERS`, or a key) leads through `count` pointers of `table`, from number `first` on, to rows,
// of which tasks use the bytes from `lower` on, without `upper`; `PTRDIFF_MAX`: nobody knows, as far as
// the next row. Tasks that use some of these bytes by another name,
// told of later, are ordered with those that use `place`. Before tasks that use it are registered;
// to tell it again costs little. `table` may be `place`, or, of `double ***`, one of those that its
// pointers lead to. Pointers that are NULL lead nowhere.
//
// # Safety
// `region` is NULL or an open region, on its thread; `site` is NULL or made by `HP5_SITE`. There are so
// many pointers, or the kernel may be asked which are there (`process_vm_readv`); what they lead to is
// not touched.
hp5_status hp5_rows(hp5_region *region,
                    hp5_site *site,
                    const void *place,
                    const void *const *table,
                    ptrdiff_t first,
                    ptrdiff_t count,
                    ptrdiff_t lower,
                    ptrdiff_t upper);

// Whether a pointer leads to memory of so many bytes: what translated programs ask before they go through one which
// a task goes through only under a condition, `if (n->kind == LEAF) n->leaf->u[i] = 0;`, and that may be anything
// otherwise. Where the kernel may not be asked (some containers) it is true of all but NULL.
bool hp5_readable(const void *place,
                  size_t bytes);

// Starts the runtime of the process: its threads, one per PPU. NULL takes everything from the
// environment. Programs need not call it: the first region does. Any thread may.
//
// Returns `HP5_CONFIG` for settings that cannot be, and `HP5_MISUSE` when the runtime is started
// already.
//
// # Safety
// `config` is NULL or points to an `hp5_config` whose `machine` is NULL or a text.
hp5_status hp5_start(const hp5_config *config);

// Stops the runtime, and waits for its threads to end. Without a runtime it does nothing. A later
// region, or `hp5_start`, starts another one. Programs need not call it.
//
// Returns `HP5_MISUSE`, and does nothing, while a region or recording is open.
hp5_status hp5_stop(void);

// Number of PPUs of the runtime, which is started if need be; 0 when it cannot be.
size_t hp5_ppus(void);

// Bytes that the runtime holds for its tasks, free or in use; 0 without a runtime.
size_t hp5_held_bytes(void);

// Version of the library, `HP5_VERSION` of its header: 10000 major + 100 minor + patch.
uint32_t hp5_version(void);

// The counts of the outermost region that ended last in this process. Returns `false`, and leaves
// `stats` as it is, when none did.
//
// # Safety
// `stats` is NULL or may be written.
bool hp5_last_region(hp5_stats *stats);

// The first task that differed from what was recorded, and how, in the outermost region that ended
// last in this process; "" when none did, and in functions that run at the program's end (`atexit`).
// The text belongs to the library and stays until this thread asks again.
const char *hp5_first_difference(void);

// Why the last call of this thread that failed did so, in several lines for people; "" when none
// did. The text belongs to the library and stays until another call of this thread fails.
const char *hp5_error_message(void);

// Why the last call of this thread that failed did so, in parts. Returns `false`, and leaves
// `error` as it is, when none did.
//
// # Safety
// `error` points to an `hp5_error` that may be written.
bool hp5_last_error(hp5_error *error);

// What a status means, in a few words. The text is constant.
const char *hp5_status_text(hp5_status status);

// Ends the program with the message of this thread's last failure and status 1 (2 where that was
// `HP5_CONFIG`), unless `status` is `HP5_OK`: what translated programs do with failures.
void hp5_must(hp5_status status);

// Says that the loop at a place, which ends by `!=`, would go on from one end of its type's numbers to the other:
// what translated programs find when they register its tasks. Returns `HP5_MISUSE`.
//
// # Safety
// `file` is NULL or a text that ends with a zero.
hp5_status hp5_wraps(const char *file,
                     uint32_t line);

// Begins to record a loop inside a region. Everything that was registered before is waited for.
// The tape belongs to the caller, until `hp5_tape_end`, which comes before the region's end.
//
// Returns NULL on failure: the region has an open tape already.
//
// # Safety
// `region` is NULL or an open region, on its thread.
hp5_tape *hp5_tape_begin(hp5_region *region);

// Runs one lap of the loop: `lap` registers its tasks. The first laps are recorded, until there are
// tasks enough for PPUs to be kept busy. In later ones, tasks that are the same as in the recording
// take their dependences from there; one that differs makes the rest of the lap be registered.
//
// # Safety
// `tape` is NULL or an open tape, on its region's thread; `lap` does not unwind or jump out.
hp5_status hp5_lap(hp5_tape *tape,
                   hp5_lap_body lap,
                   void *context);

// Runs the last lap `times` more times, without registering it.
//
// Returns `HP5_NO_REPLAY` when nothing is recorded, or a task of the lap can run only once
// (composite and pending ones).
//
// # Safety
// `tape` is NULL or an open tape, on its region's thread.
hp5_status hp5_replay(hp5_tape *tape, uint32_t times);

// Waits for the tape's tasks and ends it.
//
// # Safety
// `tape` is NULL or an open tape, on its region's thread, and not used again.
hp5_status hp5_tape_end(hp5_tape *tape);

// A recording of a region that a program begins and ends again and again with the same tasks: each
// turn is `hp5_recording_begin`, registration, `hp5_region_end`. It belongs to the caller and stays
// on its thread, until `hp5_recording_free`.
//
// Returns NULL on failure.
//
// # Safety
// `site` is NULL or made by `HP5_SITE`.
hp5_recording *hp5_recording_new(hp5_site *site);

// Begins the next turn's region.
//
// Returns NULL on failure.
//
// # Safety
// `recording` is NULL or one that was not freed, on its thread; the region of its turn before was
// ended.
hp5_region *hp5_recording_begin(hp5_recording *recording);

// Frees a recording; NULL is none.
//
// # Safety
// `recording` is NULL or one that is not used again, on its thread; its regions were ended.
hp5_status hp5_recording_free(hp5_recording *recording);

// Registers a task: `body` runs with a copy of the arguments when every task is completed that
// was registered before and uses one of its tiles or keys in a conflicting mode. The calling
// thread may run it, or others, before this returns: do not hold a lock here that a body takes.
//
// Returns `HP5_OK` or `HP5_MISUSE`, which registers nothing; a task that fails is reported by
// `hp5_wait` and `hp5_region_end`.
//
// # Safety
// `region` is NULL or an open region, on its thread. The texts and lists of `task` are what they
// say while this call lasts. `body` touches only what the accesses say, which lives until the
// region's tasks are done; it may run on any thread, does not unwind or jump out, and leaves its
// arguments as they are.
hp5_status hp5_spawn(hp5_region *region,
                     const hp5_task *task,
                     hp5_body body);

// Whether a task that uses this uses no memory by several names, one of which it writes. Asked of a nest of
// loops as one task, it says whether its tiles may be tasks where several loops are cut: else these would run in
// another order than the program's, and a note says, once for each site, that they do not. Nothing is registered.
//
// Does not return on failure: ends the program with the message.
//
// # Safety
// As for `hp5_spawn`, but for the body.
bool hp5_is_apart(hp5_region *region,
                  const hp5_task *task);

// Registers a composite task: its body registers tasks into the region that it is given, with
// arrays of that region, and the task is completed when they are. Otherwise as `hp5_spawn`.
//
// # Safety
// As for `hp5_spawn`, for the body and for all tasks that it registers.
hp5_status hp5_spawn_nested(hp5_region *region, const hp5_task *task, hp5_nested_body body);

// Registers a task that starts something (a request, a transfer) and does not wait for it: no
// thread waits, and what depends on the task runs when its handle was given back. Otherwise as
// `hp5_spawn`.
//
// # Safety
// As for `hp5_spawn`, and for what was started: until the handle is given back.
hp5_status hp5_spawn_pending(hp5_region *region, const hp5_task *task, hp5_pending_body body);

// Has the region note what its tasks use, from here on, for `hp5_look`; returns it.
//
// Does not return on failure: ends the program with the message.
//
// # Safety
// `region` is NULL or an open region, on its thread.
hp5_region *hp5_watch(hp5_region *region);

// Says that the program is about to read (`HP5_IN`) or write `bytes` bytes at the address `place`, outside
// of tasks. Where tasks may be pending that write there, or that use what is written, by whatever name, it
// waits for all tasks of the region. It knows of tasks that were registered since `hp5_watch`, with
// arrays, or keys and how far they reach.
//
// Does not return on failure: ends the program with the message. `hp5_look` is the same, and calls it where
// the last call does not tell.
//
// # Safety
// `region` is NULL or an open region, on its thread. The bytes are not touched.
void hp5_look_up(hp5_region *region,
                 size_t place,
                 size_t bytes,
                 hp5_mode mode);

// As `hp5_look_up`, for the byte to which the pointer leads that lies at the address `place`: a member of a
// struct that a function is given.
//
// # Safety
// As for `hp5_look_up`; there is a pointer, or what was not set yet.
void hp5_look_behind(hp5_region *region,
                     size_t place,
                     hp5_mode mode);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

// Chunks of loops that register their tasks one by one, as translated programs do. A chunk of `tile`
// indices (0: all of them) begins at an index that is `offset` modulo `tile`, or at the loop's end.

// Before a function of a task's body that is a function by itself: neither put into its caller nor
// looked through. GCC 12 takes `a[c - i]`, once it has the form "null + c - i + a", for a store to
// null, finds that the function stores nothing, and leaves its call out.
#if defined(__has_attribute)
#if __has_attribute(noipa)
#define HP5_APART __attribute__((noipa))
#endif
#endif
#ifndef HP5_APART
#define HP5_APART __attribute__((noinline))
#endif

// Around what translation adds to a program, which is C99: warnings are for the program's own lines.
#define HP5_MADE_BEGIN                                                                            \
    _Pragma("GCC diagnostic push")                                                               \
    _Pragma("GCC diagnostic ignored \"-Wpedantic\"")                                           \
    _Pragma("GCC diagnostic ignored \"-Wlong-long\"")                                          \
    _Pragma("GCC diagnostic ignored \"-Wvla\"")                                                \
    _Pragma("GCC diagnostic ignored \"-Wdeclaration-after-statement\"")                        \
    _Pragma("GCC diagnostic ignored \"-Wshadow\"")                                             \
    _Pragma("GCC diagnostic ignored \"-Wconversion\"")                                         \
    _Pragma("GCC diagnostic ignored \"-Wsign-conversion\"")                                    \
    _Pragma("GCC diagnostic ignored \"-Wfloat-conversion\"")                                   \
    _Pragma("GCC diagnostic ignored \"-Wbad-function-cast\"")                                  \
    _Pragma("GCC diagnostic ignored \"-Wcast-qual\"")                                          \
    _Pragma("GCC diagnostic ignored \"-Wredundant-decls\"")                                    \
    _Pragma("GCC diagnostic ignored \"-Wpointer-arith\"")                                    \
    _Pragma("GCC diagnostic ignored \"-Wc++-compat\"")
#define HP5_MADE_END _Pragma("GCC diagnostic pop")

// The region that a call hands to a function which joins it; none to what that one calls.
static __inline__ hp5_region *hp5_joined(hp5_region **join) {
    hp5_region *outer = *join;
    *join = NULL;
    return outer;
}

// `hp5_look_up`, where the last call has not seen that nothing is used there: a region begins with the
// addresses between which that is so.
static __inline__ void hp5_look(hp5_region *region, size_t place, size_t bytes, hp5_mode mode) {
    const size_t *clear = (const size_t *)(const void *)region;
    if (!region || place < clear[0] || place + bytes > clear[1])
        hp5_look_up(region, place, bytes, mode);
}

// As `hp5_recording_begin`, but ends the program with the message where it would return NULL.
static __inline__ hp5_region *hp5_must_record(hp5_recording *recording) {
    hp5_region *region = hp5_recording_begin(recording);
    if (!region)
        hp5_must(HP5_MISUSE);
    return region;
}

// Ends a recording when its block is left: the function of `__attribute__((cleanup))`.
static __inline__ void hp5_recording_end(hp5_recording **recording) {
    hp5_must(hp5_recording_free(*recording));
}

// A key for what a pointer points to, which may be NULL: nothing is at that key then.
static __inline__ const void *hp5_key(const void *place) { return place ? place : (const void *)1; }

// The lesser of two indices.
static __inline__ ptrdiff_t hp5_least(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }

// Tile sizes that cut a dimension of n elements into so many parts: part k is from k * n / parts,
// rounded down; `hp5_parts_ceil`: each has n / parts elements, rounded up. 0 parts: the whole dimension.
static __inline__ size_t hp5_parts(size_t parts) { return parts ? parts | ~((size_t)-1 >> 1) : 0; }
static __inline__ size_t hp5_parts_ceil(size_t parts) { return parts ? parts | ~((size_t)-1 >> 2) : 0; }

// Where a loop ends whose index begins at `start` and is compared with `bound`: as numbers of so many bytes
// that have no sign, unless these are 0. An index that is below 0 is larger than all that have one then, and
// what is larger than an index may be is such a number that no loop comes to.
static __inline__ ptrdiff_t hp5_limit(ptrdiff_t start, ptrdiff_t bound, size_t bytes) {
    const ptrdiff_t most = PTRDIFF_MAX / 2;
    if (bytes == 0)
        return bound;
    if (start >= 0)
        return bound < 0 || bound > most ? most : bound;
    if (bytes == sizeof(int32_t))
        bound = (int32_t)(uint32_t)bound;
    return bound < 0 ? bound : -most;
}

// The least and the greatest of some values.
typedef struct {
    double least, greatest;
} hp5_reach;

// One value.
static __inline__ hp5_reach hp5_at(ptrdiff_t value) {
    hp5_reach one = {(double)value, (double)value};
    return one;
}

// Of all sums.
static __inline__ hp5_reach hp5_reach_sum(hp5_reach a, hp5_reach b) {
    a.least += b.least, a.greatest += b.greatest;
    return a;
}

// Of all products.
static __inline__ hp5_reach hp5_reach_product(hp5_reach a, hp5_reach b) {
    const double ends[] = {a.least * b.greatest, a.greatest * b.least, a.greatest * b.greatest};
    hp5_reach all = {a.least * b.least, a.least * b.least};
    int n;
    for (n = 0; n < 3; n++) {
        all.least = ends[n] < all.least ? ends[n] : all.least;
        all.greatest = ends[n] > all.greatest ? ends[n] : all.greatest;
    }
    return all;
}

// Whether values of 32 bits wrap around: first those without a sign that indices are made of, then ends of loops
// without a sign, then values that have one, then what else is an index. One that is but as good as below 0 is no
// index of an array, as long as all are near.
static __inline__ int hp5_wrapped(const hp5_reach *all, size_t parts, size_t ends, size_t with, size_t count) {
    const double half = 2147483648.0, whole = 4294967296.0;
    int natural = 1, near = 1;
    size_t n;
    for (n = 0; n < count; n++) {
        const hp5_reach one = all[n];
        const int is_end = n >= parts && n < parts + ends;
        const int is_near = one.least >= -half && one.greatest < half;
        if (is_end || n < parts) {
            if (one.least < (is_end ? 0 : -half) || one.greatest >= whole)
                return one.least <= one.greatest;
        } else if (n < parts + ends + with && !is_near)
            return one.least <= one.greatest;
        natural &= n >= parts || one.least >= 0;
        near &= is_near || is_end;
    }
    return !natural && !near;
}

// Where a loop ends that counts from `start` until it is at `end`, by `!=`. Down: past 0 where that is the greatest
// number of its type, `last`, if this has no sign. Tasks do not follow one that goes on from one end of its type's
// numbers to the other: the program ends with a message.
static __inline__ ptrdiff_t hp5_rise(ptrdiff_t start, ptrdiff_t end, bool natural, const char *file, uint32_t line) {
    if (end < start || (natural && start < 0 && end >= 0))
        hp5_must(hp5_wraps(file, line));
    return end;
}
static __inline__ ptrdiff_t hp5_fall(ptrdiff_t start, ptrdiff_t end, ptrdiff_t last, const char *file, uint32_t line) {
    if (end > start && (last < 0 || end != last))
        hp5_must(hp5_wraps(file, line));
    return end > start ? -1 : end;
}

// The first index from `from` on that a loop visits which begins at `first` and counts by `step`.
static __inline__ ptrdiff_t hp5_first(ptrdiff_t first, ptrdiff_t from, ptrdiff_t step) {
    return from <= first ? first : first + (from - first + step - 1) / step * step;
}

// True where two pieces of memory have nothing in common.
static __inline__ int hp5_apart(const void *a, size_t length, const void *b, size_t other) {
    const char *first = (const char *)a, *second = (const char *)b;
    return first + length <= second || second + other <= first;
}

// True where one of the first arrays of a list, which are written, is another one of the list.
static __inline__ int hp5_is_one(size_t written, size_t count, const hp5_array_number *arrays) {
    size_t a, b;
    for (a = 0; a < written; ++a)
        for (b = a + 1; b < count; ++b)
            if (arrays[a] == arrays[b])
                return 1;
    return 0;
}

// Turns of a loop from `first` on, before `last`.
static __inline__ ptrdiff_t hp5_turns(ptrdiff_t first, ptrdiff_t last, ptrdiff_t step) {
    return last > first ? (last - first + step - 1) / step : 0;
}

// One past the chunk that begins at `at`, of a loop that ends before `last`.
static __inline__ ptrdiff_t hp5_chunk_end(ptrdiff_t at, ptrdiff_t last, size_t tile, size_t offset) {
    if (tile == 0 || tile > (size_t)PTRDIFF_MAX / 2)
        return last;
    ptrdiff_t size = (ptrdiff_t)tile, past = (at - (ptrdiff_t)(offset % tile)) % size;
    return hp5_least(last, at + size - (past < 0 ? past + size : past));
}

// Where the chunk begins that ends before `end`, of a loop that begins at `first`.
static __inline__ ptrdiff_t hp5_chunk_begin(ptrdiff_t end, ptrdiff_t first, size_t tile, size_t offset) {
    if (tile == 0 || tile > (size_t)PTRDIFF_MAX / 2)
        return first;
    ptrdiff_t size = (ptrdiff_t)tile, past = (end - 1 - (ptrdiff_t)(offset % tile)) % size;
    ptrdiff_t begin = end - 1 - (past < 0 ? past + size : past);
    return begin < first ? first : begin;
}

#endif // HP5_H
