// A pointer has no lengths: a template needs `dim(..)`.
void run(int n, double *p) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) arrvar(p) //~ HP5-E0503
#pragma hp5 do tasktile(8)
    for (int i = 1; i < n; i++)
        p[i] = 1;
#pragma hp5 region end
}
