/* What a task's code cannot have once it is a function of its own. */
typedef double *row;

void types(int n, double *a)
{
    struct point { int x; };
    enum { FIRST = 3 };
    typedef float real;
    typedef double line[n];
    struct point one = {1};
    real scale = 2;
#pragma hp5 region begin
#pragma hp5 task
    a[0] += one.x; //~ HP5-E0501
#pragma hp5 task
    a[1] += FIRST; //~ HP5-E0501
#pragma hp5 task
    a[2] *= scale; //~ HP5-E0501
#pragma hp5 task
    { real mine = n; a[3] *= mine; } //~ HP5-E0501
#pragma hp5 task
    { line *mine = (line *)a; mine[0][1] = n; } //~ HP5-E0501
#pragma hp5 region end
}

void pointers(double *a, double *b, row p)
{
    double *q;
#pragma hp5 region begin
#pragma hp5 task
    for (q = a; q < a + 10; q++) //~ HP5-E0003
        *q += 1;
#pragma hp5 do tasktile(4) private(p)
    for (int i = 0; i < 10; i++)
        *p++ = b[i]; //~ HP5-E0501
#pragma hp5 do tasktile(4) private(q)
    for (int i = 0; i < 10; i++) {
        for (int j = 0; j < i; j++) {
            q = a + j;
            b[i] += *q;
        }
        b[i] += *q; //~ HP5-E0501
    }
#pragma hp5 region end
}
