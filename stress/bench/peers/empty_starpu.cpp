// Empty tasks under StarPU: variable handles, tasks made and submitted without the
// variadic front (the faster way). The scheduler comes from STARPU_SCHED. Tasks cannot
// wait for tasks, so there is no fork-join tree.
#include "common.hpp"
#include <starpu.h>

static void empty_body(void **, void *) { EMPTY_BODY(); }

static void mix_body(void **buffers, void *arg) {
    auto *x = (uint64_t *)STARPU_VARIABLE_GET_PTR(buffers[0]);
    *x = mix(*x, (uint64_t)(uintptr_t)arg);
}

static void cell_body(void **buffers, void *) {
    auto *up = (uint64_t *)STARPU_VARIABLE_GET_PTR(buffers[0]);
    auto *left = (uint64_t *)STARPU_VARIABLE_GET_PTR(buffers[1]);
    auto *x = (uint64_t *)STARPU_VARIABLE_GET_PTR(buffers[2]);
    *x = *x * 5 + *up + 3 * *left;
}

static starpu_codelet codelet(void (*body)(void **, void *), int buffers) {
    starpu_codelet cl;
    starpu_codelet_init(&cl);
    cl.cpu_funcs[0] = body;
    cl.cpu_funcs_name[0] = "body";
    cl.nbuffers = buffers;
    if (buffers == 1) {
        cl.modes[0] = STARPU_RW;
    } else {
        cl.modes[0] = cl.modes[1] = STARPU_R;
        cl.modes[2] = STARPU_RW;
    }
    return cl;
}

static starpu_codelet EMPTY_1, EMPTY_3, MIX, CELL;

static void submit(starpu_codelet *cl, uint64_t arg, starpu_data_handle_t a, starpu_data_handle_t b = nullptr,
                   starpu_data_handle_t c = nullptr) {
    starpu_task *task = starpu_task_create();
    task->cl = cl;
    task->cl_arg = (void *)(uintptr_t)arg;
    task->handles[0] = a;
    if (b) {
        task->handles[1] = b;
        task->handles[2] = c;
    }
    if (starpu_task_submit(task)) fail("starpu_task_submit refused a task");
}

int main(int argc, char **argv) {
    EmptyArgs args(argc, argv);
    starpu_conf conf;
    starpu_conf_init(&conf);
    conf.ncpus = int(args.threads);
    conf.ncuda = conf.nopencl = 0;
    if (starpu_init(&conf)) fail("starpu_init failed");
    if (starpu_cpu_worker_get_count() != args.threads)
        fail("StarPU gives another number of workers than asked for");
    EMPTY_1 = codelet(empty_body, 1);
    EMPTY_3 = codelet(empty_body, 3);
    MIX = codelet(mix_body, 1);
    CELL = codelet(cell_body, 3);
    Samples samples;
    size_t edge = args.edge(), m = edge + 1;
    std::vector<uint64_t> a = args.shape == "wavefront" ? border(edge) : std::vector<uint64_t>(args.tasks, 1);
    if (args.shape == "chain") a.resize(1);
    std::vector<starpu_data_handle_t> h(a.size());
    for (size_t i = 0; i < a.size(); i++)
        starpu_variable_data_register(&h[i], STARPU_MAIN_RAM, (uintptr_t)&a[i], sizeof a[i]);

    auto pass = [&](bool checked, uint64_t *t) {
        t[0] = now_ns();
        if (args.shape == "independent") {
            for (size_t i = 0; i < args.tasks; i++) submit(checked ? &MIX : &EMPTY_1, i, h[i]);
        } else if (args.shape == "chain") {
            for (size_t i = 0; i < args.tasks; i++) submit(checked ? &MIX : &EMPTY_1, i, h[0]);
        } else if (args.shape == "wavefront") {
            for (size_t i = 1; i < m; i++)
                for (size_t j = 1; j < m; j++)
                    submit(checked ? &CELL : &EMPTY_3, 0, h[(i - 1) * m + j], h[i * m + j - 1], h[i * m + j]);
        } else {
            fail("shape " + args.shape + " is not possible in StarPU");
        }
        t[1] = now_ns();
        starpu_task_wait_for_all();
        t[2] = now_ns();
    };
    uint64_t ignored[3];
    pass(true, ignored);
    if (args.shape == "wavefront") {
        check(a == serial_wavefront(edge), "wavefront");
    } else if (args.shape == "chain") {
        uint64_t expected = 1;
        for (size_t i = 0; i < args.tasks; i++) expected = mix(expected, i);
        check(a[0] == expected, "chain");
    } else {
        for (size_t i = 0; i < args.tasks; i++) check(a[i] == mix(1, i), "independent");
    }
    pass(false, ignored);
    samples.measure(args, [&](uint64_t *t) { pass(false, t); });
    for (auto handle : h) starpu_data_unregister_no_coherency(handle);
    starpu_shutdown();
    samples.print(args);
}
