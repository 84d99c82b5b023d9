/* Tasks are cut before they run: what the nest itself makes is not known then. */
#define FIRST(k) first[k]
#define FROM first[i]

void sweeps(int n, double a[n][n], const int *first)
{
    int i, j;
#pragma hp5 region begin
#pragma hp5 do tasktile(2, 2)
    for (i = 0; i < n; i++)
        for (j = first[i]; j < n; j++) //~ HP5-E0021
            a[i][j] += 1;
#pragma hp5 do tasktile(2, 2)
    for (i = 0; i < n; i++)
        for (j = i * i; j < n; j++) //~ HP5-E0021
            a[i][j] += 1;
#pragma hp5 do tasktile(2, 2)
    for (i = 0; i < n; i++)
        for (j = 0; j < FIRST(i); j++) //~ HP5-E0021
            a[i][j] += 1;
#pragma hp5 do tasktile(2, 2)
    for (i = 0; i < n; i++)
        for (j = FROM; j < n; j++) //~ HP5-E0021
            a[i][j] += 1;
#pragma hp5 do tasktile(2, i + 1) //~ HP5-E0021
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            a[i][j] += 1;
#pragma hp5 do tasktile(2) if(i > 2) //~ HP5-E0021
    for (i = 0; i < n; i++)
        a[i][0] += 1;
#pragma hp5 region end
}
