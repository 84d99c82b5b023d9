// Of a pointer that is indexed by what nobody knows there are no lengths: a template needs `dim(..)`.
void run(int n, double *p, const int *at) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) arrvar(p) //~ HP5-E0503
#pragma hp5 do tasktile(8)
    for (int i = 1; i < n; i++)
        p[at[i]] = 1;
#pragma hp5 region end
}
