/* What OpenMP says in another way: each finding names what to write. */
static int a[64], x, y;

void used(int n) {
#pragma hp5 region
    {
#pragma hp5 task depend(in: a[0:8], x) depend(out: y) //~ HP5-E0002 HP5-E0002
        y = a[2] + x;
#pragma hp5 task depend(iterator(k = 0:n), inout: a[k]) //~ HP5-E0002
        a[0]++;
#pragma hp5 task depend(mutexinoutset: x) //~ HP5-E0002
        x++;
#pragma hp5 task in_reduction(+: x) //~ HP5-E0002
        x += 1;
#pragma hp5 task detach(ended) //~ HP5-E0002
        x = 1;
#pragma hp5 do tasktile(4) grainsize(strict: 16) //~ HP5-E0002
        for (int i = 0; i < n; i++)
            a[i] = i;
#pragma hp5 do tasktile(4) num_tasks(8) //~ HP5-E0002
        for (int i = 0; i < n; i++)
            a[i] = i;
#pragma hp5 do tasktile(4) collapse(2) //~ HP5-E0002
        for (int i = 0; i < n; i++)
            a[i] = i;
#pragma hp5 taskwait depend(in: x) //~ HP5-E0002
#pragma hp5 taskwait nowait //~ HP5-E0002
#pragma hp5 task default(private) //~ HP5-E0002
        y = 2;
    }
}

void named(void) {
#pragma hp5 region num_threads(4) //~ HP5-E0002
    {
#pragma hp5 task shared(unknown) //~ HP5-E0002
        x = 1;
#pragma hp5 task shared(x) private(x) //~ HP5-E0018
        x = 1;
#pragma hp5 task firstprivate(x, x) //~ HP5-E0018
        x = 1;
#pragma hp5 task final() //~ HP5-E0001
        x = 1;
#pragma hp5 task final(x++) //~ HP5-E0001
        x = 1;
#pragma hp5 task nested final(x > 3) //~ HP5-E0001
        { x = 1; }
#pragma hp5 taskloop //~ HP5-E0002
#pragma hp5 barrier //~ HP5-E0002
    }
#pragma hp5 parallel //~ HP5-E0002
    {
#pragma hp5 single //~ HP5-E0002
        x = 3;
    }
#pragma hp5 region reduction(+: x) //~ HP5-E0002
    x = 2;
}

int twice(int n) {
#pragma hp5 region begin if(n > 3)
    int k = n; //~ HP5-E0501
#pragma hp5 task
    x = k;
#pragma hp5 region end
#pragma hp5 region if(n > 3)
    {
        static int calls; //~ HP5-E0501
        calls++;
#pragma hp5 task
        x = 1;
    }
#pragma hp5 region if(n > 3)
    {
#pragma hp5 task if(n > 5)
        {
            if (n > 9)
                goto out;
            x = 2;
        out: //~ HP5-E0501
            y = 3;
        }
    }
#pragma hp5 region if(missing) //~ HP5-E0002
    x = 1;
#pragma hp5 region //~ HP5-E0003
    int later = n;
    return k + later;
}
