// A task that sets a pointer by its address goes where the pointer leads by its name.
static int a[64], b[64], *kept = b, **way = &kept;

void both(void) {
#pragma hp5 region begin
#pragma hp5 task
    {
        *way = a;
        kept[3] += 4; //~ HP5-E0003
    }
#pragma hp5 do tasktile(4)
    for (int i = 0; i < 64; i++) {
        *way = i & 1 ? a : b;
        kept[i] += i; //~ HP5-E0003
    }
#pragma hp5 task
    {
        *way = a;
        **way += 4;
    }
#pragma hp5 region end
}
