#include <math.h>
#include <stdio.h>
#include <stdlib.h>
/* Tiled Cholesky on blocks that pointers lead to: with clauses and without, by rows of pointers and by a
   line of them. No array has a template. */
#define NB 5
#define BS 8
static void potrf(double *a) {
    for (int k = 0; k < BS; k++) {
        a[k * BS + k] = sqrt(a[k * BS + k]);
        for (int i = k + 1; i < BS; i++) a[i * BS + k] /= a[k * BS + k];
        for (int i = k + 1; i < BS; i++)
            for (int j = k + 1; j <= i; j++) a[i * BS + j] -= a[i * BS + k] * a[j * BS + k];
    }
}
static void trsm(const double *a, double *b) {
    for (int i = 0; i < BS; i++)
        for (int k = 0; k < BS; k++) {
            b[i * BS + k] /= a[k * BS + k];
            for (int j = k + 1; j < BS; j++) b[i * BS + j] -= b[i * BS + k] * a[j * BS + k];
        }
}
static void gemm(const double *a, const double *b, double *c) {
    for (int i = 0; i < BS; i++)
        for (int j = 0; j < BS; j++)
            for (int k = 0; k < BS; k++) c[i * BS + j] -= a[i * BS + k] * b[j * BS + k];
}
static double *A[NB][NB];
static void said(void) {
#pragma hp5 region
    {
        for (int k = 0; k < NB; k++) {
#pragma hp5 task inout(A[k][k])
            potrf(A[k][k]);
            for (int i = k + 1; i < NB; i++) {
#pragma hp5 task in(A[k][k]) inout(A[i][k])
                trsm(A[k][k], A[i][k]);
            }
            for (int i = k + 1; i < NB; i++) {
                for (int j = k + 1; j < i; j++) {
#pragma hp5 task in(A[i][k], A[j][k]) inout(A[i][j])
                    gemm(A[i][k], A[j][k], A[i][j]);
                }
#pragma hp5 task in(A[i][k]) inout(A[i][i])
                gemm(A[i][k], A[i][k], A[i][i]);
            }
        }
    }
}
static void found(void) {
#pragma hp5 region
    {
        for (int k = 0; k < NB; k++) {
#pragma hp5 task
            potrf(A[k][k]);
            for (int i = k + 1; i < NB; i++) {
#pragma hp5 task
                trsm(A[k][k], A[i][k]);
            }
            for (int i = k + 1; i < NB; i++) {
                for (int j = k + 1; j < i; j++) {
#pragma hp5 task
                    gemm(A[i][k], A[j][k], A[i][j]);
                }
#pragma hp5 task
                gemm(A[i][k], A[i][k], A[i][i]);
            }
        }
    }
}
static void line(int nt, double **a) {
#pragma hp5 region
    {
        for (int k = 0; k < nt; k++) {
#pragma hp5 task inout(a[k * nt + k])
            potrf(a[k * nt + k]);
            for (int i = k + 1; i < nt; i++) {
#pragma hp5 task in(a[k * nt + k]) inout(a[i * nt + k])
                trsm(a[k * nt + k], a[i * nt + k]);
            }
            for (int i = k + 1; i < nt; i++) {
                for (int j = k + 1; j < i; j++) {
#pragma hp5 task in(a[i * nt + k], a[j * nt + k]) inout(a[i * nt + j])
                    gemm(a[i * nt + k], a[j * nt + k], a[i * nt + j]);
                }
#pragma hp5 task in(a[i * nt + k]) inout(a[i * nt + i])
                gemm(a[i * nt + k], a[i * nt + k], a[i * nt + i]);
            }
        }
    }
}
static void line_found(int nt, double **a) {
#pragma hp5 region
    {
        for (int k = 0; k < nt; k++) {
#pragma hp5 task
            potrf(a[k * nt + k]);
            for (int i = k + 1; i < nt; i++) {
#pragma hp5 task
                trsm(a[k * nt + k], a[i * nt + k]);
            }
            for (int i = k + 1; i < nt; i++) {
                for (int j = k + 1; j < i; j++) {
#pragma hp5 task
                    gemm(a[i * nt + k], a[j * nt + k], a[i * nt + j]);
                }
#pragma hp5 task
                gemm(a[i * nt + k], a[i * nt + k], a[i * nt + i]);
            }
        }
    }
}
/* Two pointers lead to each block: who uses the one waits for who uses the other. */
static void twice(int nt, double **a, double **same) {
#pragma hp5 region
    {
        for (int i = 0; i < nt; i++) {
#pragma hp5 task inout(a[i])
            for (int k = 0; k < BS * BS; k++)
                a[i][k] += 1;
#pragma hp5 task inout(same[i])
            for (int k = 0; k < BS * BS; k++)
                same[i][k] *= 3;
        }
    }
}
/* The pointers change while tasks run: blocks are not known by them. */
static void exchanged(double **a, int n) {
#pragma hp5 region
    {
        for (int i = 0; i + 1 < n; i++) {
#pragma hp5 task
            a[i][0] += i;
#pragma hp5 task
            {
                double *t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
        }
    }
}
static void set(void) {
    for (int i = 0; i < NB; i++)
        for (int j = 0; j < NB; j++) {
            free(A[i][j]);
            A[i][j] = malloc(sizeof(double) * BS * BS);
            for (int k = 0; k < BS * BS; k++)
                A[i][j][k] = i == j && k % (BS + 1) == 0 ? 400.0 : 1.0 / (1 + (i * BS + k / BS + j * BS + k % BS) % 7);
        }
}
static void show(void) {
    double s = 0;
    for (int i = 0; i < NB; i++)
        for (int j = 0; j < NB; j++)
            for (int k = 0; k < BS * BS; k++)
                s += A[i][j][k] * (1 + k % 5 + i);
    printf("%.17g\n", s);
}
int main(void) {
    set(), said(), show();
    set(), found(), show();
    set(), line(NB, &A[0][0]), show();
    set(), line_found(NB, &A[0][0]), show();
    double *same[NB];
    for (int i = 0; i < NB; i++)
        same[i] = A[0][i];
    twice(NB, A[0], same), show();
    exchanged(A[1], NB), show();
    return 0;
}
