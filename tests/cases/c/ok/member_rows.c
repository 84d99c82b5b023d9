/* Rows that pointers of a struct variable lead to: tasks reach them by pointers that were set from these, and
   by functions that are given the struct. */
#include <stdio.h>

#define N 32

typedef struct {
    int frame;
    double *row[2];
} Rows;

typedef struct {
    double **list;
} Listed;

static double store[6][N], out[N];
static Rows global;

static double get(const Rows *rows) {
    return rows->row[0][3];
}

static double get_listed(Listed rows) {
    return rows.list[1][3];
}

static double *row_of(const Rows *rows) {
    return rows->row[0];
}

static double behind(const Rows *rows, int i) {
    return row_of(rows)[i] * (i + 1);
}

static void slow(double *r, int turn) {
    for (int k = 0; k < 2000; k++)
        for (int i = 0; i < N; i++)
            r[i] = r[i] * 0.5 + i * turn;
}

static double by_element(int turns) {
    Rows rows = {0, {store[0], store[1]}};
    double sum = 0.0;
#pragma hp5 region begin
    for (int t = 1; t < turns; t++) {
        double *r = rows.row[0];
#pragma hp5 task
        slow(r, t);
#pragma hp5 task
        sum += get(&rows) * t;
    }
#pragma hp5 region end
    return sum;
}

static double by_choice(int turns) {
    double *list[2] = {store[2], store[3]};
    Listed rows = {list};
    double sum = 0.0, *r;
#pragma hp5 region begin
    for (int t = 1; t < turns; t++) {
        r = t > 0 ? rows.list[1] : rows.list[0];
#pragma hp5 task
        slow(r, t);
#pragma hp5 task
        sum += get_listed(rows) * t;
    }
#pragma hp5 region end
    return sum;
}

static void by_call(int turns) {
#pragma hp5 region begin
    for (int t = 1; t < turns; t++) {
        double *r = row_of(&global);
#pragma hp5 task
        slow(r, t);
#pragma hp5 do tasktile(4)
        for (int i = 0; i < N; i++)
            out[i] += behind(&global, i);
    }
#pragma hp5 region end
}

int main(void) {
    double sum = 0.0;
    global.row[0] = store[4];
    global.row[1] = store[5];
    printf("%.17g\n", by_element(6));
    printf("%.17g\n", by_choice(6));
    by_call(6);
    for (int i = 0; i < N; i++)
        sum = sum * 0.9 + out[i];
    printf("%.17g\n", sum);
    return 0;
}
