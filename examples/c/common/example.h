/* What the examples share: whole numbers from the command line, a clock, and a sum of all bits. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

/* C11 has it; glibc only for compilers that say they are a newer gcc than clang does. */
#if defined _Complex_I && !defined CMPLX
#define CMPLX(re, im) (((union { double parts[2]; double complex whole; }){{(re), (im)}}).whole)
#endif

/* The argument number `n` (from 1), or `usual` where it is not given; where it is not a whole number
   from `least` to `most`, says so and ends the program with status 2. */
static inline int argument(int argc, char **argv, int n, const char *name, int usual, int least, int most)
{
    char *end;
    long value;

    if (n >= argc)
        return usual;
    errno = 0;
    value = strtol(argv[n], &end, 10);
    if (*argv[n] == '\0' || *end != '\0' || errno != 0 || value < least || value > most) {
        fprintf(stderr, "%s: %s is a whole number from %d to %d, not `%s`\n", argv[0], name, least, most, argv[n]);
        exit(2);
    }
    return (int)value;
}

/* Ends the program with status 2 where more than `most` arguments are given. */
static inline void no_more(int argc, char **argv, int most)
{
    if (argc - 1 > most) {
        fprintf(stderr, "%s: takes %d arguments at most, not `%s`\n", argv[0], most, argv[most + 1]);
        exit(2);
    }
}

/* Bytes of a cache line. */
#define LINE 64

/* Memory, all zero and written to, so that no later loop pays for getting it; ends the program with status 2
   where there is not so much. It begins with a cache line: where a line holds ends of two tiles, two
   cores that work on these wait for each other. Its user frees it. */
static inline void *zeros(size_t count, size_t size)
{
    void *memory = NULL;
    const size_t most = ((size_t)-1 - LINE) / (size == 0 ? 1 : size);

    if (count > most || posix_memalign(&memory, LINE, count * size + LINE) != 0) {
        fprintf(stderr, "there is no memory for %zu times %zu bytes\n", count, size);
        exit(2);
    }
    return memset(memory, 0, count * size);
}

/* The time of day, in seconds. */
static inline double seconds(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (double)now.tv_sec + 1e-6 * (double)now.tv_usec;
}

/* A sum over all bits of so many bytes, to go on from `sum` (0 at first). */
static inline uint64_t checksum(uint64_t sum, const void *data, size_t bytes)
{
    const unsigned char *at = data;
    uint64_t word;

    for (; bytes >= sizeof word; bytes -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 29;
    }
    for (; bytes > 0; bytes--, at++)
        sum = (sum ^ *at) * 0x100000001b3u;
    return sum;
}

/* Tells how long the computation took, on stderr: results alone are on stdout. */
static inline void took(double since)
{
    fprintf(stderr, "seconds %.6f\n", seconds() - since);
}

#endif
