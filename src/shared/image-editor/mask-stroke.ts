import type { EditStep } from './edit-history';
import { paintSegment, segmentBox, type Box, type Brush, type Point } from './pixels/brush';
import type { Mask } from './pixels/mask';

const TILE = 128;

/** One change of the mask. Copies only the tiles that it touches, before it does. */
export class MaskStroke {
  private readonly mask: Mask;
  private readonly before = new Map<number, Uint8Array<ArrayBuffer>>();

  constructor(mask: Mask) {
    this.mask = mask;
  }

  /** @returns the pixels that may have changed; `null` if there are none */
  paint(from: Point, to: Point, brush: Brush): Box | null {
    const box = segmentBox(this.mask, from, to, brush.radius);
    if (box === null) return null;
    this.remember(box);
    paintSegment(this.mask, from, to, brush);
    return box;
  }

  /** Sets every pixel to 0. */
  clear(): void {
    this.remember({ x: 0, y: 0, width: this.mask.width, height: this.mask.height });
    this.mask.data.fill(0);
  }

  revert(): void {
    for (const [tile, pixels] of this.before) this.write(tile, pixels);
  }

  /** Ends the stroke. @returns `null` if it touched no pixel */
  finish(onChange: () => void): EditStep | null {
    if (this.before.size === 0) return null;
    const after = new Map([...this.before.keys()].map((tile) => [tile, this.read(tile)]));
    const restore = (tiles: ReadonlyMap<number, Uint8Array<ArrayBuffer>>) => () => {
      for (const [tile, pixels] of tiles) this.write(tile, pixels);
      onChange();
    };
    const bytes = [...this.before.values()].reduce((sum, { byteLength }) => sum + 2 * byteLength, 0);
    return { undo: restore(this.before), redo: restore(after), bytes };
  }

  private get columns(): number {
    return Math.ceil(this.mask.width / TILE);
  }

  private remember({ x, y, width, height }: Box): void {
    const { columns } = this;
    for (let row = Math.floor(y / TILE); row * TILE < y + height; row += 1) {
      for (let column = Math.floor(x / TILE); column * TILE < x + width; column += 1) {
        const tile = row * columns + column;
        if (!this.before.has(tile)) this.before.set(tile, this.read(tile));
      }
    }
  }

  private read(tile: number): Uint8Array<ArrayBuffer> {
    const { left, top, width, height } = this.boxOf(tile);
    const pixels = new Uint8Array(width * height);
    for (let row = 0; row < height; row += 1) {
      const at = (top + row) * this.mask.width + left;
      pixels.set(this.mask.data.subarray(at, at + width), row * width);
    }
    return pixels;
  }

  private write(tile: number, pixels: Uint8Array<ArrayBuffer>): void {
    const { left, top, width, height } = this.boxOf(tile);
    for (let row = 0; row < height; row += 1) {
      this.mask.data.set(pixels.subarray(row * width, (row + 1) * width), (top + row) * this.mask.width + left);
    }
  }

  private boxOf(tile: number) {
    const left = (tile % this.columns) * TILE;
    const top = Math.floor(tile / this.columns) * TILE;
    const width = Math.min(TILE, this.mask.width - left);
    const height = Math.min(TILE, this.mask.height - top);
    return { left, top, width, height };
  }
}
