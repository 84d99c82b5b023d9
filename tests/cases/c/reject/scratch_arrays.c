/* An array of which it does not show that each turn sets it first: what makes it private is said. */
void lines(int n, int m, int w, double a[n][m]) {
    double tv[5];
#pragma hp5 region
    {
#pragma hp5 do tasktile(4, 4)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                for (int k = 0; k < w; k++) tv[k] = a[i][j] * k; //~ HP5-E0008
                a[i][j] = tv[1] + tv[4];
            }
    }
}
