/* One round of Cir*Kis in bits: what position.py says, for a search that has no time.
 *
 * The board, the pieces and the numbers of the rules come from Python (core.py), which has them from
 * board.py and position.py; nothing is told twice but what a placement does.
 */
#ifndef ROUND_H
#define ROUND_H

#include <stdint.h>
#include <string.h>

enum { SEATS = 4, KINDS = 9, FIGURES = 17, RING = 16, MOST = 512, WORDS = MOST / 64, FIELDS = 3 };
enum { NOWHERE = 255, SURE = 2048, NOBODY = -1, NOTHING = -1 };
enum { GOES_ON, FORTY, LAST_PIECE, NOBODY_CAN };

typedef struct {
    uint64_t word[WORDS];
} Set; /* of placements */

typedef struct {
    int32_t placements, sliver, centre_star;
    int32_t goal, finisher, last_piece, long_goal;
    int32_t chances[2 * SURE + 1]; /* of winning, for logarithms from -SURE to SURE */
    Set opening;
    Set follow[MOST];  /* the placements that touch this one */
    Set overlap[MOST]; /* those that share a space with it, itself among them */
    Set having[MOST];  /* those of the pieces whose bits are set */
    uint64_t around[MOST][FIELDS];   /* the spaces that touch it */
    uint64_t mask[MOST][FIELDS];
    uint64_t laid_key[MOST][SEATS];  /* random numbers that tell positions apart */
    uint64_t leader_key[MOST];
    uint64_t turn_key[2 * SEATS];
    uint64_t score_key[SEATS][16];
    uint16_t reach[MOST][FIGURES];   /* the segments of each figure that touch it */
    uint16_t segments[MOST][2];      /* those that it covers */
    uint16_t whole[FIGURES];         /* all of them */
    uint8_t figures[MOST][2];        /* that it lies on; NOWHERE if on fewer */
    uint8_t piece[MOST];
    uint8_t family[FIGURES];         /* figures that look alike from the middle of the board */
    uint8_t points[FIGURES];
    uint8_t counts[KINDS];
} Board;

typedef struct { /* as Python tells it */
    uint64_t glass[SEATS][FIELDS];
    int32_t left[SEATS][KINDS];
    int32_t scores[SEATS], totals[SEATS];
    int32_t seats, ring, teams, turn, free, leader;
    int32_t match, last_round;
} Told;

typedef struct {
    Set taken;  /* placements that overlap glass */
    Set beside; /* placements that touch glass */
    uint64_t filled[FIELDS];
    uint64_t laid;                    /* the key of what was laid since the search began */
    uint16_t part[SEATS][FIGURES];    /* the segments of each seat */
    uint16_t kinds[SEATS];            /* a bit for each piece of which some are left */
    uint8_t left[SEATS][KINDS];
    uint8_t pieces[SEATS];
    int16_t scores[SEATS];
    int16_t leader;
    uint8_t seats, ring, teams, turn, free, slivered, end;
} Round;

static Board board;

static inline int is_partner(const Round *now, int one, int other) {
    return one == other || (now->teams && (one - other) % 2 == 0);
}

/* What each seat's side has. */
static inline int side_score(const Round *now, int seat) {
    return now->teams ? now->scores[seat] + now->scores[seat ^ 2] : now->scores[seat];
}

/* What may be laid */

static inline const Set *at_the_right_place(const Round *now) {
    if (now->leader == NOTHING) return &board.opening;
    return now->free ? &now->beside : &board.follow[now->leader];
}

static inline int fitting(const Round *now, const Set *there, int seat, Set *found) {
    const Set *having = &board.having[now->kinds[seat]];
    uint64_t any = 0;
    for (int i = 0; i < WORDS; i++) {
        found->word[i] = there->word[i] & ~now->taken.word[i] & having->word[i];
        any |= found->word[i];
    }
    return any != 0;
}

/* The placements that may be laid now, in shape and space order. */
static inline int legal(const Round *now, int16_t *numbers) {
    Set found;
    int count = 0;
    fitting(now, at_the_right_place(now), now->turn, &found);
    for (int i = 0; i < WORDS; i++)
        for (uint64_t rest = found.word[i]; rest; rest &= rest - 1)
            numbers[count++] = (int16_t)(64 * i + __builtin_ctzll(rest));
    return count;
}

/* What it does */

static inline uint16_t union_of(const Round *now, int figure) {
    return now->part[0][figure] | now->part[1][figure] | now->part[2][figure] | now->part[3][figure];
}

/* Who has strictly the most segments. */
static inline int dominant(const Round *now, int figure) {
    int most = 0, who = NOBODY;
    for (int seat = 0; seat < now->seats; seat++) {
        int count = __builtin_popcount(now->part[seat][figure]);
        if (count > most) most = count, who = seat;
        else if (count == most) who = NOBODY;
    }
    return who;
}

/* The points of a figure that is full now. */
static inline void score(Round *now, int figure) {
    int who = dominant(now, figure);
    if (who != NOBODY) now->scores[who] += board.points[figure];
    if (who != now->turn) now->scores[now->turn] += (int16_t)board.finisher;
}

/* Lays the segments and scores what they complete; whether the Centre Star is among it. */
static inline int fill_figures(Round *now, int number) {
    int star = 0;
    for (int i = 0; i < 2 && board.figures[number][i] != NOWHERE; i++) {
        int figure = board.figures[number][i];
        now->part[now->turn][figure] |= board.segments[number][i];
        if (union_of(now, figure) != board.whole[figure] || (figure == RING && !now->ring)) continue;
        score(now, figure);
        star |= figure == board.centre_star;
    }
    return star;
}

static inline int is_enclosed(const Round *now, int number) {
    uint64_t open = 0;
    for (int i = 0; i < FIELDS; i++) open |= board.around[number][i] & ~now->filled[i];
    return !open;
}

static inline void take_from_hand(Round *now, int piece) {
    now->pieces[now->turn]--;
    if (!--now->left[now->turn][piece]) now->kinds[now->turn] &= (uint16_t)~(1u << piece);
}

static inline void fill(Round *now, int number) {
    for (int i = 0; i < FIELDS; i++) now->filled[i] |= board.mask[number][i];
    for (int i = 0; i < WORDS; i++) {
        now->taken.word[i] |= board.overlap[number].word[i];
        now->beside.word[i] |= board.follow[number].word[i];
    }
    now->laid ^= board.laid_key[number][now->turn];
    now->leader = (int16_t)number;
    now->free = 0;
}

static inline int best_side(const Round *now) {
    int best = 0;
    for (int seat = 0; seat < now->seats; seat++)
        if (side_score(now, seat) > best) best = side_score(now, seat);
    return best;
}

/* To the next who can follow the Leader; it may be the same seat again (CK9). */
static inline void go_on(Round *now) {
    Set found;
    for (int step = 1; step <= now->seats; step++) {
        int seat = (now->turn + step) % now->seats;
        if (!fitting(now, &board.follow[now->leader], seat, &found)) continue;
        now->turn = (uint8_t)seat;
        return;
    }
    now->end = NOBODY_CAN;
}

/* Figures, then the last piece, then the end, then a free turn (CK14). */
static inline void lay(Round *now, int number) {
    int piece = board.piece[number];
    int first_sliver = piece == board.sliver && !now->slivered;
    int star = fill_figures(now, number);
    int earned = first_sliver || star || is_enclosed(now, number);
    Set found;
    now->slivered |= first_sliver;
    take_from_hand(now, piece);
    fill(now, number);
    int last = !now->pieces[now->turn];
    if (last) now->scores[now->turn] += (int16_t)board.last_piece;
    if (best_side(now) >= board.goal) now->end = FORTY;
    else if (last) now->end = LAST_PIECE;
    else if (earned && fitting(now, &now->beside, now->turn, &found)) now->free = 1;
    else go_on(now);
}

/* The round as Python has it */

static inline int shares(const uint64_t *one, const uint64_t *other) {
    return ((one[0] & other[0]) | (one[1] & other[1]) | (one[2] & other[2])) != 0;
}

static inline void add(Set *set, int number) {
    set->word[number / 64] |= 1ull << number % 64;
}

/* The segments that a seat has: placements of one space lie on each. */
static inline void find_segments(Round *now, const Told *told, int seat) {
    for (int number = 0; number < board.placements; number++) {
        int inside = 1;
        for (int i = 0; i < FIELDS; i++) inside &= !(board.mask[number][i] & ~told->glass[seat][i]);
        for (int i = 0; inside && i < 2 && board.figures[number][i] != NOWHERE; i++)
            now->part[seat][board.figures[number][i]] |= board.segments[number][i];
    }
}

static inline void take_seat(Round *now, const Told *told, int seat) {
    now->scores[seat] = (int16_t)told->scores[seat];
    for (int i = 0; i < FIELDS; i++) now->filled[i] |= told->glass[seat][i];
    for (int kind = 0; kind < KINDS; kind++) {
        int left = told->left[seat][kind];
        now->left[seat][kind] = (uint8_t)left;
        now->pieces[seat] += (uint8_t)left;
        if (left) now->kinds[seat] |= (uint16_t)(1u << kind);
    }
    now->slivered |= now->left[seat][board.sliver] < board.counts[board.sliver];
    find_segments(now, told, seat);
}

static inline void begin(Round *now, const Told *told) {
    memset(now, 0, sizeof *now);
    now->seats = (uint8_t)told->seats, now->ring = (uint8_t)told->ring;
    now->teams = (uint8_t)told->teams, now->turn = (uint8_t)told->turn;
    now->free = (uint8_t)told->free, now->leader = (int16_t)told->leader;
    for (int seat = 0; seat < now->seats; seat++) take_seat(now, told, seat);
    for (int number = 0; number < board.placements; number++) {
        if (shares(board.mask[number], now->filled)) add(&now->taken, number);
        if (shares(board.around[number], now->filled)) add(&now->beside, number);
    }
}

#endif
