// Clauses and templates that do not fit.
double a[100][100], b[100];

void run(int n, double *p) {
    double sum = 0;
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) arrvar(a) //~ HP5-E0005
#pragma hp5 array_tile arrvar(b) //~ HP5-E0001
#pragma hp5 do tasktile(8) in(b[i:1])
    for (int i = 1; i < n; i++)
        a[i][0] = b[i - 1]; //~ HP5-E0009
#pragma hp5 do tasktile(8) in(a)
    for (int i = 1; i < n; i++)
        a[i][0] = 1; //~ HP5-E0010
#pragma hp5 do tasktile(8) in(b[1 +:3]) //~ HP5-E0001
    for (int i = 1; i < n; i++)
        a[i][0] = b[i];
#pragma hp5 do tasktile(8) reduction(plus: sum) //~ HP5-E0013
    for (int i = 1; i < n; i++)
        p[i] = sum;
#pragma hp5 do tasktile(8, 8)
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            a[i][j] = a[i - 1][j + 1]; //~ HP5-E0008
#pragma hp5 region end
}
static double fixed[64], rows[8][2 * 4];
void beyond(double q[8], int n)
{
#pragma hp5 region begin
#pragma hp5 task inout(fixed[0:100]) //~ HP5-E0001
    fixed[0] = n;
#pragma hp5 task inout(fixed(-1:3)) //~ HP5-E0001
    fixed[0] = n;
#pragma hp5 task inout(rows[0:8][0:9]) //~ HP5-E0001
    rows[0][0] = n;
#pragma hp5 task inout(fixed[n++:1]) //~ HP5-E0001
    fixed[0] = n;
#pragma hp5 task inout(rows[0:8][0:n = 4]) //~ HP5-E0001
    rows[0][0] = n;
#pragma hp5 task inout(fixed[0:64], rows[0:8][0:8], fixed[n:64])
    fixed[0] = n;
#pragma hp5 task inout(q[0:16])
    q[0] = n;
#pragma hp5 region end
}
void guarded(int n, int flag, double *p)
{
#pragma hp5 region begin
#pragma hp5 do tasktile(8) inout(p[i:1])
    for (int i = 0; i < n; i++)
        if (i > 0)
            p[i] += p[i - 1]; //~ HP5-E0009
#pragma hp5 task inout(p[0:n])
    for (int i = 0; i < n; i++)
        if (flag)
            p[i] += p[i + 1]; //~ HP5-E0009
    for (int i = 0; i < n; i++) {
#pragma hp5 task inout(p[i:1])
        if (i > 0)
            p[i] += p[i - 1]; //~ HP5-E0009
    }
#pragma hp5 region end
}
#define WIDE 4
#define NARROW (WIDE - 1)
enum { MIDDLE = WIDE - 2 };
static double table[8][WIDE], line[WIDE];
void by_names(void)
{
#pragma hp5 region begin
    for (int i = 0; i < 8; i++) {
#pragma hp5 task out(table[i][0:2])
        for (int k = 0; k < WIDE; k++)
            table[i][k] = k; //~ HP5-E0009
#pragma hp5 task out(table[i][0:NARROW])
        memcpy(table[i], line, WIDE * sizeof *line); //~ HP5-E0009
#pragma hp5 task inout(table[i][MIDDLE:2]) in(line[0:MIDDLE])
        for (int k = MIDDLE; k < NARROW + 1; k++)
            table[i][k] += line[k]; //~ HP5-E0009
#pragma hp5 task inout(table[i][0:NARROW]) in(line[0:3])
        for (int k = 0; k < NARROW; k++)
            table[i][k] += line[k];
    }
#pragma hp5 region end
}
