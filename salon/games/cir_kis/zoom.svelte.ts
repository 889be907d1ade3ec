// How near I look at the window: the whole of it, or a part that can be pushed around.
import { type Point } from './geometry.ts';
import { HALF, HALF_WIDE } from './rim.ts';

const [LEAST, MOST] = [1, 4];
export const STEP = 1.6;

export class Zoom {
  scale = $state(LEAST);
  x = $state(0); // the middle of what is seen
  y = $state(0);
  wide = $state(0); // of the picture on the screen, px
  high = $state(0);
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
    this.look(to);
  }

  /** Pushes the picture by some px. */
  push(dx: number, dy: number): void {
    this.look({ x: this.x - dx / this.unit, y: this.y - dy / this.unit });
  }

  whole(): void {
    this.by(LEAST / this.scale);
  }

  sees(point: Point): boolean {
    const { x, y } = this.toPicture(point);
    return x >= 0 && y >= 0 && x <= this.wide && y <= this.high;
  }

  /** Brings a point into sight. */
  show({ x, y }: Point): void {
    const near = (at: number, from: number, edge: number) => Math.min(Math.max(from, at - edge), at + edge);
    if (this.isNear)
      this.look({ x: near(x, this.x, this.seen.x * 0.4), y: near(y, this.y, this.seen.y * 0.4) });
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
