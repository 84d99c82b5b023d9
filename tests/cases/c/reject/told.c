/* What directives say that cannot be: one finding for each. */
int a[64], b[64], n = 64, s;
struct pair { int *l; int k; };
void nothing(void);
struct pair gives(void);

void templates(void)
{
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(0) arrvar(a) //~ HP5-E0004
#pragma hp5 array_tile dimtile(-3) arrvar(a) //~ HP5-E0004
#pragma hp5 array_tile dimtile(2.5) arrvar(a) //~ HP5-E0004
#pragma hp5 array_tile dimtile(4) arrvar(b, b) //~ HP5-E0018
#pragma hp5 do tasktile("x") //~ HP5-E0004
        for (int i = 0; i < n; i++) a[i] = b[i];
    }
}

void sections(int *out, struct pair *t)
{
#pragma hp5 region
    {
#pragma hp5 task out(*out) //~ HP5-E0001
        *out = 1;
#pragma hp5 task inout(*t->l) //~ HP5-E0001
        *t->l = 1;
#pragma hp5 task out(sections) //~ HP5-E0001
        a[0] = 1;
#pragma hp5 task out(nothing) //~ HP5-E0001
        a[0] = 1;
    }
}

void clauses(void)
{
#pragma hp5 region
    {
#pragma hp5 task reduction(ordered: s) //~ HP5-E0013
        s += 1;
#pragma hp5 do tasktile(3) reduction(+: x) //~ HP5-E0013
        for (int i = 0; i < n; i++) { int x = 0; x += i; a[i] = x; }
#pragma hp5 do tasktile(3) nested nested //~ HP5-E0018
        for (int i = 0; i < n; i++) {
#pragma hp5 task
            a[i] = 1;
        }
#pragma hp5 do tasktile(3) private(s) private(s) //~ HP5-E0018
        for (int i = 0; i < n; i++) { s = i; a[i] = s; }
#pragma hp5 task if(nothing()) //~ HP5-E0001
        a[0] = 1;
#pragma hp5 task priority(gives()) //~ HP5-E0001
        a[0] = 1;
#pragma hp5 task if(gives().k) priority(1.5) //~ HP5-E0001
        a[0] = 1;
    }
}

void regions(void)
{
#pragma hp5 region
    {
#pragma hp5 task
        a[0] = 1;
#pragma hp5 region //~ HP5-E0003
        {
#pragma hp5 task
            a[0] = 1;
        }
#pragma hp5 region begin //~ HP5-E0003
#pragma hp5 task
        a[0] = 1;
    }
}

void loops(void)
{
#pragma hp5 region //~ HP5-E0003
    int i;
    for (i = 0; i < 3; i++) {
#pragma hp5 task
        a[0] = 1;
#pragma hp5 task
        a[1] = 1;
    }
}
