# The real kernels under each peer, one executable per system: kernels_gomp, kernels_llvm,
# kernels_starpu, kernels_tbb. Included by ../Makefile, in whose folder make runs.
# kern.o is compiled once, as the build script of hp5-bench compiles it, and linked into all.
CLANG        ?= $(shell command -v clang-14 || echo clang)
KERN_FLAGS   := -O3 -march=native -ffp-contract=fast -falign-functions=64 -falign-loops=64 -Wall -Wextra
KERN_C       := $(KERN_FLAGS) -std=gnu11
KERN_HEADERS := kernels/kern.h kernels/driver.h kernels/kernels.mk
KERN_COMMON  := build/kern_driver.o build/kern.o
KERN_EXES    := $(foreach s,gomp llvm starpu tbb,build/kernels_$(s))

kernels: $(KERN_EXES)
all: kernels

$(KERN_COMMON) $(KERN_EXES): $(KERN_HEADERS) | build
$(KERN_EXES): $(KERN_COMMON)

build/kern.o: kernels/kern.c
	$(CC) $(KERN_C) -c $< -o $@
build/kern_driver.o: kernels/driver.c
	$(CC) $(KERN_C) -c $< -o $@
# gcc takes variables that stand in a depend clause alone for unused ones.
build/kernels_gomp: kernels/omp.c
	$(CC) $(KERN_C) -Wno-unused-variable -fopenmp -DPEER_NAME='"gomp"' $< $(KERN_COMMON) -lm -o $@
build/kernels_llvm: kernels/omp.c
	$(CLANG) $(KERN_C) -fopenmp=libomp -DPEER_NAME='"llvm"' $< $(KERN_COMMON) -lm -o $@
build/kernels_starpu: kernels/starpu.c
	$(CC) $(KERN_C) $< $(KERN_COMMON) $(STARPU) -lm -o $@
build/kernels_tbb: kernels/tbb.cpp
	$(CXX) $(KERN_FLAGS) -std=c++17 $< $(KERN_COMMON) -ltbb -lm -o $@

.PHONY: kernels
