// Reductions of numbers for which the runtime has no kind.
typedef __int128 wide_t;
double a[100];

double run(int n) {
    __int128 wide = 0;
    unsigned __int128 wider = 0;
    long double longer = 0;
    wide_t named = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(8) reduction(+: wide) reduction(+: longer) //~ HP5-E0013 HP5-E0013
    for (int i = 0; i < n; i++) {
        wide += i;
        longer += a[i];
    }
#pragma hp5 do tasktile(8) reduction(+: named) reduction(^: wider) //~ HP5-E0013 HP5-E0013
    for (int i = 0; i < n; i++) {
        named += i;
        wider ^= i;
    }
#pragma hp5 region end
    return longer + (double)(wide + named) + (double)wider;
}
