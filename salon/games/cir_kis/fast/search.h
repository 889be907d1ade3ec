/* The search: alpha-beta for one side against all others, deeper and deeper while there is time.
 *
 * plain.py is the same in Python, placement by placement: what one changes the other must.
 */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdlib.h>
#include <time.h>

#include "eye.h"

enum { WON = 1 << 24, POINT = 256, DEEPEST = 60, MEMORIES = 1 << 18, CLOCK = 1024 };
enum { MANY_IDEAS = 6, DEEP = 3 }; /* from the seventh idea on one step less, where there are three */
enum { UNKNOWN, AT_LEAST, AT_MOST, EXACT };

typedef struct {
    uint64_t key;
    int32_t value;
    int16_t number; /* the best placement */
    uint8_t depth, bound;
} Memory;

typedef struct {
    int32_t value; /* for who lays it */
    int32_t number;
} Idea;

typedef struct { /* what Python is told */
    int64_t looked; /* at so many positions */
    int32_t count, depth;
    Idea ideas[MOST];
} Found;

static struct {
    Memory *memories;
    uint64_t salt; /* memories of an earlier search are strange to this one */
    int64_t looked, most;
    double end;
    int me, stopped;
    int match, last_round, totals[SEATS];
} mind;

static double now_in_seconds(void) {
    struct timespec time;
#ifdef CLOCK_MONOTONIC
    clock_gettime(CLOCK_MONOTONIC, &time);
#else
    timespec_get(&time, TIME_UTC);
#endif
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* What a position is worth */

static int side_sum(const Round *now, int seat) {
    int sum = now->scores[seat] + mind.totals[seat];
    return now->teams ? sum + now->scores[seat ^ 2] + mind.totals[seat ^ 2] : sum;
}

static int side_pieces(const Round *now, int seat) {
    return now->teams ? now->pieces[seat] + now->pieces[seat ^ 2] : now->pieces[seat];
}

/* How far this side is ahead of the best other, all rounds together. */
static int lead_in_points(const Round *now, int me) {
    int best = -1;
    for (int seat = 0; seat < now->seats; seat++)
        if (!is_partner(now, seat, me) && side_sum(now, seat) > best) best = side_sum(now, seat);
    return side_sum(now, me) - best;
}

/* Whether this side beats the others: 1, 0 if it shares, -1. Points, then unplayed pieces (CK15). */
static int wins(const Round *now, int me) {
    int shared = 0, ours = 64 * side_sum(now, me) + side_pieces(now, me);
    for (int seat = 0; seat < now->seats; seat++) {
        if (is_partner(now, seat, me)) continue;
        int theirs = 64 * side_sum(now, seat) + side_pieces(now, seat);
        if (theirs > ours) return -1;
        shared |= theirs == ours;
    }
    return !shared;
}

static int is_decided(const Round *now) {
    if (!mind.match || mind.last_round) return 1;
    for (int seat = 0; seat < now->seats; seat++)
        if (side_sum(now, seat) >= board.long_goal) return 1;
    return 0;
}

/* A round that is over: the sooner it is won the better. */
static int verdict(const Round *now, int me, int ply) {
    if (!is_decided(now)) return POINT * lead_in_points(now, me);
    return wins(now, me) * (WON - ply);
}

static int totals_ahead(const Round *now, int me) {
    Round none = *now;
    memset(none.scores, 0, sizeof none.scores);
    return lead_in_points(&none, me);
}

/* What it looks like to this side, without looking further. */
static int glance(const Round *now, int me, int ply) {
    if (now->end) return verdict(now, me, ply);
    if (!mind.match) return worth(now, me, 0);
    return worth(now, me, 1) + POINT * totals_ahead(now, me);
}

/* What was found before */

static uint64_t key_of(const Round *now) {
    uint64_t key = now->laid ^ board.turn_key[2 * now->turn + now->free] ^ mind.salt;
    if (now->leader >= 0) key ^= board.leader_key[now->leader];
    for (int seat = 0; seat < now->seats; seat++)
        key ^= board.score_key[seat][at_most(now->scores[seat] / 5, 15)];
    return key;
}

static Memory *memory_of(uint64_t key) {
    return &mind.memories[(key ^ mind.salt) % MEMORIES];
}

static void remember(uint64_t key, int depth, Idea best, int low, int high) {
    int bound = best.value <= low ? AT_MOST : best.value >= high ? AT_LEAST : EXACT;
    *memory_of(key) = (Memory){key, best.value, (int16_t)best.number, (uint8_t)depth, (uint8_t)bound};
}

static int answers(const Memory *memory, int depth, int low, int high) {
    if (memory->depth != depth) return 0;
    return memory->bound == EXACT || (memory->bound == AT_LEAST && memory->value >= high)
           || (memory->bound == AT_MOST && memory->value <= low);
}

/* Looking ahead */

static int are_several(const Round *now) {
    return now->seats > 2 && !now->teams;
}

static int must_stop(void) {
    static int64_t asked;
    if (mind.looked >= mind.most) mind.stopped = 1;
    else if (mind.looked / CLOCK != asked) {
        asked = mind.looked / CLOCK;
        mind.stopped |= now_in_seconds() > mind.end;
    }
    return mind.stopped;
}

/* Every placement with what it looks like to who lays it: of two sides what one fears the other
 * hopes, of several each has hopes of its own. */
static int ideas_of(const Round *now, int ply, Idea *ideas) {
    int16_t numbers[MOST];
    int count = legal(now, numbers), me = are_several(now) ? now->turn : mind.me;
    int sign = is_partner(now, now->turn, me) ? 1 : -1;
    for (int i = 0; i < count; i++) {
        Round then = *now;
        lay(&then, numbers[i]);
        ideas[i] = (Idea){sign * glance(&then, me, ply + 1), numbers[i]};
    }
    mind.looked += count;
    return count;
}

/* The most promising of those from here on comes here. */
static void bring_best(Idea *ideas, int from, int count, int first) {
    int best = from;
    for (int i = from; i < count; i++) {
        if (ideas[i].number == first) { best = i; break; }
        if (ideas[i].value > ideas[best].value) best = i;
    }
    Idea chosen = ideas[best];
    memmove(ideas + from + 1, ideas + from, sizeof *ideas * (size_t)(best - from));
    ideas[from] = chosen;
}

static int look(const Round *now, int depth, int low, int high, int ply);

/* What comes of a placement, for who lays it; one step less deep for those that promise little. */
static int try_it(const Round *now, int number, int depth, int low, int high, int ply) {
    Round then = *now;
    lay(&then, number);
    if (then.end) {
        int value = verdict(&then, mind.me, ply + 1);
        return is_partner(now, now->turn, mind.me) ? value : -value;
    }
    if (is_partner(now, now->turn, mind.me) == is_partner(now, then.turn, mind.me))
        return look(&then, depth - 1, low, high, ply + 1);
    return -look(&then, depth - 1, -high, -low, ply + 1);
}

/* The first with all doubt, the others only asked whether they are better. */
static int weigh(const Round *now, int number, int rank, int depth, int low, int high, int ply) {
    if (!rank) return try_it(now, number, depth, low, high, ply);
    int less = rank >= MANY_IDEAS && depth >= DEEP;
    int value = try_it(now, number, depth - less, low, low + 1, ply);
    if (less && value > low && !mind.stopped) value = try_it(now, number, depth, low, low + 1, ply);
    if (value > low && value < high && !mind.stopped)
        value = try_it(now, number, depth, low, high, ply);
    return value;
}

/* The value for who is to move, exact between low and high. */
static int look(const Round *now, int depth, int low, int high, int ply) {
    Idea ideas[MOST], best = {-2 * WON, NOTHING};
    if (must_stop()) return 0;
    uint64_t key = key_of(now);
    const Memory *memory = memory_of(key);
    int known = memory->key == key, first = known ? memory->number : NOTHING, from = low;
    if (known && answers(memory, depth, low, high)) return memory->value;
    int count = ideas_of(now, ply, ideas);
    for (int i = 0; i < count && best.value < high; i++) {
        bring_best(ideas, i, count, i || depth == 1 ? NOTHING : first);
        Idea idea = ideas[i];
        if (depth > 1) idea.value = weigh(now, idea.number, i, depth, low, high, ply);
        if (mind.stopped) return 0;
        if (idea.value > best.value) best = idea;
        if (best.value > low) low = best.value;
        if (depth == 1) break;
    }
    remember(key, depth, best, from, high);
    return best.value;
}

/* Several sides: each looks for itself, at the few placements that promise most. I take the best;
 * of the others, who may see it otherwise, each takes a worse one the less often the worse it is. */

enum { FEW = 6, FEWER = 3, HALF_AS_OFTEN = 1500, FAR = 100 * POINT, OFFSET = 1 << 20 };

typedef struct {
    int32_t value[SEATS];
} Hopes;

static int between(int low, int value, int high) {
    return value < low ? low : value > high ? high : value;
}

/* The chance of winning, which unlike its logarithm has a mean; in a match points, which have. */
static int hope(const Round *now, int seat, int ply) {
    int value = glance(now, seat, ply);
    return mind.match ? between(-FAR, value, FAR) : board.chances[between(0, value + SURE, 2 * SURE)];
}

/* Back from a chance to its logarithm. */
static int logarithm(int chance) {
    int low = 0, high = 2 * SURE + 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (board.chances[middle] < chance) low = middle + 1;
        else high = middle;
    }
    return low - SURE;
}

static Hopes hopes_of(const Round *now, int ply) {
    Hopes hopes = {{0}};
    for (int seat = 0; seat < now->seats; seat++) hopes.value[seat] = hope(now, seat, ply);
    return hopes;
}

/* What comes of it on average, if better ones are laid more often. */
static Hopes mixed(const Round *now, const Hopes *found, int count) {
    Hopes mix = {{0}};
    int64_t best = -OFFSET, sum[SEATS] = {0}, total = 0;
    int step = mind.match ? 2 * POINT : HALF_AS_OFTEN;
    for (int i = 0; i < count; i++)
        if (found[i].value[now->turn] > best) best = found[i].value[now->turn];
    for (int i = 0; i < count; i++) {
        int64_t halvings = (best - found[i].value[now->turn]) / step;
        int64_t weight = halvings > 10 ? 0 : 1024 >> halvings;
        total += weight;
        for (int seat = 0; seat < now->seats; seat++)
            sum[seat] += weight * (found[i].value[seat] + OFFSET);
    }
    for (int seat = 0; seat < now->seats; seat++) mix.value[seat] = (int32_t)(sum[seat] / total - OFFSET);
    return mix;
}

static Hopes look_for_each(const Round *now, int depth, int ply);

static Hopes try_for_each(const Round *now, int number, int depth, int ply) {
    Round then = *now;
    lay(&then, number);
    if (then.end || depth == 1) return hopes_of(&then, ply + 1);
    return look_for_each(&then, depth - 1, ply + 1);
}

static Hopes look_for_each(const Round *now, int depth, int ply) {
    Idea ideas[MOST];
    Hopes found[FEW], best = {{0}};
    if (must_stop()) return best;
    int mine = now->turn == mind.me, count = ideas_of(now, ply, ideas);
    int few = at_most(count, depth > 1 ? FEW : mine ? 1 : FEWER);
    for (int i = 0; i < few; i++) {
        bring_best(ideas, i, count, NOTHING);
        found[i] = try_for_each(now, ideas[i].number, depth, ply);
        if (mind.stopped) return best;
        if (!i || found[i].value[now->turn] > best.value[now->turn]) best = found[i];
    }
    return mine ? best : mixed(now, found, few);
}

/* The root */

static int weigh_for_me(const Round *now, int number, int depth) {
    Round then = *now;
    lay(&then, number);
    if (then.end) return verdict(&then, mind.me, 1);
    int value = look_for_each(&then, depth - 1, 1).value[mind.me];
    return mind.match ? value : logarithm(value);
}

static int weigh_first(const Round *now, int number, int rank, int depth, int low, int exact) {
    if (are_several(now)) return weigh_for_me(now, number, depth);
    if (exact) return try_it(now, number, depth, -2 * WON, 2 * WON, 0);
    return weigh(now, number, rank, depth, low, 2 * WON, 0);
}

/* Every placement anew, one step deeper; whether there was time for all. */
static int deepen(const Round *now, int depth, int exact, Found *found) {
    int low = -2 * WON;
    for (int i = 0; i < found->count; i++) {
        Idea idea = found->ideas[i];
        idea.value = weigh_first(now, idea.number, i, depth, low, exact);
        if (mind.stopped) return 0;
        found->ideas[i] = idea;
        if (idea.value <= low) continue;
        low = idea.value;
        if (exact) continue;
        memmove(found->ideas + 1, found->ideas, sizeof idea * (size_t)i);
        found->ideas[0] = idea;
    }
    return 1;
}

static void sort(Found *found) {
    for (int i = 0; i < found->count; i++) bring_best(found->ideas, i, found->count, NOTHING);
}

static int is_settled(const Found *found, int exact) {
    return !exact && (found->count == 1 || found->ideas[0].value > WON - DEEPEST);
}

static void deepen_while_there_is_time(const Round *now, int exact, Found *found) {
    Found before;
    for (int depth = 2; depth < DEEPEST && !is_settled(found, exact); depth++) {
        before = *found;
        if (!deepen(now, depth, exact, found)) {
            if (exact) before.looked = found->looked, *found = before;
            return;
        }
        if (exact) sort(found);
        found->depth = depth;
    }
}

static void search_from(const Round *now, int64_t most, double seconds, int exact, Found *found) {
    mind.salt += 0x9E3779B97F4A7C15ull;
    mind.looked = 0, mind.most = most, mind.stopped = 0;
    mind.end = now_in_seconds() + seconds;
    mind.me = now->turn;
    found->count = ideas_of(now, 0, found->ideas);
    found->depth = 1;
    sort(found);
    deepen_while_there_is_time(now, exact, found);
    found->looked = mind.looked;
}

static void search(const Told *told, int64_t most, double seconds, int exact, Found *found) {
    Round now;
    begin(&now, told);
    mind.match = told->match, mind.last_round = told->last_round;
    for (int seat = 0; seat < SEATS; seat++) mind.totals[seat] = told->totals[seat];
    search_from(&now, most, seconds, exact, found);
}

#endif
