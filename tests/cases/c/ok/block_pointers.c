/* Pointers to blocks that code between tasks sets: tasks on other blocks go on, those on the same are waited for. */
#include <stdio.h>
#include <stdlib.h>
#define NB 8
#define B 32
static void work(double *p, int k) { double s = 0; for (int r = 0; r < 2000; r++) s += r * 1e-9; for (int i = 0; i < B; i++) p[i] += i * k + s; }
static double spare[NB][B];
struct m { int n; double **b; double *own[NB]; };
struct cell { int n; double v[B]; };
static double sum(double **b) { double h = 0; for (int k = 0; k < NB; k++) for (int i = 0; i < B; i++) h = h * 0.99 + b[k][i]; return h; }
static double fa(double **block) {
#pragma hp5 region
    for (int k = 0; k < NB; k++) {
      block[k] = spare[k];
#pragma hp5 task inout(block[k][0:B])
      work(block[k], k);
    }
    return sum(block);
}
static double fb(double **block) {
#pragma hp5 region
    for (int k = 0; k < NB; k++) {
      double *p = calloc(B, sizeof *p);
      block[k] = p;
#pragma hp5 task inout(p[0:B])
      work(p, k);
    }
    return sum(block);
}
static double fb2(double **block) {
#pragma hp5 region
    for (int k = 0; k < NB; k++) {
      block[k] = calloc(B, sizeof(double));
      double *p = block[k];
#pragma hp5 task inout(p[0:B])
      work(p, k);
    }
    return sum(block);
}
static double fc(void) {
  double **block = malloc(NB * sizeof *block);
#pragma hp5 region
    for (int k = 0; k < NB; k++) {
      block[k] = (double *)malloc(B * sizeof(double));
      for (int i = 0; i < B; i++) block[k][i] = i;
#pragma hp5 task
      for (int i = 0; i < B; i++) block[k][i] += k;
    }
    return sum(block);
}
static double fd(void) {
  struct cell *c[NB];
#pragma hp5 region
    for (int k = 0; k < NB; k++) {
      c[k] = calloc(1, sizeof **c);
#pragma hp5 task
      { c[k]->n = k; for (int i = 0; i < B; i++) c[k]->v[i] += k; }
    }
  double h = 0;
  for (int k = 0; k < NB; k++) h += c[k]->n + c[k]->v[3];
  return h;
}
static double fe(double **block) {
#pragma hp5 region
    for (int k = 0; k < NB; k++) {
      *(block + k) = calloc(B, sizeof(double));
#pragma hp5 task inout(block[k][0:B])
      work(block[k], k);
    }
    return sum(block);
}
static double ff(struct m *m) {
#pragma hp5 region
    for (int k = 0; k < NB; k++) {
      m->b[k] = calloc(B, sizeof(double));
#pragma hp5 task inout(m->b[k][0:B])
      work(m->b[k], k);
    }
    return sum(m->b);
}
static double fg(struct m m) {
#pragma hp5 region
    for (int k = 0; k < NB; k++) {
      m.own[k] = calloc(B, sizeof(double));
#pragma hp5 task inout(m.own[k][0:B])
      work(m.own[k], k);
    }
    return sum(m.own);
}
static double fh(double **block) {
#pragma hp5 region
    for (int k = 0; k < NB; k++) {
      block[k] = calloc(B, sizeof(double));
#pragma hp5 task
      work(block[k], k);
    }
    return sum(block);
}
static double fi(double **block) {
#pragma hp5 region
    for (int t = 0; t < 2; t++)
    for (int k = 0; k < NB; k++) {
      if (t == 1) block[k] = spare[k];
#pragma hp5 task
      work(block[k], k);
    }
    return sum(block);
}
static double fj(double **block) {
#pragma hp5 region
    for (int k = 0; k < NB; k++) {
      if ((block[k] = calloc(B, sizeof(double))) == NULL) abort();
#pragma hp5 task
      for (int i = 0; i < B; i++) block[k][i] += k;
    }
    return sum(block);
}
int main(void) {
  double *b[NB];
  struct m m = {3, b, {0}};
  printf("%.17g\n", fa(b));
  printf("%.17g\n", fb(b));
  printf("%.17g\n", fb2(b));
  printf("%.17g\n", fc());
  printf("%.17g\n", fd());
  printf("%.17g\n", fe(b));
  printf("%.17g\n", ff(&m));
  printf("%.17g\n", fg(m));
  printf("%.17g\n", fh(b));
  printf("%.17g\n", fi(b));
  printf("%.17g\n", fj(b));
  return 0;
}
