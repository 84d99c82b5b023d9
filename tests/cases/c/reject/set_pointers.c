/* Pointers that tasks set, and pointers that loops count. */
double m[64][8], v[64];

void rows(void)
{
    double (*p)[8];
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (int i = 0; i < 64; i++) {
            p = &m[i]; //~ HP5-E0003
            (*p)[1] += i;
        }
    }
}

void counts(double *a, double *b)
{
#pragma hp5 region
    {
#pragma hp5 do tasktile(4)
        for (double *p = a; p < b; p++) *p += 1; //~ HP5-E0003
    }
}
