// Functions of the C library with a state of their own, in tasks, in functions that tasks call, and between tasks.
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 600
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
static double x[256];
static int y[64], z[64];
static char days[64][48];
static double roll(double s) { return s * (rand() % 100); }
static void *chosen(const void *a, int n) { return n ? (void *)(size_t)a : NULL; }
static int by_chance(const void *a, const void *b) {
    (void)chosen(a, 0);
    return (rand() % 3 - 1) + 0 * (*(const int *)a - *(const int *)b);
}
static char *ctermid_of(int k) { return k % 2 ? "odd" : "even"; }
#define basename(k) ctermid_of(k)

static void numbers(void) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(8)
        for (int i = 0; i < 256; i++) x[i] = rand() % 1000;
#pragma hp5 do tasktile(8)
        for (int i = 0; i < 256; i++) x[i] += roll(2);
        srand(11);
#pragma hp5 task
        y[3] = (int)(drand48() * 100) + rand() % 7;
#pragma hp5 task
        y[4] = (int)(lrand48() % 100);
        y[5] = rand() % 5;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 64; i++) y[i] += (int)(random() % 50) + basename(i)[0];
#pragma hp5 task
        qsort(z, 8, sizeof z[0], by_chance);
#pragma hp5 task
        z[9] = rand() % 17;
    }
}

static void texts(void) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 64; i++) {
            char line[32];
            snprintf(line, sizeof line, "%d,%d", i, i * 7);
            char *part = strtok(line, ",");
            part = strtok(NULL, ",");
            z[i] = atoi(part);
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 64; i++) {
            time_t t = i * 86400L;
            struct tm *when = gmtime(&t);
            memcpy(days[i], asctime(when) + 4, 6);
            z[i] += when->tm_mday;
        }
#pragma hp5 do tasktile(8)
        for (int i = 0; i < 64; i++) {
            x[i] += lgamma(-0.5 - i);
            y[i] += signgam;
        }
    }
}

static void surroundings(void) {
    char text[16];
#pragma hp5 region
    {
#pragma hp5 task
        {
            snprintf(text, sizeof text, "%d", y[3]);
            setenv("HP5_CASE", text, 1);
        }
#pragma hp5 task
        y[9] = atoi(getenv("HP5_CASE")) * 40;
#pragma hp5 task
        setenv("HP5_CASE", "12", 1);
        y[10] = atoi(getenv("HP5_CASE")) * 40;
    }
}

/* Masks and folders are the process's. */
static void process(void) {
    mode_t before = umask(0);
#pragma hp5 region
    {
#pragma hp5 do tasktile(2)
        for (int i = 0; i < 16; i++) y[i] += (int)umask((mode_t)i);
#pragma hp5 task
        y[20] += chdir("/dev");
#pragma hp5 task
        y[21] += access("null", F_OK);
#pragma hp5 task
        y[22] += chdir("/");
#pragma hp5 task
        y[23] += access("null", F_OK);
        y[24] += access("dev", F_OK);
    }
    umask(before);
}

int main(void) {
    double s = 0;
    long q = 0;
    srand(7);
    srand48(3);
    srandom(5);
    numbers();
    texts();
    surroundings();
    process();
    for (int i = 0; i < 256; i++) s += x[i] * (i + 1);
    for (int i = 0; i < 64; i++) q += (y[i] + z[i] + days[i][5]) * (i + 1L);
    printf("%g %ld %d\n", s, q, rand());
}
