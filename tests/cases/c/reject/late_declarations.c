/* A function of old cannot be declared in front of what its tasks use by what they call. */
static int a[64];
void other(int k);

void region(n)
    int n;
{
#pragma hp5 region
    {
#pragma hp5 do tasktile(16) inout(a[i:1])
        for (int i = 0; i < n; i++) {
            a[i] += i;
            other(i); //~ HP5-E0501
        }
    }
}

static int late;
void other(int k) { late += k; }
