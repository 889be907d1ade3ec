/* The fast core of Cir*Kis: what Python calls (core.py).
 *
 * One process asks one question at a time; core.py sees to that.
 */
#include "search.h"

#ifdef _WIN32
#define CALLED __declspec(dllexport)
#else
#define CALLED __attribute__((visibility("default")))
#endif

/* How large the two think what they hand over is: a library of another day is not used. */
CALLED int64_t core_size(void) {
    return (int64_t)(sizeof(Board) + sizeof(Told) + sizeof(Round) + sizeof(Eye) + sizeof(Found));
}

CALLED void core_board(const Board *given) {
    board = *given;
}

CALLED void core_eye(int which, const Eye *eye) {
    eyes[which] = *eye;
}

/* A round, step by step */

CALLED void core_begin(Round *now, const Told *told) {
    begin(now, told);
}

CALLED int core_legal(const Round *now, int16_t *numbers) {
    return now->end ? 0 : legal(now, numbers);
}

CALLED void core_lay(Round *now, int number) {
    lay(now, number);
}

CALLED int core_see(const Round *now, int me, uint16_t *seen) {
    return see(now, me, seen);
}

CALLED int core_worth(const Round *now, int me, int margin) {
    return worth(now, me, margin);
}

/* How many sequences of placements there are. */
CALLED int64_t core_sequences(const Round *now, int length) {
    int16_t numbers[MOST];
    int64_t total = 0;
    int count = now->end ? 0 : legal(now, numbers);
    if (length == 1) return count;
    for (int i = 0; i < count; i++) {
        Round then = *now;
        lay(&then, numbers[i]);
        total += core_sequences(&then, length - 1);
    }
    return total;
}

/* The best placement first; all values exact if asked for. 0: there is no memory for it. */
CALLED int core_search(const Told *told, int64_t most, double seconds, int exact, Found *found) {
    if (!mind.memories) mind.memories = calloc(MEMORIES, sizeof(Memory));
    if (!mind.memories) return 0;
    search(told, most, seconds, exact, found);
    return 1;
}
