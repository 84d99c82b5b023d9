// Clauses that are wrong by themselves, and code that cannot be seen through.
#define TWICE(x) do { (x) *= 2; } while (0)
#define REST(x, ...) (x)
double a[100][100], b[100];

void clauses(int n) {
    double s = 0;
#pragma hp5 region begin
#pragma hp5 //~ HP5-E0002
#pragma hp5 (b) //~ HP5-E0002
#pragma hp5 tusk //~ HP5-E0002
#pragma hp5 task in //~ HP5-E0001
    b[0] = 1;
#pragma hp5 task in() //~ HP5-E0001
    b[0] = 1;
#pragma hp5 task priority(1) priority(2) //~ HP5-E0018
    b[0] = 1;
#pragma hp5 task name("x"), name("y") //~ HP5-E0018
    b[0] = 1;
#pragma hp5 task if(n >) priority(1 2) //~ HP5-E0001 HP5-E0001
    b[0] = 1;
#pragma hp5 task if(n) if(n > 1) //~ HP5-E0018
    b[0] = 1;
#pragma hp5 task map(gpu) //~ HP5-E0001
    b[0] = 1;
#pragma hp5 task nested(3) //~ HP5-E0001
    b[0] = 1;
#pragma hp5 task in(b[0:2 //~ HP5-E0001
    b[0] = 1;
#pragma hp5 task in(b[0)] //~ HP5-E0001
    b[0] = 1;
#pragma hp5 task ) //~ HP5-E0001
    b[0] = 1;
#pragma hp5 task reduction(s) //~ HP5-E0001
    s += 1;
#pragma hp5 task reduction(/: s) //~ HP5-E0013
    s += 1;
#pragma hp5 task_tile(64) //~ HP5-E0001 HP5-E0001
    for (int i = 0; i < n; i++)
        b[i] = 0;
#pragma hp5 task_tile(i = 8, i = 4) //~ HP5-E0018
    for (int i = 0; i < n; i++)
        b[i] = 0;
#pragma hp5 do tasktile(4) tasktile(8) //~ HP5-E0018
    for (int i = 0; i < n; i++)
        b[i] = 0;
#pragma hp5 do //~ HP5-E0001
    for (int i = 0; i < n; i++)
        b[i] = 0;
#pragma hp5 do tasktile(x y) //~ HP5-E0001
    for (int i = 0; i < n; i++)
        b[i] = 0;
#pragma hp5 region end
}

static double total;
static double add(double x) { return total += x; }

void names(int n) {
#pragma hp5 region begin
#pragma hp5 do tasktile(8) in(bb[i:1]) //~ HP5-E0002
    for (int i = 0; i < n; i++)
        b[i] = 0;
#pragma hp5 do tasktile(8) private(scrach) //~ HP5-E0002
    for (int i = 0; i < n; i++)
        b[i] = 0;
#pragma hp5 do tasktile(8) name(sweep) //~ HP5-E0002
    for (int i = 0; i < n; i++)
        b[i] = 0;
#pragma hp5 do tasktile(8) out(b[0..n]) //~ HP5-E0001
    for (int i = 0; i < n; i++)
        b[i] = 0;
#pragma hp5 do tasktile(8) private(total)
    for (int i = 0; i < n; i++) {
        total = i; //~ HP5-E0501
        b[i] = add(1);
    }
#pragma hp5 region end
}

void templates(int n, double *p) {
#pragma hp5 region begin
#pragma hp5 array_tile dimtile(8) //~ HP5-E0001
#pragma hp5 array_tile arrvar(p) dim(n) //~ HP5-E0001
#pragma hp5 array_tile dimtile(8) dim(n -) arrvar(p) //~ HP5-E0001
#pragma hp5 array_tile dimtile(0) arrvar(b) //~ HP5-E0004
#pragma hp5 array_tile dimtile(1, 2, 3, 4, 5, 6, 7) arrvar(a) //~ HP5-E0001
#pragma hp5 array_tile dimtile(8) arrvar(b) tiles(3) //~ HP5-E0002
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        b[i] = p[i];
#pragma hp5 region end
}

void loops(int n, unsigned k) {
#pragma hp5 region begin
#pragma hp5 do tasktile(8)
    for (int i = 0; i * i < n; i++) //~ HP5-E0003
        b[i] = 0;
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) //~ HP5-E0003
        b[i++] = 0;
#pragma hp5 do tasktile(8, 8)
    for (int i = 0; i < n; i++) {
        b[i] = 0; //~ HP5-E0007
        for (int j = 0; j < n; j++)
            a[i][j] = 0;
    }
#pragma hp5 do tasktile(8) //~ HP5-E0003
    while (k--)
        b[k] = 0;
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++) {
        if (b[i] > 2)
            return; //~ HP5-E0011
        if (b[i] > 1)
            goto out; //~ HP5-E0011
        b[i] = 0;
    }
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        TWICE(b[i]); //~ HP5-E0501
#pragma hp5 do tasktile(8)
    for (int i = 0; i < n; i++)
        b[i] = REST(b[i], 3); //~ HP5-E0501
#pragma hp5 region end
out:
    b[1] = 0;
}

void regions(void) {
#pragma hp5 region begin
#pragma hp5 region begin //~ HP5-E0003
#pragma hp5 task
    b[0] = 1;
#pragma hp5 region end
#pragma hp5 region end //~ HP5-E0003
#pragma hp5 region //~ HP5-E0003
    int later = 1;
    b[0] = later;
}
#pragma hp5 region begin //~ HP5-E0003
