export interface EditStep {
  undo(): void;
  redo(): void;
  /** Memory that the step takes. */
  bytes: number;
}

/** Strokes over a large image copy many pixels: the oldest steps are then forgotten. */
const MAX_BYTES = 128 * 1024 * 1024;

export class EditHistory {
  private readonly done: EditStep[] = [];
  private readonly undone: EditStep[] = [];
  private readonly maxBytes: number;

  constructor(maxBytes = MAX_BYTES) {
    this.maxBytes = maxBytes;
  }

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  push(step: EditStep): void {
    this.undone.length = 0;
    this.done.push(step);
    let bytes = this.done.reduce((sum, one) => sum + one.bytes, 0);
    while (bytes > this.maxBytes && this.done.length > 1) bytes -= this.done.shift()?.bytes ?? 0;
  }

  undo(): void {
    const step = this.done.pop();
    if (!step) return;
    step.undo();
    this.undone.push(step);
  }

  redo(): void {
    const step = this.undone.pop();
    if (!step) return;
    step.redo();
    this.done.push(step);
  }
}
