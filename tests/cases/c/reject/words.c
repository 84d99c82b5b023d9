/* Words that say nothing where they stand, and values that are of another kind. */
static double a[64], b[8][8];
static struct part {
    int n;
    double v[4];
} parts[8], one;
static double twice(double x)
{
    return 2 * x;
}
void ends(int n)
{
#pragma hp5 regoin begin //~ HP5-E0002
#pragma hp5 task
    a[0] = n;
#pragma hp5 task_wait in(a) //~ HP5-E0001
    a[1] = n;
#pragma hp5 task wait //~ HP5-E0002
    a[1] = n;
#pragma hp5 region end soon //~ HP5-E0001
#pragma hp5 region begn //~ HP5-E0002
#pragma hp5 task
    a[0] = n;
#pragma hp5 region edn //~ HP5-E0002
#pragma hp5 region begin(n) //~ HP5-E0001
#pragma hp5 task
    a[0] = n;
#pragma hp5 region end
}
void values(int n, double x, double *p, const char *text)
{
    int i;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) arrvar(8) //~ HP5-E0001
#pragma hp5 array_tile dimtile(8) default(p) //~ HP5-E0001
#pragma hp5 do tasktile(&&&&8) //~ HP5-E0001
    for (i = 0; i < n; i++)
        a[i] = 1;
#pragma hp5 do tasktile 8 //~ HP5-E0001
    for (i = 0; i < n; i++)
        a[i] = 1;
#pragma hp5 array_tile dimtile(8) arrvar(twice) //~ HP5-E0001
#pragma hp5 array_tile dimtile(8) dim(-5) arrvar(p) //~ HP5-E0001
#pragma hp5 array_tile dimtile(8) dim("x") arrvar(p) //~ HP5-E0001
#pragma hp5 task priority("high") //~ HP5-E0001
    a[0] = n;
#pragma hp5 task if("yes") //~ HP5-E0001
    a[0] = n;
#pragma hp5 task name(twice) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task name(p) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task name(x) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task name(text)
    a[0] = n;
#pragma hp5 task name(-1) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task_tile(i = ) //~ HP5-E0001 HP5-E0001
    for (i = 0; i < n; i++)
        a[i] = 1;
#pragma hp5 task if(k > 0) //~ HP5-E0002
    for (int k = 0; k < n; k++)
        a[k] = 1;
#pragma hp5 array_tile dimtile(8) arrvar(p) if() //~ HP5-E0001
#pragma hp5 task in(parts.v[0:4]) inout(a[0:1])
    a[0] = n;
#pragma hp5 task in(parts.w[0:4]) //~ HP5-E0002
    a[0] = n;
#pragma hp5 task in(one->n) //~ HP5-E0002
    a[0] = n;
#pragma hp5 task in(p->x) //~ HP5-E0002
    a[0] = n;
#pragma hp5 task priority(n, 1) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task reduction(+: ) //~ HP5-E0001
    a[0] = n;
#pragma hp5 array_tile dimtile(8) dim(n, n) arrvar(p) //~ HP5-E0005
    a[1] = n +
#pragma hp5 task_wait //~ HP5-E0003
        3;
#pragma hp5 task name(__func__)
    a[0] = n;
#pragma hp5 task in(a(7:0)) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task in(a[0:-3]) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task in(a[]) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task in(b[1][]) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task inout(a[1.5:2]) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task inout(a[x:2]) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task inout(a[p + 1:2]) //~ HP5-E0001
    a[0] = n;
#pragma hp5 task inout(a[p - a:2], a[0])
    a[0] = n;
#pragma hp5 task inout(a(0:parts[0])) //~ HP5-E0001
    a[0] = n;
#pragma hp5 do tasktile(8) inout(a[i:1]) in(b[i:1][twice:1]) //~ HP5-E0001
    for (i = 0; i < n; i++)
        a[i] = 1;
#pragma hp5 region end
}
