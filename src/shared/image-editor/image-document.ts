import { createStore, type StoreApi } from 'zustand/vanilla';
import { EditHistory } from './edit-history';
import { MaskStroke } from './mask-stroke';
import { shownSize, wholeFrame, type Frame, type Size } from './orientation';
import type { Box, Brush, Point } from './pixels/brush';
import { invertMask, newMask, type Mask } from './pixels/mask';

interface DocumentState {
  frame: Frame;
  canUndo: boolean;
  canRedo: boolean;
  /** Increases with each change of the mask that is not part of a stroke in progress. */
  maskVersion: number;
}

/** The image in the editor: its frame and mask, with undo. The mask has the pixels of the source, so turning does not change it. */
export class ImageDocument {
  readonly image: ImageBitmap;
  readonly size: Size;
  readonly store: StoreApi<DocumentState>;
  /** Created by the first stroke. */
  mask: Mask | null;
  private readonly history = new EditHistory();
  private stroke: MaskStroke | null = null;

  constructor(image: ImageBitmap, mask: Mask | null, frame: Frame | null) {
    this.image = image;
    this.size = { width: image.width, height: image.height };
    this.mask = mask;
    this.store = createStore<DocumentState>(() => ({
      frame: frame && isWithin(frame, this.size) ? frame : wholeFrame(this.size),
      canUndo: false,
      canRedo: false,
      maskVersion: 0,
    }));
  }

  get frame(): Frame {
    return this.store.getState().frame;
  }

  /** Shows a frame while a handle is dragged; `commitFrame` then makes it one step. */
  previewFrame(frame: Frame): void {
    this.store.setState({ frame });
  }

  /** @param before the frame that undo restores */
  commitFrame(frame: Frame, before: Frame = this.frame): void {
    this.store.setState({ frame });
    if (frame === before || JSON.stringify(frame) === JSON.stringify(before)) return;
    const show = (shown: Frame) => () => this.store.setState({ frame: shown });
    this.history.push({ undo: show(before), redo: show(frame), bytes: 0 });
    this.publish();
  }

  get isPainting(): boolean {
    return this.stroke !== null;
  }

  /** Paints, in pixels of the source. @returns the changed pixels */
  paint(from: Point, to: Point, brush: Brush): Box | null {
    this.mask ??= newMask(this.size.width, this.size.height);
    this.stroke ??= new MaskStroke(this.mask);
    return this.stroke.paint(from, to, brush);
  }

  endStroke(): void {
    const step = this.stroke?.finish(() => this.maskChanged());
    this.stroke = null;
    if (step) this.history.push(step);
    this.maskChanged();
  }

  cancelStroke(): void {
    this.stroke?.revert();
    this.stroke = null;
    this.maskChanged();
  }

  clearMask(): void {
    if (this.mask === null) return;
    this.stroke ??= new MaskStroke(this.mask);
    this.stroke.clear();
    this.endStroke();
  }

  invertMask(): void {
    this.endStroke();
    const invert = () => {
      this.mask ??= newMask(this.size.width, this.size.height);
      invertMask(this.mask);
      this.maskChanged();
    };
    invert();
    this.history.push({ undo: invert, redo: invert, bytes: 0 });
    this.publish();
  }

  undo(): void {
    this.cancelOrUndo(() => this.history.undo());
  }

  redo(): void {
    this.cancelOrUndo(() => this.history.redo());
  }

  private cancelOrUndo(change: () => void): void {
    if (this.stroke) this.cancelStroke();
    else change();
    this.publish();
  }

  private maskChanged(): void {
    this.store.setState(({ maskVersion }) => ({ maskVersion: maskVersion + 1 }));
    this.publish();
  }

  private publish(): void {
    const { canUndo, canRedo } = this.history;
    this.store.setState({ canUndo, canRedo });
  }
}

function isWithin({ crop, orientation }: Frame, source: Size): boolean {
  const { width, height } = shownSize(source, orientation);
  return crop.x >= 0 && crop.y >= 0 && crop.x + crop.width <= width && crop.y + crop.height <= height;
}
