// A piece on its way from the tray to the window, under the mouse or above a finger.
import type { Choice } from './choice.svelte.ts';
import type { Point } from './geometry.ts';
import type { Piece } from './scene.ts';
import type { Zoom } from './zoom.svelte.ts';

const STILL = 8; // px that a tap may stray
const ABOVE = 62; // px: a finger must not hide what it carries
const BACK = 200; // ms on the way back to the tray
const REACH = 100; // of the drawing, from which a place draws the piece to itself,
const FINGER = 46; // and at least so many px

/** How near a place has to be. */
export const reachOf = ({ unit }: Pick<Zoom, 'unit'>): number => Math.max(REACH, FINGER / unit);

/** What a carrier is lent. */
export interface Path {
  choice: Choice;
  zoom: Zoom;
  picture: () => HTMLElement | null; // of the window
  missed: () => void; // it was let go over the window where it cannot lie
}

interface Grasp {
  piece: Piece;
  from: Point;
  pointer: number;
  touch: boolean;
}

export class Carry {
  piece = $state<Piece | null>(null);
  at = $state.raw<Point>({ x: 0, y: 0 }); // its middle, px of the page
  returning = $state(false);
  carried = false; // the last press ended as a carry: the click that follows is none
  #grasp: Grasp | null = null;

  constructor(readonly path: Path) {}

  press(event: PointerEvent, piece: Piece): void {
    this.carried = false;
    if (event.button || !event.isPrimary || !this.path.choice.isOpen(piece)) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    this.#grasp = { piece, from: { x, y }, pointer, touch: event.pointerType !== 'mouse' };
    addEventListener('pointermove', this.#move);
    addEventListener('pointerup', this.#release);
    addEventListener('pointercancel', this.#cancel);
  }

  /** Nothing is carried any more, and nobody listens. */
  close(): void {
    removeEventListener('pointermove', this.#move);
    removeEventListener('pointerup', this.#release);
    removeEventListener('pointercancel', this.#cancel);
    this.#grasp = null;
    this.path.choice.aiming = false;
  }

  readonly #move = (event: PointerEvent): void => {
    const grasp = this.#grasp;
    if (!grasp || event.pointerId !== grasp.pointer) return;
    const { clientX: x, clientY: y } = event;
    if (!this.piece && Math.hypot(x - grasp.from.x, y - grasp.from.y) <= STILL) return;
    if (!this.piece && !this.#lift(grasp)) return this.close();
    if (this.path.choice.piece !== grasp.piece) return this.#cancel(); // Escape, or the table went on
    this.at = { x, y: grasp.touch ? y - ABOVE : y };
    this.#aim();
  };

  #lift({ piece, touch }: Grasp): boolean {
    const { choice } = this.path;
    choice.choose(piece, touch ? 'touch' : 'mouse');
    if (choice.piece !== piece) return false;
    [this.piece, this.carried, this.returning, choice.aiming] = [piece, true, false, true];
    return true;
  }

  #aim(): void {
    const { choice, zoom } = this.path;
    const box = this.#above();
    const { x, y } = this.at;
    choice.aim(box && zoom.toDrawing({ x: x - box.left, y: y - box.top }), reachOf(zoom));
  }

  /** Where the window is, if it is over it. */
  #above(): DOMRect | null {
    const box = this.path.picture()?.getBoundingClientRect();
    const { x, y } = this.at;
    return box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom ? box : null;
  }

  /** The mouse lays it; above a finger it stays in hand where it is, to be turned or confirmed. */
  readonly #release = (event: PointerEvent): void => {
    const [grasp, { choice }] = [this.#grasp, this.path];
    if (!grasp || event.pointerId !== grasp.pointer) return;
    if (this.piece && !choice.held) return this.#miss();
    this.close();
    if (this.piece && !grasp.touch) choice.place();
    this.piece = null;
  };

  #miss(): void {
    const over = this.#above();
    this.#cancel();
    if (over) this.path.missed();
  }

  readonly #cancel = (): void => {
    const from = this.#grasp?.from;
    this.close();
    if (!this.piece || !from) return;
    this.path.choice.drop();
    [this.at, this.returning] = [from, true];
    setTimeout(() => this.returning && ([this.piece, this.returning] = [null, false]), BACK);
  };
}
