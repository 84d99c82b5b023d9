/* Directives that would be what an `if` takes, and jumps past the beginning of a region or a task. */
static double a[64];
void waits(int n)
{
    int i;
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (i = 0; i < 64; i++)
        a[i] += i;
    if (n > 1)
#pragma hp5 task_wait //~ HP5-E0003
        n = 2;
    else
#pragma hp5 task_wait //~ HP5-E0003
        n = 3;
#pragma hp5 region end
}
void ends(int n)
{
    int i;
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (i = 0; i < n; i++)
        a[i] += i;
    if (n > 3)
#pragma hp5 region end //~ HP5-E0003
        n = 4;
}
void jumps(int n)
{
    int i;
    if (n > 5)
        goto in;
#pragma hp5 region begin
    n++;
in: //~ HP5-E0502
#pragma hp5 do tasktile(4)
    for (i = 0; i < n; i++)
        a[i] += i;
#pragma hp5 region end
}
void chosen(int n)
{
    int i;
    switch (n) {
    case 1:
#pragma hp5 region
    {
        n++;
    case 2: //~ HP5-E0502
#pragma hp5 do tasktile(4)
        for (i = 0; i < n; i++)
            a[i] += i;
    }
    }
}
