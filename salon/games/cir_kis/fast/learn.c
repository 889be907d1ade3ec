/* How the eye learns: rounds of the search with itself, and the rows set by what came of them.
 *
 * Only learn_eye.py needs it; it is compiled with the core, and in no wheel.
 */
#include <math.h>

#include "core.c"

typedef struct {
    uint16_t seen[SEEN];
    uint8_t count;
    uint8_t known;  /* whether a search has said what it thinks of it */
    int16_t margin; /* points ahead of the best other side in the end */
    float won;      /* 1, 0.5 if shared, 0 */
    float guess;    /* the odds that the search found */
} Sample;

static uint64_t chance;

static uint64_t random_number(void) {
    uint64_t z = (chance += 0x9E3779B97F4A7C15ull);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static int below(int number) {
    return (int)(random_number() % (uint64_t)number);
}

static Round fresh(int mode, int ring) {
    Told told = {0};
    told.seats = mode == TEAMS ? 4 : mode + 2, told.teams = mode == TEAMS, told.ring = ring;
    told.leader = NOTHING, told.turn = below(told.seats);
    for (int seat = 0; seat < told.seats; seat++)
        for (int kind = 0; kind < KINDS; kind++) told.left[seat][kind] = board.counts[kind];
    Round now;
    begin(&now, &told);
    return now;
}

static Idea find(const Round *now, int most) {
    Found found;
    search_from(now, most, 1e9, 0, &found);
    return found.ideas[0];
}

static float odds_of(int value) {
    return 1.0f / (1.0f + expf((float)-value / 256.0f));
}

/* What every seat sees now; of those who wait for an opinion the mover gets one. */
static int keep(const Round *now, Sample *samples, int count, int room) {
    for (int seat = 0; seat < now->seats && count < room; seat++) {
        Sample *one = &samples[count++];
        one->count = (uint8_t)see(now, seat, one->seen);
        one->known = 0, one->won = (float)seat; /* until the end is known */
    }
    return count;
}

static void tell_opinion(const Round *now, Sample *samples, int from, int count, int value) {
    for (int i = from; i < count; i++) {
        int seat = (int)samples[i].won, ours = is_partner(now, seat, now->turn);
        if (samples[i].known || (!ours && now->seats > 2 && !now->teams)) continue;
        samples[i].guess = odds_of(ours ? value : -value), samples[i].known = 1;
    }
}

static void tell_end(const Round *now, Sample *samples, int count) {
    for (int i = 0; i < count; i++) {
        int seat = (int)samples[i].won;
        samples[i].margin = (int16_t)lead_in_points(now, seat);
        samples[i].won = 0.5f + 0.5f * (float)wins(now, seat);
    }
}

/* One round of the search with itself; how many samples it gave. */
CALLED int learn_play(uint64_t seed, int mode, int ring, int most, Sample *samples, int room) {
    if (!mind.memories) mind.memories = calloc(MEMORIES, sizeof(Memory));
    chance = seed;
    Round now = fresh(mode, ring);
    int random_ones = 1 + below(5), count = 0;
    for (int step = 0; !now.end; step++) {
        int16_t numbers[MOST];
        int choices = legal(&now, numbers);
        if (step < random_ones || (step < 24 && !below(20))) {
            lay(&now, numbers[below(choices)]);
            continue;
        }
        int before = count > 4 * now.seats ? count - 4 * now.seats : 0;
        count = keep(&now, samples, count, room);
        Idea best = find(&now, most);
        tell_opinion(&now, samples, before, count, best.value);
        lay(&now, best.number);
    }
    tell_end(&now, samples, count);
    return count;
}

/* Setting the rows: Adagrad, sample by sample */

typedef struct {
    float row[ROWS][COLUMNS], odds[HIDDEN], margin[HIDDEN];
} Thought; /* an eye while it learns */

static inline void pull(float *weight, float *pulled, float by, float rate) {
    *pulled += by * by;
    *weight -= rate * by / sqrtf(*pulled + 1e-2f);
}

static void learn_one(Thought *eye, Thought *pulled, const uint16_t *same, const Sample *one,
                      float trust, float rate, double *wrong) {
    float sum[COLUMNS] = {0}, back[COLUMNS];
    for (int i = 0; i < one->count; i++)
        for (int c = 0; c < COLUMNS; c++) sum[c] += eye->row[same[one->seen[i]]][c];
    float odds = sum[0], margin = sum[1];
    for (int i = 0; i < HIDDEN; i++) {
        float lit = sum[i + 2] > 0 ? sum[i + 2] : 0;
        odds += eye->odds[i] * lit, margin += eye->margin[i] * lit;
    }
    float found = 1.0f / (1.0f + expf(-odds));
    float goal = one->known ? trust * one->guess + (1 - trust) * one->won : one->won;
    back[0] = found - goal, back[1] = (margin - (float)one->margin) / 400.0f;
    wrong[0] += (one->won - found) * (one->won - found);
    wrong[1] += fabsf(margin - (float)one->margin);
    for (int i = 0; i < HIDDEN; i++) {
        float lit = sum[i + 2];
        back[i + 2] = lit > 0 ? back[0] * eye->odds[i] + back[1] * eye->margin[i] : 0;
        if (lit <= 0) continue;
        pull(&eye->odds[i], &pulled->odds[i], back[0] * lit, rate);
        pull(&eye->margin[i], &pulled->margin[i], back[1] * lit, rate * 10);
    }
    for (int i = 0; i < one->count; i++) {
        float *row = eye->row[same[one->seen[i]]], *moved = pulled->row[same[one->seen[i]]];
        for (int c = 0; c < COLUMNS; c++) {
            float by = back[c];
            moved[c] += by * by;
            row[c] -= (c == 1 ? 10 * rate : rate) * by / sqrtf(moved[c] + 1e-2f);
        }
    }
}

/* All samples once, far apart ones after each other; the mean errors of odds and margin. */
CALLED void learn_all(Thought *eye, Thought *pulled, const uint16_t *same, const Sample *samples,
                      int64_t count, uint64_t seed, float trust, float rate, float fade,
                      double *wrong) {
    uint64_t step = 2654435761u, at = seed % (uint64_t)count; /* a prime: it comes everywhere */
    float *old = (float *)pulled;
    for (size_t i = 0; i < sizeof *pulled / sizeof *old; i++) old[i] *= fade;
    wrong[0] = wrong[1] = 0;
    for (int64_t i = 0; i < count; i++) {
        at = (at + step) % (uint64_t)count;
        learn_one(eye, pulled, same, &samples[at], trust, rate, wrong);
    }
    wrong[0] /= (double)count, wrong[1] /= (double)count;
}
