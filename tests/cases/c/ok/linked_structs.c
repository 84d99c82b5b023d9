/* Tasks that go through lists and trees by pointers that they load, beside tasks and code that use a node by
   another name; and those that do not, which nothing waits for. */
#include <stdio.h>
#include <stdlib.h>

struct item {
    int v;
    struct item *next;
};

typedef struct node node;
struct node {
    int v;
    node *left, *right;
};

static struct item *head;
static int sums[16];

static void work(void) {
    for (volatile int k = 0; k < 20000; k++) {}
}

static int sum_of(node *t) {
    return t ? t->v + sum_of(t->left) + sum_of(t->right) : 0;
}

static int sum_below(const node *t) {
    int s = 0;
    while (t->left != NULL) {
        t = t->left;
        s += t->v;
    }
    return s;
}

static struct item *nth(struct item *p, int n) {
    while (n-- > 0)
        p = p->next;
    return p;
}

static node *make(int depth) {
    node *t = calloc(1, sizeof *t);
    t->v = depth;
    if (depth) {
        t->left = make(depth - 1);
        t->right = make(depth - 1);
    }
    return t;
}

/* Each reads all of the list; `mid` is one of it. */
static void lists(struct item *mid) {
#pragma hp5 region
    {
#pragma hp5 task
        {
            work();
            mid->v += 3;
        }
#pragma hp5 task
        {
            int s = 0;
            for (struct item *q = head; q; q = q->next) // waits
                s += q->v;
            sums[0] = s;
        }
#pragma hp5 task
        {
            work();
            mid->v *= 2;
        }
#pragma hp5 task
        {
            struct item *q = head;
            int s = 0;
            while (q) {
                s += q->v;
                q = q->next; // waits
            }
            sums[1] = s;
        }
#pragma hp5 task // waits
        nth(head, 5)->v += 4;
        mid->v += sums[0] % 3;
#pragma hp5 task
        {
            work();
            (*mid).v -= 1;
        }
#pragma hp5 task // waits
        sums[2] = nth(head, 4)->v + nth(head, 5)->v;
    }
}

/* Each goes on to what the next one begins with. */
static void turns(void) {
#pragma hp5 region
    {
        for (struct item *p = head; p; p = p->next)
#pragma hp5 task
        {
            work();
            for (struct item *q = p; q; q = q->next) // waits
                q->v = q->v * 3 % 101 + p->v % 2;
        }
    }
}

static void trees(node *root, node *leaf) {
#pragma hp5 region
    {
#pragma hp5 task
        {
            work();
            leaf->v += 5;
        }
#pragma hp5 task // waits
        sums[3] = sum_of(root);
#pragma hp5 task
        {
            work();
            root->left->left->v = 7;
        }
#pragma hp5 task // waits
        sums[4] = sum_below(root->right) + sum_below(root->left);
#pragma hp5 task
        {
            work();
            leaf->v += 2;
        }
#pragma hp5 task
        {
            node *t = root;
            for (; t->left->left; t = t->left) // waits
                t->v++;
            sums[5] = t->v;
        }
        leaf->v++;
    }
}

/* One node a task, and subtrees beside each other. */
static void grow(node *t) {
    if (!t->left)
        return;
#pragma hp5 region
    {
#pragma hp5 task
        grow(t->left);
#pragma hp5 task
        grow(t->right);
    }
    t->v = t->left->v + t->right->v + 1;
}

static void apart(node *root) {
#pragma hp5 region
    {
        for (struct item *p = head; p; p = p->next)
#pragma hp5 task
        {
            work();
            p->v += 2;
        }
#pragma hp5 task_wait
#pragma hp5 task
        sums[6] = sum_of(root->left);
#pragma hp5 task
        sums[7] = sum_of(root->right);
    }
    grow(root);
}

int main(void) {
    struct item *mid = NULL;
    for (int i = 0; i < 10; i++) {
        struct item *p = malloc(sizeof *p);
        p->v = i;
        p->next = head;
        head = p;
        if (i == 5)
            mid = p;
    }
    node *root = make(5);
    for (int t = 0; t < 3; t++) {
        lists(mid);
        turns();
        trees(root, root->left->left->left->left->left);
        apart(root);
    }
    long s = 0;
    for (int i = 0; i < 16; i++)
        s = s * 7 % 1000003 + sums[i];
    for (struct item *q = head; q; q = q->next)
        s = s * 5 % 1000003 + q->v;
    printf("%ld %d\n", s, sum_of(root));
    return 0;
}
