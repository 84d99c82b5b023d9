/* StarPU: data handles on the tiles, registered before the timed part; tasks made by
 * starpu_task_create (cheaper than starpu_task_insert, which parses its arguments). StarPU adds
 * its workers to the thread that registers, which sleeps when it has registered all.
 * STARPU_SCHED chooses the scheduler, lws unless set. */
#include "driver.h"

#include <starpu.h>
#include <stdio.h>
#include <stdlib.h>

#define TILE(b) ((double *)STARPU_VECTOR_GET_PTR(buffers[b]))
#define SIZE ((long)(intptr_t)argument)

static void do_potrf(void *buffers[], void *argument) { kern_potrf(SIZE, TILE(0)); }
static void do_trsm_t(void *buffers[], void *argument) { kern_trsm_t(SIZE, TILE(0), TILE(1)); }
static void do_syrk(void *buffers[], void *argument) { kern_syrk(SIZE, TILE(0), TILE(1)); }
static void do_gemm_tn(void *buffers[], void *argument) {
    kern_gemm_tn(SIZE, TILE(0), TILE(1), TILE(2));
}
static void do_getrf(void *buffers[], void *argument) { kern_getrf(SIZE, TILE(0)); }
static void do_trsm_l(void *buffers[], void *argument) { kern_trsm_l(SIZE, TILE(0), TILE(1)); }
static void do_trsm_u(void *buffers[], void *argument) { kern_trsm_u(SIZE, TILE(0), TILE(1)); }
static void do_gemm_nn(void *buffers[], void *argument) {
    kern_gemm_nn(SIZE, TILE(0), TILE(1), TILE(2));
}

/* The grid tasks take their tile's number from the argument, the rest from here. */
static const struct problem *current;

static void do_jacobi(void *buffers[], void *argument) {
    (void)buffers;
    const struct problem *p = current;
    long code = SIZE, tile = code / 2, s = code % 2;
    kern_jacobi(p->n, p->tile, tile / p->nt, tile % p->nt, grid_from(p, s), grid_to(p, s));
}

static void do_sw(void *buffers[], void *argument) {
    (void)buffers;
    sw_tile(current, SIZE / current->nt, SIZE % current->nt);
}

static struct starpu_codelet potrf = {
    .cpu_funcs = {do_potrf}, .nbuffers = 1, .modes = {STARPU_RW}, .name = "potrf"};
static struct starpu_codelet trsm_t = {
    .cpu_funcs = {do_trsm_t}, .nbuffers = 2, .modes = {STARPU_R, STARPU_RW}, .name = "trsm"};
static struct starpu_codelet syrk = {
    .cpu_funcs = {do_syrk}, .nbuffers = 2, .modes = {STARPU_R, STARPU_RW}, .name = "syrk"};
static struct starpu_codelet gemm_tn = {.cpu_funcs = {do_gemm_tn},
                                        .nbuffers = 3,
                                        .modes = {STARPU_R, STARPU_R, STARPU_RW},
                                        .name = "gemm"};
static struct starpu_codelet getrf = {
    .cpu_funcs = {do_getrf}, .nbuffers = 1, .modes = {STARPU_RW}, .name = "getrf"};
static struct starpu_codelet trsm_l = {
    .cpu_funcs = {do_trsm_l}, .nbuffers = 2, .modes = {STARPU_R, STARPU_RW}, .name = "trsm_l"};
static struct starpu_codelet trsm_u = {
    .cpu_funcs = {do_trsm_u}, .nbuffers = 2, .modes = {STARPU_R, STARPU_RW}, .name = "trsm_u"};
static struct starpu_codelet gemm_nn = {.cpu_funcs = {do_gemm_nn},
                                        .nbuffers = 3,
                                        .modes = {STARPU_R, STARPU_R, STARPU_RW},
                                        .name = "gemm"};
/* The number of neighbours differs at the border: one codelet per number of reads. */
static struct starpu_codelet jacobi_reads[6], sw_reads[3];

static starpu_data_handle_t *handles, *handles_b;
static long handle_count;

static void check(int outcome, const char *what) {
    if (outcome) {
        fprintf(stderr, "starpu: %s failed: %d\n", what, outcome);
        exit(1);
    }
}

static void start(int threads) {
    struct starpu_conf conf;
    starpu_conf_init(&conf);
    conf.ncpus = threads;
    conf.ncuda = conf.nopencl = 0;
    if (!getenv("STARPU_SCHED")) conf.sched_policy_name = "lws";
    check(starpu_init(&conf), "starpu_init");
    for (int reads = 0; reads < 6; reads++) {
        struct starpu_codelet *c = &jacobi_reads[reads];
        *c = (struct starpu_codelet){
            .cpu_funcs = {do_jacobi}, .nbuffers = reads + 1, .name = "jacobi"};
        for (int i = 0; i < reads; i++) c->modes[i] = STARPU_R;
        c->modes[reads] = STARPU_W;
    }
    for (int reads = 0; reads < 3; reads++) {
        struct starpu_codelet *c = &sw_reads[reads];
        *c = (struct starpu_codelet){
            .cpu_funcs = {do_sw}, .nbuffers = reads + 1, .name = "smith-waterman"};
        for (int i = 0; i < reads; i++) c->modes[i] = STARPU_R;
        c->modes[reads] = STARPU_RW;
    }
}

static starpu_data_handle_t *grid_handles(struct problem *p, double *grid) {
    starpu_data_handle_t *list = calloc((size_t)handle_count, sizeof *list);
    for (long tile = 0; tile < handle_count; tile++) {
        double *first = grid + tile / p->nt * p->tile * p->n + tile % p->nt * p->tile;
        starpu_matrix_data_register(&list[tile], STARPU_MAIN_RAM, (uintptr_t)first, (uint32_t)p->n,
                                    (uint32_t)p->tile, (uint32_t)p->tile, sizeof(double));
    }
    return list;
}

static void prepare(struct problem *p, const char *kernel) {
    (void)kernel;
    current = p;
    handle_count = p->nt * p->nt;
    if (p->b) {
        handles = grid_handles(p, p->a);
        handles_b = grid_handles(p, p->b);
        return;
    }
    handles = calloc((size_t)handle_count, sizeof *handles);
    for (long tile = 0; tile < handle_count; tile++)
        if (p->a)
            starpu_vector_data_register(&handles[tile], STARPU_MAIN_RAM,
                                        (uintptr_t)tile_at(p, 0, tile),
                                        (uint32_t)(p->tile * p->tile), sizeof(double));
        else
            starpu_vector_data_register(&handles[tile], STARPU_MAIN_RAM,
                                        (uintptr_t)(p->borders + tile * p->words),
                                        (uint32_t)p->words, sizeof(int));
}

static struct starpu_task *task(struct starpu_codelet *codelet, long argument) {
    struct starpu_task *task = starpu_task_create();
    task->cl = codelet;
    task->cl_arg = (void *)(intptr_t)argument;
    return task;
}

static void submit(struct starpu_task *task) { check(starpu_task_submit(task), "task_submit"); }

static void submit1(struct starpu_codelet *codelet, long t, int priority, starpu_data_handle_t a) {
    struct starpu_task *made = task(codelet, t);
    made->handles[0] = a;
    made->priority = priority;
    submit(made);
}

static void submit2(struct starpu_codelet *codelet, long t, int priority, starpu_data_handle_t a,
                    starpu_data_handle_t b) {
    struct starpu_task *made = task(codelet, t);
    made->handles[0] = a;
    made->handles[1] = b;
    made->priority = priority;
    submit(made);
}

static void submit3(struct starpu_codelet *codelet, long t, starpu_data_handle_t a,
                    starpu_data_handle_t b, starpu_data_handle_t c) {
    struct starpu_task *made = task(codelet, t);
    made->handles[0] = a;
    made->handles[1] = b;
    made->handles[2] = c;
    submit(made);
}

static void finish(void) {
    registered();
    starpu_task_wait_for_all();
}

static void cholesky(struct problem *p) {
    const long nt = p->nt, t = p->tile;
    const int most = STARPU_MAX_PRIO;
#define H(i, j) handles[(i) * nt + (j)]
    for (long k = 0; k < nt; k++) {
        submit1(&potrf, t, most, H(k, k));
        for (long j = k + 1; j < nt; j++) submit2(&trsm_t, t, most, H(k, k), H(k, j));
        for (long i = k + 1; i < nt; i++) {
            submit2(&syrk, t, 0, H(k, i), H(i, i));
            for (long j = i + 1; j < nt; j++) submit3(&gemm_tn, t, H(k, i), H(k, j), H(i, j));
        }
    }
    finish();
}

static void lu(struct problem *p) {
    const long nt = p->nt, t = p->tile;
    const int most = STARPU_MAX_PRIO;
    for (long k = 0; k < nt; k++) {
        submit1(&getrf, t, most, H(k, k));
        for (long j = k + 1; j < nt; j++) submit2(&trsm_l, t, most, H(k, k), H(k, j));
        for (long i = k + 1; i < nt; i++) submit2(&trsm_u, t, most, H(k, k), H(i, k));
        for (long i = k + 1; i < nt; i++)
            for (long j = k + 1; j < nt; j++) submit3(&gemm_nn, t, H(i, k), H(k, j), H(i, j));
    }
    finish();
}

static void jacobi(struct problem *p) {
    const long nt = p->nt;
    for (long s = 0; s < p->sweeps; s++) {
        starpu_data_handle_t *from = s % 2 ? handles_b : handles, *to = s % 2 ? handles : handles_b;
        for (long i = 0; i < nt; i++)
            for (long j = 0; j < nt; j++) {
                long tile = i * nt + j;
                starpu_data_handle_t list[6];
                int reads = 0;
                list[reads++] = from[tile];
                if (i > 0) list[reads++] = from[tile - nt];
                if (i + 1 < nt) list[reads++] = from[tile + nt];
                if (j > 0) list[reads++] = from[tile - 1];
                if (j + 1 < nt) list[reads++] = from[tile + 1];
                struct starpu_task *made = task(&jacobi_reads[reads], tile * 2 + s % 2);
                for (int r = 0; r < reads; r++) made->handles[r] = list[r];
                made->handles[reads] = to[tile];
                submit(made);
            }
    }
    finish();
}

static void sw(struct problem *p) {
    const long nt = p->nt;
    for (long i = 0; i < nt; i++)
        for (long j = 0; j < nt; j++) {
            int reads = (i > 0) + (j > 0), at = 0;
            struct starpu_task *made = task(&sw_reads[reads], i * nt + j);
            if (i > 0) made->handles[at++] = H(i - 1, j);
            if (j > 0) made->handles[at++] = H(i, j - 1);
            made->handles[at] = H(i, j);
            submit(made);
        }
    finish();
}

static void stop(struct problem *p) {
    (void)p;
    for (long i = 0; i < handle_count; i++) {
        starpu_data_unregister(handles[i]);
        if (handles_b) starpu_data_unregister(handles_b[i]);
    }
    starpu_shutdown();
}

const struct peer peer = {"starpu", start, prepare, cholesky, lu, jacobi, sw, NULL, NULL, stop};
