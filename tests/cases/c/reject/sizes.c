/* Sizes that are none, arrays and names that are not there, one sum twice. */
static double a[64];
static struct point {
    double x, y;
} points[4];
void sizes(int n)
{
    int i;
    double s = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) arrvar(b) //~ HP5-E0002
#pragma hp5 do tasktile(-4) //~ HP5-E0004
    for (i = 0; i < n; i++)
        a[i] += i;
#pragma hp5 do tasktile(2.5) //~ HP5-E0004
    for (i = 0; i < n; i++)
        a[i] += i;
#pragma hp5 do tasktile(4) reduction(+: s, s) //~ HP5-E0018
    for (i = 0; i < n; i++)
        s += a[i];
#pragma hp5 task name(3) //~ HP5-E0001
    a[0] = s;
#pragma hp5 task priority(points[0]) //~ HP5-E0001
    a[2] = s;
#pragma hp5 task if(points[n]) //~ HP5-E0001
    a[3] = s;
#pragma hp5 do tasktile(a) //~ HP5-E0001
    for (i = 0; i < n; i++)
        a[i] += i;
#pragma hp5 region end
    a[1] = s;
}
