// The header from C++17, and a task through it.
#include <hp5.h>
#include <hp5.h> // by two headers of a program

#include <cstdio>

static void twice(const void *arguments) {
    int *cell = *static_cast<int *const *>(arguments);
    *cell *= 2;
}

int main() {
    static hp5_site here = HP5_SITE("both");
    hp5_region *region = hp5_region_begin(&here);
    int cell = 21, *place = &cell;
    hp5_access use{};
    use.key = place;
    use.mode = HP5_INOUT;
    hp5_task task{};
    task.site = &here;
    task.accesses = &use;
    task.access_count = 1;
    task.arguments = &place;
    task.arguments_size = sizeof place;
    if (!region || hp5_spawn(region, &task, twice) != HP5_OK || hp5_region_end(region, nullptr) != HP5_OK) {
        std::puts(hp5_error_message());
        return 1;
    }
    std::printf("%d\n", cell);
    return cell == 42 ? 0 : 1;
}
