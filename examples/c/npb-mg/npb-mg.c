/*
 * MG of the NAS Parallel Benchmarks: V-cycles of multigrid for the Poisson problem on a periodic
 * cube, from the benchmark's published specification, verified against its norms.
 *
 *     npb-mg [CLASS]      S (32^3), W (128^3), A, B (256^3), C (512^3); default W
 *
 * Prints the norm of the residual, whether it is the benchmark's, and a checksum of all bits of the
 * solution and its residual. `seconds` on stderr is the time of the cycles and the norm.
 *
 * The graph: a cycle is some eight sweeps on each level, and a task of a sweep is PLANES x ROWS
 * lines of the grid, in vcycle.c. It waits for the tasks of the sweeps before it that made the lines
 * which it reads, one line beyond its own, and for nothing else. The boundary exchange ties the last
 * planes to the first ones, so a sweep is under way at its middle when the one before it ends.
 */
#include "mg.h"

#include <math.h>

#include "example.h"

typedef struct {
    char name;
    int top, cycles;
    double norm;
} class;

static const class classes[] = {
    {'S', 5, 4, 0.5307707005734e-04},  {'W', 7, 4, 0.6467329375339e-05},  {'A', 8, 4, 0.2433365309069e-05},
    {'B', 8, 20, 0.1800564401355e-05}, {'C', 9, 20, 0.5706732285740e-06},
};

static const double first_smoother[3] = {-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0};
static const double other_smoother[3] = {-3.0 / 17.0, 1.0 / 33.0, -1.0 / 61.0};

int main(int argc, char **argv)
{
    const class *chosen = NULL;
    const char *name = argc > 1 ? argv[1] : "W";
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++)
        if (strlen(name) == 1 && classes[c].name == *name)
            chosen = &classes[c];
    if (argc > 2 || !chosen) {
        fprintf(stderr, "npb-mg: the class is one of S, W, A, B, C: npb-mg [CLASS]\n");
        return 2;
    }

    multigrid grids;
    int early = strchr("SWA", chosen->name) != NULL;
    if (!multigrid_new(&grids, chosen->top, early ? first_smoother : other_smoother)) {
        fprintf(stderr, "npb-mg: there is not enough memory for class %c\n", chosen->name);
        return 1;
    }
    charges(&grids);

    double start = seconds();
    double norm = multigrid_solve(&grids, chosen->cycles);
    double taken = seconds() - start;

    double points = pow((double)(1 << chosen->top), 3.0);
    int right = fabs(norm - chosen->norm) <= 1e-8 * chosen->norm;
    printf("class %c: %d^3 points, %d cycles\n", chosen->name, 1 << chosen->top, chosen->cycles);
    printf("norm of the residual %.9e, the benchmark's %.9e\n", norm, chosen->norm);
    printf("verification %s\n", right ? "successful" : "FAILED");
    printf("checksum %016llx\n", (unsigned long long)multigrid_bits(&grids));
    fprintf(stderr, "seconds %.6f\nMop/s %.1f\n", taken, 58e-6 * points * chosen->cycles / taken);
    multigrid_free(&grids);
    return right ? 0 : 1;
}
