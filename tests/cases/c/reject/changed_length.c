/* The text of a declaration means what its lengths were there. */
void halves(int n)
{
    double a[n][n];
    n /= 2; //~ HP5-E0501
#pragma hp5 region begin
#pragma hp5 do tasktile(4)
    for (int i = 0; i < n; i++)
        a[i][0] = i;
#pragma hp5 region end
}
