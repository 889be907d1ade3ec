// How near I look at the window: the whole of it, or a part that can be pushed around.
import { prefersReducedMotion } from 'svelte/motion';
import { type Point } from './geometry.ts';
import { HALF, HALF_WIDE } from './rim.ts';

const [LEAST, MOST] = [1, 4];
export const STEP = 1.6;
const EASE = 420; // ms on the way to what is out of sight
const BORDER = 28; // px at the edge in which nothing is seen well
const eased = (part: number): number => 1 - (1 - part) ** 3;

export class Zoom {
  scale = $state(LEAST);
  x = $state(0); // the middle of what is seen
  y = $state(0);
  wide = $state(0); // of the picture on the screen, px
  high = $state(0);
  touched = false; // a finger or the mouse is down on it
  #way = 0; // the last that was eased along; others have given up
  private readonly fitted = $derived(Math.min(this.wide / HALF_WIDE, this.high / HALF) / 2); // px, from afar
  readonly unit = $derived(this.scale * Math.max(0.1, this.fitted)); // px
  readonly seen = $derived({ x: this.wide / this.unit, y: this.high / this.unit }); // how much of the drawing
  readonly box = $derived(
    `${this.x - this.seen.x / 2} ${this.y - this.seen.y / 2} ${this.seen.x} ${this.seen.y}`,
  );
  readonly isNear = $derived(this.scale > LEAST);
  readonly isNearest = $derived(this.scale >= MOST);

  /** A point of the picture, in px from its upper left corner, as a point of the drawing. */
  toDrawing({ x, y }: Point): Point {
    return { x: this.x + (x - this.wide / 2) / this.unit, y: this.y + (y - this.high / 2) / this.unit };
  }

  toPicture({ x, y }: Point): Point {
    return { x: this.wide / 2 + (x - this.x) * this.unit, y: this.high / 2 + (y - this.y) * this.unit };
  }

  /** Nearer or further; what lies at the focus stays there. */
  by(factor: number, focus: Point = this): void {
    const scale = Math.min(Math.max(this.scale * factor, LEAST), MOST);
    const kept = this.scale / scale;
    const to = { x: focus.x + (this.x - focus.x) * kept, y: focus.y + (this.y - focus.y) * kept };
    this.scale = scale;
    this.#turnTo(to);
  }

  /** Pushes the picture by some px. */
  push(dx: number, dy: number): void {
    this.#turnTo({ x: this.x - dx / this.unit, y: this.y - dy / this.unit });
  }

  whole(): void {
    this.by(LEAST / this.scale);
  }

  sees(point: Point, border = 0): boolean {
    const { x, y } = this.toPicture(point);
    return x >= border && y >= border && x <= this.wide - border && y <= this.high - border;
  }

  /** Brings a point into sight. */
  show(point: Point): void {
    if (this.isNear) this.#turnTo(this.#towards(point, 0.4));
  }

  /** The play goes on out of sight: goes there, gently. */
  follow(point: Point): void {
    if (!this.isNear || this.touched || this.sees(point, BORDER)) return;
    const to = this.#towards(point, 0.2);
    if (prefersReducedMotion.current || document.hidden) this.#turnTo(to);
    else this.#easeTo(to);
  }

  #easeTo(to: Point): void {
    const [from, begun, way] = [{ x: this.x, y: this.y }, performance.now(), ++this.#way];
    const go = (now: number): void => {
      if (way !== this.#way) return;
      const part = Math.min(1, Math.max(0, (now - begun) / EASE));
      const far = eased(part);
      this.look({ x: from.x + (to.x - from.x) * far, y: from.y + (to.y - from.y) * far });
      if (part < 1) requestAnimationFrame(go);
    };
    requestAnimationFrame(go);
  }

  #towards({ x, y }: Point, edge: number): Point {
    const near = (at: number, from: number, far: number) => Math.min(Math.max(from, at - far), at + far);
    return { x: near(x, this.x, this.seen.x * edge), y: near(y, this.y, this.seen.y * edge) };
  }

  #turnTo(to: Point): void {
    this.#way++;
    this.look(to);
  }

  private look({ x, y }: Point): void {
    const within = (at: number, free: number) => (free > 0 ? Math.min(Math.max(at, -free), free) : 0);
    this.x = within(x, HALF_WIDE - this.seen.x / 2);
    this.y = within(y, HALF - this.seen.y / 2);
  }
}

type Sight = Pick<Zoom, 'scale' | 'x' | 'y'>;
const kept = new Map<string, Sight>(); // by table, as long as the page is open

export function recall(table: string | undefined): Zoom {
  return Object.assign(new Zoom(), table && kept.get(table));
}

export function keep(table: string | undefined, { scale, x, y }: Sight): void {
  if (table) kept.set(table, { scale, x, y });
}
