/* Area by sampling, with the random numbers of the HighP5 program: a generator per cell. */
#include "common.h"

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static const uint64_t STEP = 0x9E3779B97F4A7C15u;

/* The generator of the LPU with this number, in the space of this code, below another one. */
static uint64_t below(uint64_t state, uint64_t number, char space) {
    return mix(state + ((STEP * (number + 1)) ^ ((uint64_t)space << 32)));
}

static int between(uint64_t *state, int low, int high) {
    if (high <= low) return low;
    *state += STEP;
    return low + (int)(mix(*state) % ((uint64_t)(high - low) + 1));
}

static int sample(uint64_t *state, int left, int right, int bottom, int top, int points) {
    int inside = 0;
    for (int trial = 0; trial < points; trial++) {
        int x = between(state, left, right), y = between(state, bottom, top);
        double height = 10 * sin(pow(x, 2)) + 50 * cos(pow(y, 3));
        if (height <= 0) inside++;
    }
    return inside;
}

int main(int argc, char **argv) {
    usage(argc, 7, "precision max_rounds cell_length grid_dim points_per_cell b out");
    double threshold = atof(argv[1]);
    int rounds = atoi(argv[2]), cell = atoi(argv[3]), grid = atoi(argv[4]), points = atoi(argv[5]);
    int b = atoi(argv[6]), blocks = (grid + b - 1) / b;
    double begun = now();
    double *estimates = calloc((size_t)blocks * (size_t)blocks, sizeof *estimates);
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int bi = 0; bi < blocks; bi++)
        for (int bj = 0; bj < blocks; bj++) {
            int rows = MIN(b, grid - bi * b), columns = MIN(b, grid - bj * b);
            uint64_t around = below(below(mix(0), 0, 'A'), (uint64_t)(bi * blocks + bj), 'B');
            uint64_t *states = room((size_t)(rows * columns), sizeof *states);
            for (int n = 0; n < rows * columns; n++) states[n] = below(around, (uint64_t)n, 'C');
            double estimate = 0, difference = threshold + 1;
            for (int round = 1; round <= rounds && difference > threshold; round++) {
                int inside = 0;
                for (int n = 0; n < rows * columns; n++) {
                    int i = bi * b + n / columns, j = bj * b + n % columns;
                    inside += sample(&states[n], cell * i, cell * (i + 1) - 1, cell * j,
                                     cell * (j + 1) - 1, points);
                }
                double current = 1.0 * (cell * cell) * inside / points, weight = 1.0 / round;
                double updated = current * weight + estimate * (1 - weight);
                difference = fabs(updated - estimate);
                estimate = updated;
            }
            estimates[bi * blocks + bj] = estimate;
            free(states);
        }
    double area = 0;
    for (int n = 0; n < blocks * blocks; n++) area += estimates[n];
    double ended = now();
    FILE *file = fopen(argv[7], "w");
    if (!file || fprintf(file, "%.17g\n", area) < 0 || fclose(file)) fail(argv[7], "cannot be written");
    report(begun, ended);
}
