/* Values of statement expressions, in tasks, in functions that they call, and between tasks: pointers that lead to
   arrays, with variables of their own. */
#include <stdio.h>

#define N 64

struct node {
    int *data;
    struct node *next;
};

static int a[N], b[N];
static struct node nodes[4];

static void work(void) {
    for (volatile int k = 0; k < 20000; k++) {}
}

static void set(int n, struct node *h) {
    int *p = ({
        int *q = a + n / 2;
        q;
    });
    p[2] += 4;
    ({
        struct node *q = h->next;
        q;
    })->data[1] += 5;
}

static void run(int n, struct node *h) {
#pragma hp5 region
    {
        for (int t = 0; t < 3; t++) {
#pragma hp5 do tasktile(8)
            for (int i = 0; i < n; i++) {
                work();
                a[i] = a[i] * 3 % 1009 + i;
            }
#pragma hp5 task
            {
                work();
                int *p = ({
                    int *q = ({ b[2] & 1 ? a : a + 8; });
                    q + 1;
                });
                *p += 4;
                p = ({ a + 3; });
                p[2] += 4;
                ({ a + 5; })[2] += 4;
                *({
                    int k = 3;
                    &a[k];
                }) = 2;
            }
#pragma hp5 task
            {
                work();
                int v = ({
                    int s = 0;
                    for (int i = 0; i < n; i++)
                        s += b[i];
                    s;
                });
                b[3] += v % 100;
                ({
                    struct node *q = h->next;
                    q;
                })->data[2] += v % 7;
            }
#pragma hp5 task
            set(n, h);
            int *p = ({
                int *q = a + n / 4;
                q;
            });
            p[1] += t;
            set(n, h);
            b[1] += (int)__builtin_offsetof(struct node, next);
#pragma hp5 do tasktile(8)
            for (int i = 0; i < n; i++) {
                work();
                b[i] = b[i] * 3 % 1009 + a[i];
            }
        }
    }
}

int main(void) {
    long sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 31, b[i] = i * 5 % 23;
    for (int i = 0; i < 4; i++)
        nodes[i] = (struct node){a + 16 * i, &nodes[(i + 1) % 4]};
    run(N, nodes);
    for (int i = 0; i < N; i++)
        sum = sum * 3 % 1000003 + a[i] + b[i];
    printf("%ld\n", sum);
    return 0;
}
