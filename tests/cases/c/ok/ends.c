/* Code between tasks that ends the program, or shows others what it has done so far. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define N 16

static int a[N];

static void show(void) {
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 3 + a[i];
    printf("%d\n", sum);
    fflush(stdout);
}

static void on_signal(int number) {
    (void)number;
    show();
    _exit(0);
}

static void leave(void) {
    exit(0);
}

static void one(int which) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(1)
        for (int i = 0; i < N; i++) {
            for (volatile int k = 0; k < 20000; k++) {}
            a[i] = i + which;
        }
        switch (which) {
        case 0: exit(0);
        case 1: leave(); break;
        case 2: (*leave)(); break;
        case 3: raise(SIGUSR1); break;
        case 4: abort();
        case 5: quick_exit(0);
        default:
            if (fork() == 0) {
                show();
                _exit(0);
            }
            wait(NULL);
        }
    }
}

/* Values of the function alone: whoever ends the program still shows what tasks have printed. */
static void alone(void) {
    int v[4] = {0};
#pragma hp5 region
    {
#pragma hp5 task
        {
            for (volatile int k = 0; k < 200000; k++) {}
            v[1] = 4;
            printf("task %d\n", v[1]);
            fflush(stdout);
        }
#pragma hp5 task
        {
            for (volatile int k = 0; k < 200000; k++) {}
            fflush(stdout);
        }
        exit(0);
    }
}

int main(void) {
    for (int which = -1; which < 7; which++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            atexit(show);
            at_quick_exit(show);
            signal(SIGUSR1, on_signal);
            signal(SIGABRT, on_signal);
            which < 0 ? alone() : one(which);
            exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        printf("%d: %d\n", which, status);
    }
    return 0;
}
