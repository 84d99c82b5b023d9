// Directives where they cannot stand.
double a[100][100], b[100];

#pragma hp5 task_wait //~ HP5-E0003

void leaves(int n) {
    for (int k = 0; k < n; k++) {
#pragma hp5 region begin
        if (k == 3)
            break; //~ HP5-E0502
#pragma hp5 task
        b[k] = 1;
        if (k == 4)
            return; //~ HP5-E0502
#pragma hp5 region end
    }
}

void tasks(int n) {
#pragma hp5 region
    {
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++) {
            if (b[i] > 3)
                break; //~ HP5-E0011
            b[i] = 0;
        }
#pragma hp5 do tasktile(8) //~ HP5-E0003
        b[0] = 1;
#pragma hp5 do tasktile(8, 8, 8) //~ HP5-E0006
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] = 0;
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i *= 2) //~ HP5-E0003
            b[i] = 0;
#pragma hp5 do tasktile(0) //~ HP5-E0004
        for (int i = 0; i < n; i++)
            b[i] = 0;
#pragma hp5 task_tile(k = 8) //~ HP5-E0006
        for (int i = 0; i < n; i++)
            b[i] = 0;
#pragma hp5 task
        int x = 3; //~ HP5-E0014
        b[x] = 0;
#pragma hp5 taks //~ HP5-E0002
        b[2] = 0;
#pragma hp5 task inn(b) //~ HP5-E0002
        b[2] = 0;
#pragma hp5 task nested(2) //~ HP5-E0001
        b[2] = 0;
#pragma hp5 task
#pragma hp5 task in(b[2:1]) //~ HP5-E0018
        b[2] = 0;
    }
}

void composite(int n) {
#pragma hp5 region
    {
#pragma hp5 array_tile dimtile(8) arrvar(b) if(n) if(n > 2) //~ HP5-E0018
#pragma hp5 do tasktile(8)
        for (int i = 0; i < n; i++)
#pragma hp5 do tasktile(8) //~ HP5-E0003
            for (int j = 0; j < n; j++)
                a[i][j] = 0;
#pragma hp5 do tasktile(8) nested
        for (int i = 0; i < n; i++) {
            if (b[i] > 3)
                continue; //~ HP5-E0011
#pragma hp5 task
            b[i] = 0;
#pragma hp5 task_tile(k = 8) //~ HP5-E0006
            for (int j = 0; j < n; j++)
                a[i][j] = 0;
        }
    }
}

void unbalanced(int n) {
#pragma hp5 region end //~ HP5-E0003
    if (n) {
#pragma hp5 region begin
        b[0] = 1;
    }
#pragma hp5 region end //~ HP5-E0003
}

void labels(int n) {
#pragma hp5 region
    {
        switch (n) {
        case 1:
#pragma hp5 task
            b[0] = 1;
            break;
#pragma hp5 task
        case 2: b[1] = 1; //~ HP5-E0003
        }
    }
}

/* What is no name. */
void strange(int n, double *a, double *b) {
#pragma hp5 region begin
#pragma hp5 task in(a�) out(b) //~ HP5-E0001
    for (int i = 0; i < n; i++) b[i] = a[i];
#pragma hp5 region end
}
