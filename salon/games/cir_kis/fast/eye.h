/* The learnt eye: how a round looks to one seat, and what that is worth (eye.py says it in Python).
 *
 * Everything that is seen is a row of sixteen numbers. The rows are added up; the first two sums are
 * the odds and the margin as a straight reading has them, the others count where they are positive.
 */
#ifndef EYE_H
#define EYE_H

#include "round.h"

enum { COLUMNS = 16, HIDDEN = COLUMNS - 2, SHIFT = 6, SEEN = 96 };
enum {
    PATTERNS = 0,                     /* of a figure: 4 families, 4 states of 5 segments */
    CLAIMS = PATTERNS + 4 * 1024,     /* circles or stars: most of one of us, of others, empty */
    RINGS = CLAIMS + 2 * 6 * 6 * 6,   /* the Centre Ring: most of one of us, of others */
    SCORES = RINGS + 11 * 11,         /* ours, the best of the others */
    SECONDS = SCORES + 10 * 10,       /* ours, the next best */
    TURNS = SECONDS + 10 * 10,        /* how far away the turn is, and whether it is free */
    KINDS_OURS = TURNS + 8,           /* pieces left of each shape */
    KINDS_THEIRS = KINDS_OURS + KINDS * 5,
    PIECES_OURS = KINDS_THEIRS + KINDS * 5,
    PIECES_THEIRS = PIECES_OURS + 21,
    SLIVERS = PIECES_THEIRS + 21,     /* whether a Sliver still earns a free turn */
    CHOICES = SLIVERS + 2,            /* how many placements there are: for us, for others */
    ROWS = CHOICES + 2 * 8
};

typedef struct {
    int16_t row[ROWS][COLUMNS];
    int16_t odds[HIDDEN], margin[HIDDEN];
} Eye;

enum { TWO, THREE, FOUR, TEAMS, EYES };
static Eye eyes[EYES];

static inline const Eye *eye_for(const Round *now) {
    return &eyes[now->teams ? TEAMS : now->seats - 2];
}

static inline int at_most(int number, int most) {
    return number < most ? number : most;
}

/* The segments of our side, those of the others, and the most that one seat has of each. */
typedef struct {
    int ours, theirs, our_most, their_most;
} Claim;

static inline Claim claim_of(const Round *now, int me, int figure) {
    Claim claim = {0, 0, 0, 0};
    for (int seat = 0; seat < now->seats; seat++) {
        int part = now->part[seat][figure], count = __builtin_popcount((unsigned)part);
        if (is_partner(now, seat, me)) {
            claim.ours |= part;
            if (count > claim.our_most) claim.our_most = count;
        } else {
            claim.theirs |= part;
            if (count > claim.their_most) claim.their_most = count;
        }
    }
    return claim;
}

/* An open figure: each segment is ours, theirs, empty, or empty beside the Leader. */
static inline int see_figure(const Round *now, int me, int figure, uint16_t *seen) {
    Claim claim = claim_of(now, me, figure);
    int empty = board.whole[figure] & ~(claim.ours | claim.theirs), count = 0;
    if (!empty) return 0;
    int near = now->free || now->leader < 0 ? empty : empty & board.reach[now->leader][figure];
    int pattern = (claim.ours | near) << 5 | claim.theirs | near;
    seen[count++] = (uint16_t)(PATTERNS + 1024 * board.family[figure] + pattern);
    if (now->seats > 2) {
        int star = board.family[figure] % 2;
        int key = (claim.our_most * 6 + claim.their_most) * 6 + __builtin_popcount((unsigned)empty);
        seen[count++] = (uint16_t)(CLAIMS + 216 * star + key);
    }
    return count;
}

static inline int see_ring(const Round *now, int me, uint16_t *seen) {
    if (!now->ring || union_of(now, RING) == board.whole[RING]) return 0;
    Claim claim = claim_of(now, me, RING);
    seen[0] = (uint16_t)(RINGS + 11 * claim.our_most + claim.their_most);
    return 1;
}

static inline int see_scores(const Round *now, int me, uint16_t *seen) {
    int best = -1, second = -1, ours = at_most(side_score(now, me) / 5, 9);
    for (int seat = 0; seat < now->seats; seat++) {
        if (is_partner(now, seat, me)) continue;
        int theirs = at_most(side_score(now, seat) / 5, 9);
        if (theirs > best) second = best, best = theirs;
        else if (theirs > second) second = theirs;
    }
    seen[0] = (uint16_t)(SCORES + 10 * ours + best);
    if (now->seats == 2 || now->teams) return 1;
    seen[1] = (uint16_t)(SECONDS + 10 * ours + second);
    return 2;
}

static inline int see_hands(const Round *now, int me, uint16_t *seen) {
    int count = 0;
    for (int seat = 0; seat < now->seats; seat++) {
        int ours = is_partner(now, seat, me);
        int kinds = ours ? KINDS_OURS : KINDS_THEIRS, pieces = ours ? PIECES_OURS : PIECES_THEIRS;
        for (int kind = 0; kind < KINDS; kind++)
            seen[count++] = (uint16_t)(kinds + 5 * kind + at_most(now->left[seat][kind], 4));
        seen[count++] = (uint16_t)(pieces + at_most(now->pieces[seat], 20));
    }
    return count;
}

/* 1, 2, 3, 4-5, 6-8, 9-14, 15-24, more */
static inline int how_many(int choices) {
    static const int up_to[7] = {1, 2, 3, 5, 8, 14, 24};
    int level = 0;
    while (level < 7 && choices > up_to[level]) level++;
    return level;
}

static inline int see_choices(const Round *now, int me, uint16_t *seen) {
    Set found;
    int choices = 0;
    fitting(now, at_the_right_place(now), now->turn, &found);
    for (int i = 0; i < WORDS; i++) choices += __builtin_popcountll(found.word[i]);
    seen[0] = (uint16_t)(CHOICES + 8 * !is_partner(now, now->turn, me) + how_many(choices));
    return 1;
}

/* The rows of everything that this seat sees in a round that goes on. */
static inline int see(const Round *now, int me, uint16_t *seen) {
    int count = 0;
    for (int figure = 0; figure < RING; figure++)
        count += see_figure(now, me, figure, seen + count);
    count += see_ring(now, me, seen + count);
    count += see_scores(now, me, seen + count);
    count += see_hands(now, me, seen + count);
    count += see_choices(now, me, seen + count);
    int away = (now->turn - me + now->seats) % now->seats;
    seen[count++] = (uint16_t)(TURNS + 2 * away + now->free);
    seen[count++] = (uint16_t)(SLIVERS + now->slivered);
    return count;
}

/* The odds of winning the round as a logarithm, or the margin in points; 256 is one. */
static inline int worth(const Round *now, int me, int margin) {
    uint16_t seen[SEEN];
    int32_t sum[COLUMNS] = {0};
    const Eye *eye = eye_for(now);
    int count = see(now, me, seen);
    for (int i = 0; i < count; i++)
        for (int c = 0; c < COLUMNS; c++) sum[c] += eye->row[seen[i]][c];
    const int16_t *weight = margin ? eye->margin : eye->odds;
    int32_t more = 0;
    for (int i = 0; i < HIDDEN; i++) more += weight[i] * (sum[i + 2] > 0 ? sum[i + 2] : 0);
    return sum[margin] + (more >> SHIFT);
}

#endif
