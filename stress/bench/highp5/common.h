/* What the hand-written programs share: arrays in NumPy's files, a clock, and one line of JSON
 * at the end. Like the HighP5 programs they read files, compute, and write files; only the
 * middle is timed. */
#pragma once
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void fail(const char *what, const char *about) {
    fprintf(stderr, "%s: %s\n", what, about);
    exit(1);
}

static void *room(size_t count, size_t size) {
    void *memory = NULL;
    if (posix_memalign(&memory, 64, (count ? count : 1) * size)) fail("memory", "there is none");
    return memory;
}

/* An array of doubles or of 32-bit integers: `size` bytes per element, `rank` sizes. */
__attribute__((unused)) static void *read_array(const char *path, size_t size, int rank, long *sizes) {
    FILE *file = fopen(path, "rb");
    if (!file) fail(path, strerror(errno));
    unsigned char head[10];
    if (fread(head, 1, 10, file) != 10 || memcmp(head, "\x93NUMPY\x01", 7)) fail(path, "not NumPy 1.0");
    char text[65536] = {0};
    size_t length = head[8] + 256 * (size_t)head[9];
    if (fread(text, 1, length, file) != length) fail(path, "truncated");
    if (!strstr(text, size == 8 ? "'<f8'" : "'<i4'")) fail(path, "another element type");
    char *at = strstr(text, "'shape'");
    at = at ? strchr(at, '(') : NULL;
    size_t count = 1;
    for (int d = 0; d < rank; d++) {
        if (!at) fail(path, "another rank");
        sizes[d] = strtol(at + 1, &at, 10);
        count *= (size_t)sizes[d];
    }
    void *data = room(count, size);
    if (fread(data, size, count, file) != count) fail(path, "truncated");
    fclose(file);
    return data;
}

static void write_array(const char *path, const char *type, size_t size, int rank, const long *sizes,
                        const void *data) {
    FILE *file = fopen(path, "wb");
    if (!file) fail(path, strerror(errno));
    char text[256];
    int length = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (", type);
    size_t count = 1;
    for (int d = 0; d < rank; d++) {
        length += snprintf(text + length, sizeof text - (size_t)length, "%ld, ", sizes[d]);
        count *= (size_t)sizes[d];
    }
    length += snprintf(text + length, sizeof text - (size_t)length, "), }");
    while ((length + 11) % 64) text[length++] = ' ';
    text[length++] = '\n';
    unsigned char head[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)length, 0};
    if (fwrite(head, 1, 10, file) != 10 || fwrite(text, 1, (size_t)length, file) != (size_t)length ||
        fwrite(data, size, count, file) != count || fclose(file))
        fail(path, "cannot be written");
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void report(double begun, double ended) { printf("{\"seconds\": %.9f}\n", ended - begun); }

static void usage(int argc, int wanted, const char *text) {
    if (argc != wanted + 1) fail("arguments", text);
}
