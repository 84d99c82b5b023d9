// Reduction variables that are not only updated by their operator.
#define MAX(a, b) ((a) > (b) ? (a) : (b))
double a[100];
static struct { double sum; int hits[8]; } all;
static double summed, looked, pointed, alone;
static void bump(int i) { summed = summed * 0.5 + i; }
static void bumps(int i) { bump(i + 1); }
static double look(void) { return looked; }
static void point(int i) { pointed += i; }
static void (*pointer)(int) = point;

double run(int n, double *place) {
    double sum = 0, product = 1, most = 0, least = 0, right = 0;
    int unused = 0;
#pragma hp5 region begin
#pragma hp5 do tasktile(8) reduction(+: sum) reduction(*: product) reduction(max: most)
    for (int i = 0; i < n; i++) {
        sum = sum * 2 + a[i]; //~ HP5-E0013
        product += a[i]; //~ HP5-E0013
        if (a[i] < most) //~ HP5-E0013
            most = a[i];
    }
#pragma hp5 do tasktile(8) reduction(min: least) reduction(max: right) reduction(+: sum)
    for (int i = 0; i < n; i++) {
        least = MAX(least, a[i]); //~ HP5-E0013
        right = MAX(a[i], right);
        sum -= a[i];
    }
#pragma hp5 do tasktile(8) reduction(+: unused) //~ HP5-E0013
    for (int i = 0; i < n; i++)
        a[i] = 1;
#pragma hp5 do tasktile(8) reduction(+: *place) //~ HP5-E0013
    for (int i = 0; i < n; i++)
        *place += a[i];
    int hits[8] = {0};
#pragma hp5 do tasktile(8) reduction(+: all.sum) //~ HP5-E0013
    for (int i = 0; i < n; i++)
        all.sum += a[i];
#pragma hp5 do tasktile(8) reduction(+: hits) //~ HP5-E0013
    for (int i = 0; i < n; i++)
        hits[i & 7]++;
#pragma hp5 do tasktile(8) reduction(+: all) //~ HP5-E0013
    for (int i = 0; i < n; i++)
        all.hits[i & 7]++;
    _Bool any = 0, odd = 0;
#pragma hp5 do tasktile(8) reduction(+: any) reduction(^: odd) //~ HP5-E0013 HP5-E0013
    for (int i = 0; i < n; i++) {
        any += a[i] > 0;
        odd ^= a[i] > 1;
    }
    double own = 0, read = 0;
#pragma hp5 do tasktile(8) reduction(+: own) private(own) //~ HP5-E0018
    for (int i = 0; i < n; i++)
        own += a[i];
#pragma hp5 do tasktile(8) reduction(+: read) in(read) //~ HP5-E0018
    for (int i = 0; i < n; i++)
        read += a[i];
#pragma hp5 task in(n[0:3]) //~ HP5-E0001
    a[0] = n;
#pragma hp5 do tasktile(8) reduction(+: summed) reduction(+: looked) //~ HP5-E0013 HP5-E0013
    for (int i = 0; i < n; i++) {
        summed += 1;
        bumps(i);
        looked += look() > 1;
    }
#pragma hp5 do tasktile(8) reduction(+: pointed) in(a) //~ HP5-E0013
    for (int i = 0; i < n; i++) {
        pointed += a[i];
        pointer(i);
    }
#pragma hp5 do tasktile(8) reduction(+: alone)
    for (int i = 0; i < n; i++) {
        alone += a[i];
        a[i] = look();
    }
#pragma hp5 region end
    return own + read + sum + product + most + least + right + unused;
}
