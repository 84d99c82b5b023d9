int a[10];
void run(void) {
#pragma hp5 region begin //~ HP5-E0003
#pragma hp5 task
    a[0] = 1;
}
