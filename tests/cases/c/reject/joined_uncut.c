// An array whose lengths are not known, in a graph of several functions.
void uncut(int n, double *a)
{
#pragma hp5 region joined
    {
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
            a[i] += 1; //~ HP5-E0503
    }
}
