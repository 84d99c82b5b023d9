// METG under StarPU: a variable handle per point and buffer; the scheduler comes from
// STARPU_SCHED.
#include "metg.hpp"
#include <starpu.h>

static void run_body(void **, void *arg) { body(*(const Point *)arg); }

int main(int argc, char **argv) {
    Bench b(argc, argv);
    if (b.replay()) fail("StarPU does not replay");
    starpu_conf conf;
    starpu_conf_init(&conf);
    conf.ncpus = int(b.threads);
    conf.ncuda = conf.nopencl = 0;
    if (starpu_init(&conf)) fail("starpu_init failed");
    if (starpu_cpu_worker_get_count() != b.threads) fail("StarPU gives another number of workers than asked for");
    starpu_codelet cl;
    starpu_codelet_init(&cl);
    cl.cpu_funcs[0] = run_body;
    cl.cpu_funcs_name[0] = "run_body";
    cl.nbuffers = STARPU_VARIABLE_NBUFFERS;
    std::vector<starpu_data_handle_t> h(2 * b.width);
    for (size_t key = 0; key < h.size(); key++)
        starpu_variable_data_register(&h[key], STARPU_MAIN_RAM, (uintptr_t)b.at(key), sizeof(uint64_t));
    b.converse([&] {
        for (size_t t = 0; t < b.steps; t++)
            for (size_t p = 0; p < b.width; p++) {
                const Point &point = b.point(t, p);
                starpu_task *task = starpu_task_create();
                task->cl = &cl;
                task->cl_arg = (void *)&point;
                size_t n = b.trivial() ? 0 : point.keys.size() + 1;
                starpu_data_handle_t *handles = task->handles;
                starpu_data_access_mode *modes = task->modes;
                if (n > STARPU_NMAXBUFS) { // freed with the task
                    handles = task->dyn_handles = (starpu_data_handle_t *)malloc(n * sizeof *handles);
                    modes = task->dyn_modes = (starpu_data_access_mode *)malloc(n * sizeof *modes);
                }
                for (size_t k = 0; k + 1 < n; k++) {
                    handles[k] = h[point.keys[k]];
                    modes[k] = STARPU_R;
                }
                if (n) {
                    handles[n - 1] = h[point.key];
                    modes[n - 1] = STARPU_W;
                }
                task->nbuffers = int(n);
                if (starpu_task_submit(task)) fail("starpu_task_submit refused a task");
            }
        starpu_task_wait_for_all();
    });
    for (auto handle : h) starpu_data_unregister(handle);
    starpu_shutdown();
}
