//! Functions of the C library by name: what each does with memory.

/// Functions of the C library that touch no array which they are not given.
pub(in crate::c) const HARMLESS: &str = "printf fprintf puts putchar fputs fputc putc fwrite fflush perror sprintf snprintf \
    malloc calloc realloc free assert getenv clock time clock_gettime gettimeofday \
    rand srand random srandom drand48 lrand48 srand48 memcpy memmove memset memcmp strcmp strncmp strlen \
    strcpy strncpy strcat strchr strstr atoi atol atof strtol strtod isalpha isdigit isspace toupper tolower \
    omp_get_wtime";

/// Functions that may end the program or leave its code, and those that show others what it has done so far.
pub(in crate::c) const ENDS: &str = "exit _Exit _exit quick_exit abort longjmp siglongjmp _longjmp __builtin_longjmp pthread_exit \
    thrd_exit execl execlp execle execv execvp execve execvpe fexecve fork vfork system popen posix_spawn \
    posix_spawnp raise kill pthread_kill tgkill sigqueue err errx verr verrx error __builtin_trap \
    __builtin_abort __builtin_exit __builtin_unreachable";

/// Functions of `<math.h>`, `<complex.h>` and `<stdlib.h>` that reach no memory, without their `f` and `l`.
const NUMERIC: &str = "abs acos acosh asin asinh atan atan2 atanh cabs cacos carg casin catan cbrt ccos ccosh ceil \
    cexp cimag clog conj copysign cos cosh cpow cproj creal csin csinh csqrt ctan ctanh erf erfc exp exp2 expm1 \
    fabs fdim floor fma fmax fmin fmod hypot ilogb isfinite isinf isnan isnormal j0 j1 jn labs ldexp llabs \
    llrint llround log log10 log1p log2 logb lrint lround nearbyint nextafter pow remainder rint round scalbln \
    scalbn signbit sin sinh sqrt tan tanh tgamma trunc y0 y1 yn";

/// Functions that print, and change nothing else.
const PRINTING: &str = "printf fprintf puts putchar fputs fputc putc fflush perror assert";

/// A function that prints, and changes nothing else.
pub(in crate::c) fn prints(name: &str) -> bool {
    PRINTING.split_whitespace().any(|known| known == name)
}

/// A function of `<math.h>` or `<stdlib.h>` that reaches no memory.
pub(in crate::c) fn is_numeric(name: &str) -> bool {
    let plain = name.strip_suffix(['f', 'l']).unwrap_or(name);
    let mut all = NUMERIC.split_whitespace();
    all.any(|known| known == name || known == plain)
}

/// A function of the library that copies what its second argument leads to, under the compiler's name for it too.
pub(in crate::c) fn copies(name: &str) -> bool {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let plain = plain.trim_start_matches('_').trim_end_matches("_chk");
    matches!(plain, "memcpy" | "memmove" | "mempcpy")
}
