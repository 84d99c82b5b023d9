/* Bounds that change something, and loops that change their bounds by other names. */
#include <stddef.h>
#include <string.h>

struct list { int n; struct list *next; double v[100]; };

static double a[100];
static int z = 40;

int other(const int *p);

static int limit(void) { return z; }
static int again(void) { return limit(); }
static int count(void)
{
    static int calls = 0;
    return ++calls;
}
static int step(void) { return z--; }
static int back(int *p) { return (*p)--; }
static int length(const struct list *l) { return l->n; }
static int all(struct list *l) { return l->next->n; }
static int half(int n)
{
    n /= 2;
    return n;
}
static void shrink(void) { z -= 1; }

#define TAKE(k) (k)--
#define LIMIT limit()

void sweeps(int n, struct list *q, struct list *other_list, char *t)
{
    int k = 40, m = 40, *p = &m, *r = p;
    struct list *s = q;
    q->next = q;
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < k--; i++) //~ HP5-E0021
            a[i] += 1;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < TAKE(k); i++) //~ HP5-E0021
            a[i] += 1;
#pragma hp5 do tasktile(4)
        for (int i = k++; i < n; i++) //~ HP5-E0021
            a[i] += 1;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < limit(); i++) { //~ HP5-E0021
            a[i] += 1;
            z = z - 1;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < LIMIT; i++) { //~ HP5-E0021
            a[i] += 1;
            shrink();
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < again(); i++) { //~ HP5-E0021
            a[i] += 1;
            z--;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < count(); i++) //~ HP5-E0021
            a[i] += 1;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < step(); i++) //~ HP5-E0021
            a[i] += 1;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < back(&k); i++) //~ HP5-E0021
            a[i] += 1;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < *p; i++) { //~ HP5-E0021
            a[i] += 1;
            if (i == 10)
                m = 20;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < m; i++) { //~ HP5-E0021
            a[i] += 1;
            if (i == 10)
                *p = 20;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < *p; i++) { //~ HP5-E0021
            a[i] += 1;
            if (i == 10)
                *r = 20;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < q->n; i++) { //~ HP5-E0021
            a[i] += 1;
            if (i == 10)
                s->n = 20;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < length(q); i++) { //~ HP5-E0021
            a[i] += 1;
            if (i == 10)
                q->n = 20;
        }
#pragma hp5 do tasktile(4)
        for (int i = 0; i < all(q); i++) { //~ HP5-E0021
            a[i] += 1;
            if (i == 10)
                s->next->n = 20;
        }
#pragma hp5 do tasktile(4)
        for (size_t i = 0; i < strlen(t); i++) //~ HP5-E0021
            t[i + 1] = 0;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < other(&m); i++) { //~ HP5-E0021
            a[i] += 1;
            m = 3;
        }
        /* None of these. */
#pragma hp5 do tasktile(4)
        for (int i = 0; i < length(q); i++)
            q->v[i] += 1;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < half(n); i++)
            a[i] += 1;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < limit(); i++)
            a[i] += 1;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < other(&m); i++)
            a[i] += 1;
#pragma hp5 do tasktile(4)
        for (int i = 0; i < q->n; i++)
            if (i % 3 == 0)
                other_list->v[other_list->n++] = q->v[i];
#pragma hp5 do tasktile(4)
        for (size_t i = 0; i < strlen(t); i++)
            a[i] = t[i];
    }
}

static int place;
static double here(void) { return a[place]; }
void counted_by_all(int n)
{
    static int mine;
    double b[100];
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (place = 0; place < n; place++) //~ HP5-E0501
        b[place] = here(); //~ HP5-E0506
#pragma hp5 do tasktile(4)
    for (mine = 0; mine < n; mine++)
        b[mine] += 1;
#pragma hp5 region end
    z += b[mine - 1];
}
