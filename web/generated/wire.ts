// Generated from salon/server/schema.py by web/tools/types.js: do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Result
         * @description How it ended.
         */
        Result: {
            winners: number[];
            scores: number[];
            reason: string;
        };
        /**
         * Answer
         * @description What a request carries.
         */
        Answer: Record<string, never>;
        /**
         * NewTable
         * @description POST /api/tables: open a table. Whoever opens it is its host.
         */
        NewTable: {
            game: string;
            seats: number;
            /** @default {} */
            options: {
                [key: string]: boolean | number | string;
            };
            /** @default 45 */
            patience: number;
            /** @default true */
            onlookers: boolean;
        };
        /**
         * Sit
         * @description POST /api/tables/{id}/sit: take a seat, or change one's name and symbol there.
         *
         *         Several seats may be taken from one device: that is a hot seat.
         */
        Sit: {
            name: string;
            /** @enum {unknown} */
            symbol: "bird" | "candle" | "heart" | "key" | "mask" | "moon" | "quill" | "rose" | "star";
            /** @default null */
            seat: number | null;
            /** @default false */
            another: boolean;
        };
        /**
         * SeatBot
         * @description POST /api/tables/{id}/bot: the host puts a bot on an empty seat, or takes it away.
         */
        SeatBot: {
            seat: number;
            level: string | null;
        };
        /**
         * AtSeat
         * @description POST /api/tables/{id}/leave, /kick, /host, /stand-in: something about one seat.
         */
        AtSeat: {
            seat: number;
        };
        /**
         * Rules
         * @description POST /api/tables/{id}/rules: the host locks the table, or opens it to onlookers.
         */
        Rules: {
            /** @default null */
            locked: boolean | null;
            /** @default null */
            onlookers: boolean | null;
            /** @default null */
            patience: number | null;
        };
        /**
         * GameInfo
         * @description GET /api/games: what can be played here.
         */
        GameInfo: {
            name: string;
            seats: number[];
            options: {
                [key: string]: (boolean | number | string)[];
            };
            defaults: {
                [key: string]: boolean | number | string;
            };
            bots: string[];
        };
        /**
         * Here
         * @description GET /api/here: where other devices in the house find this server.
         */
        Here: {
            address: string | null;
        };
        /**
         * TableLink
         * @description The table that was opened, found by its code, or opened for the next game.
         */
        TableLink: {
            id: string;
        };
        /**
         * DeviceLink
         * @description POST /api/tables/{id}/device: a link that brings this player to another device, once.
         */
        DeviceLink: {
            token: string;
        };
        /**
         * Replay
         * @description GET /api/tables/{id}/replay?step=N: a finished table at one of its steps.
         */
        Replay: {
            step: number;
            steps: number;
            now: number;
            view: unknown;
            awaited: number[];
            fresh: unknown[];
            news: unknown[];
            told: number;
            names: string[];
            result: components["schemas"]["Result"] | null;
        };
        /**
         * Refusal
         * @description Any request that is refused: a text key (illegal.<key>) and its arguments.
         */
        Refusal: {
            key: string;
            /** @default {} */
            details: Record<string, never>;
        };
        /**
         * Play
         * @description A move. Sent again with the same id it is harmless.
         */
        Play: {
            /** @enum {unknown} */
            type: "Play";
            id: string;
            move: unknown;
        };
        /**
         * Pocket
         * @description The move to make when this seat's time runs out; None empties the pocket.
         */
        Pocket: {
            /** @enum {unknown} */
            type: "Pocket";
            /** @default null */
            move: unknown | null;
        };
        /**
         * AddNonce
         * @description The browser's part of the luck, when the table starts.
         */
        AddNonce: {
            /** @enum {unknown} */
            type: "AddNonce";
            nonce: string;
        };
        /**
         * SeatInfo
         * @description A seat as everybody sees it.
         */
        SeatInfo: {
            /** @enum {unknown} */
            holder: "bot" | "nobody" | "player";
            /** @default  */
            name: string;
            /** @default null */
            symbol: ("bird" | "candle" | "heart" | "key" | "mask" | "moon" | "quill" | "rose" | "star") | null;
            /** @default null */
            level: string | null;
            /** @default false */
            here: boolean;
            /** @default false */
            stand_in: boolean;
            /** @default false */
            mine: boolean;
            /** @default false */
            host: boolean;
        };
        /**
         * TableInfo
         * @description What was settled when the table was opened.
         */
        TableInfo: {
            id: string;
            game: string;
            options: {
                [key: string]: boolean | number | string;
            };
            patience: number;
            onlookers: boolean;
            locked: boolean;
            code: string | null;
            watching: number;
        };
        /**
         * FairInfo
         * @description What can be known of the luck so far; see docs/protocol.md for how to check it.
         */
        FairInfo: {
            commitment: string;
            /** @default {} */
            nonces: {
                [key: string]: string;
            };
            /** @default null */
            secret: string | null;
        };
        /**
         * Gathering
         * @description The table before it starts.
         */
        Gathering: {
            /** @enum {unknown} */
            type: "Gathering";
            seq: number;
            table: components["schemas"]["TableInfo"];
            seats: components["schemas"]["SeatInfo"][];
            fair: components["schemas"]["FairInfo"];
            starting: boolean;
        };
        /**
         * Playing
         * @description Everything this seat may know. Sent when, and only when, it changed, and on connecting.
         */
        Playing: {
            /** @enum {unknown} */
            type: "Playing";
            seq: number;
            table: components["schemas"]["TableInfo"];
            seats: components["schemas"]["SeatInfo"][];
            fair: components["schemas"]["FairInfo"];
            seat: number | null;
            view: unknown;
            moves: unknown;
            awaited: number[];
            clock: number | null;
            now: number;
            running: boolean;
            result: components["schemas"]["Result"] | null;
            news: unknown[];
            told: number;
            next: string | null;
        };
        /**
         * Done
         * @description The move with this id is stored.
         */
        Done: {
            /** @enum {unknown} */
            type: "Done";
            id: string;
        };
        /**
         * Refused
         * @description A message was refused; id is that of the move, if it was one.
         */
        Refused: {
            /** @enum {unknown} */
            type: "Refused";
            key: string;
            /** @default {} */
            details: Record<string, never>;
            /** @default null */
            id: string | null;
        };
        /**
         * WantNonce
         * @description The table is starting: add your nonce within five seconds.
         */
        WantNonce: {
            /** @enum {unknown} */
            type: "WantNonce";
        };
        /**
         * Goodbye
         * @description The connection ends. "restart": come back in a moment; "gone": do not.
         */
        Goodbye: {
            /** @enum {unknown} */
            type: "Goodbye";
            /** @enum {unknown} */
            reason: "elsewhere" | "flood" | "gone" | "restart";
        };
        FromPage: components["schemas"]["Play"] | components["schemas"]["Pocket"] | components["schemas"]["AddNonce"];
        FromServer: components["schemas"]["Gathering"] | components["schemas"]["Playing"] | components["schemas"]["Done"] | components["schemas"]["Refused"] | components["schemas"]["WantNonce"] | components["schemas"]["Goodbye"];
        /** View */
        CiaoCiaoView: {
            seat: number | null;
            options: components["schemas"]["CiaoCiaoOptions"];
            pawns: components["schemas"]["CiaoCiaoPawns"][];
            roller: number;
            turn: number;
            /** @enum {unknown} */
            phase: "announce" | "answer" | "drop" | "over";
            awaited: number | null;
            die: number | null;
            number: number | null;
            arrivals: number;
            opened: components["schemas"]["CiaoCiaoOpenedView"] | null;
        };
        /** Options */
        CiaoCiaoOptions: {
            /**
             * @default 9
             * @enum {unknown}
             */
            planks: 6 | 9 | 12;
            /**
             * @default doubter
             * @enum {unknown}
             */
            reveal: "doubter" | "everyone";
            /**
             * @default highest
             * @enum {unknown}
             */
            podium_fall: "highest" | "owner";
        };
        /**
         * Pawns
         * @description The seven pawns of one seat. Public.
         */
        CiaoCiaoPawns: {
            /** @default 1 */
            plank: number;
            /** @default 6 */
            reserve: number;
            /** @default [] */
            podium: number[];
            /** @default 0 */
            fallen: number;
        };
        /** OpenedView */
        CiaoCiaoOpenedView: {
            roller: number;
            doubter: number;
            number: number;
            truth: boolean;
            die: number | null;
        };
        /** Announce */
        CiaoCiaoAnnounce: {
            /** @enum {unknown} */
            type: "Announce";
            /** @enum {unknown} */
            number: 1 | 2 | 3 | 4;
            turn: number;
        };
        /** Believe */
        CiaoCiaoBelieve: {
            /** @enum {unknown} */
            type: "Believe";
            turn: number;
        };
        /** Doubt */
        CiaoCiaoDoubt: {
            /** @enum {unknown} */
            type: "Doubt";
            turn: number;
        };
        /**
         * Drop
         * @description Choose which of one's own podium pawns falls.
         */
        CiaoCiaoDrop: {
            /** @enum {unknown} */
            type: "Drop";
            step: number;
            turn: number;
        };
        /** TurnBegan */
        CiaoCiaoTurnBegan: {
            /** @enum {unknown} */
            type: "TurnBegan";
            seat: number;
            turn: number;
        };
        /**
         * WalkedOver
         * @description Nobody can ever doubt this seat again: its pawns cross without a die.
         */
        CiaoCiaoWalkedOver: {
            /** @enum {unknown} */
            type: "WalkedOver";
            seat: number;
        };
        /**
         * Rolled
         * @description Told to the roller alone.
         */
        CiaoCiaoRolled: {
            /** @enum {unknown} */
            type: "Rolled";
            die: number;
        };
        /** Announced */
        CiaoCiaoAnnounced: {
            /** @enum {unknown} */
            type: "Announced";
            seat: number;
            number: number;
            plank: number;
        };
        /** Believed */
        CiaoCiaoBelieved: {
            /** @enum {unknown} */
            type: "Believed";
            seat: number;
            roller: number;
        };
        /**
         * Doubted
         * @description The cup is opened: everybody learns whether the announcement was true.
         */
        CiaoCiaoDoubted: {
            /** @enum {unknown} */
            type: "Doubted";
            seat: number;
            roller: number;
            number: number;
            truth: boolean;
        };
        /**
         * Looked
         * @description What lay under the cup, told to those who may see it.
         */
        CiaoCiaoLooked: {
            /** @enum {unknown} */
            type: "Looked";
            die: number;
        };
        /**
         * Fell
         * @description A pawn fell from the bridge. Ciao, ciao…
         *
         *         The next one is on the first plank, if any is left.
         */
        CiaoCiaoFell: {
            /** @enum {unknown} */
            type: "Fell";
            seat: number;
            plank: number;
        };
        /**
         * Toppled
         * @description A pawn fell from the podium. Ciao, ciao…
         */
        CiaoCiaoToppled: {
            /** @enum {unknown} */
            type: "Toppled";
            seat: number;
            step: number;
        };
        /**
         * Advanced
         * @description The doubter who was right moves on.
         */
        CiaoCiaoAdvanced: {
            /** @enum {unknown} */
            type: "Advanced";
            seat: number;
            number: number;
            plank: number;
        };
        /**
         * Crossed
         * @description A pawn is over. The next one is on the first plank, if any is left.
         */
        CiaoCiaoCrossed: {
            /** @enum {unknown} */
            type: "Crossed";
            seat: number;
            step: number;
        };
        /**
         * ThirdCrossed
         * @description The third pawn is over: it wins, and needs no step.
         */
        CiaoCiaoThirdCrossed: {
            /** @enum {unknown} */
            type: "ThirdCrossed";
            seat: number;
        };
        /**
         * RanOut
         * @description No pawn was left to place.
         */
        CiaoCiaoRanOut: {
            /** @enum {unknown} */
            type: "RanOut";
            seat: number;
        };
        /** Ended */
        CiaoCiaoEnded: {
            /** @enum {unknown} */
            type: "Ended";
            winners: number[];
            reason: string;
        };
        CiaoCiaoMove: components["schemas"]["CiaoCiaoAnnounce"] | components["schemas"]["CiaoCiaoBelieve"] | components["schemas"]["CiaoCiaoDoubt"] | components["schemas"]["CiaoCiaoDrop"];
        CiaoCiaoEvent: components["schemas"]["CiaoCiaoTurnBegan"] | components["schemas"]["CiaoCiaoWalkedOver"] | components["schemas"]["CiaoCiaoRolled"] | components["schemas"]["CiaoCiaoAnnounced"] | components["schemas"]["CiaoCiaoBelieved"] | components["schemas"]["CiaoCiaoDoubted"] | components["schemas"]["CiaoCiaoLooked"] | components["schemas"]["CiaoCiaoFell"] | components["schemas"]["CiaoCiaoToppled"] | components["schemas"]["CiaoCiaoAdvanced"] | components["schemas"]["CiaoCiaoCrossed"] | components["schemas"]["CiaoCiaoThirdCrossed"] | components["schemas"]["CiaoCiaoRanOut"] | components["schemas"]["CiaoCiaoEnded"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
