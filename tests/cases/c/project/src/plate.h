#ifndef PLATE_H
#define PLATE_H

#define SIDE 120

typedef struct {
    int n, m;
    double (*now)[SIDE], (*next)[SIDE];
} plate;

void sweep(plate *p, int count);
double norm(const plate *p);
double weight(int i, int j);

#endif
