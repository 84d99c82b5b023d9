// A task that touches what it does not declare: gcc's ThreadSanitizer must say so.
#include <hp5.h>

#include <stdio.h>

static long shared, keys[2];

static void count(const void *arguments) {
    (void)arguments;
    for (volatile int k = 0; k < 200000; k++)
        shared++;
}

int main(void) {
    static hp5_site here = HP5_SITE("undeclared");
    hp5_region *region = hp5_region_begin(&here);
    if (!region)
        return 2;
    for (int k = 0; k < 2; k++) {
        hp5_access use = {.key = &keys[k], .mode = HP5_INOUT};
        hp5_task task = {.site = &here, .accesses = &use, .access_count = 1};
        if (hp5_spawn(region, &task, count) != HP5_OK)
            return 2;
    }
    return hp5_region_end(region, NULL) == HP5_OK ? 0 : 2;
}
