import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { EditHistory } from './edit-history';
import { ImageDocument } from './image-document';
import { flipFrame, turnFrame } from './orientation';

/** Only the size of the image matters here. */
class PlainImage implements ImageBitmap {
  readonly width = 300;
  readonly height = 200;
  close(): void {}
}

const BRUSH = { radius: 12, hardness: 0.5, strength: 1, isEraser: false };

type Action = { kind: 'stroke' | 'erase'; x: number; y: number } | { kind: 'invert' | 'clear' | 'turn' | 'flip' };
const actions = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('stroke' as const, 'erase' as const),
      x: fc.integer({ min: -20, max: 320 }),
      y: fc.integer({ min: -20, max: 220 }),
    }),
    fc.record({ kind: fc.constantFrom('invert' as const, 'clear' as const, 'turn' as const, 'flip' as const) }),
  ),
  { maxLength: 8 },
);

function act(document: ImageDocument, action: Action): void {
  const { frame, size } = document;
  switch (action.kind) {
    case 'stroke':
    case 'erase':
      document.paint({ x: 150, y: 100 }, action, { ...BRUSH, isEraser: action.kind === 'erase' });
      document.paint(action, { x: 0, y: 0 }, BRUSH);
      return document.endStroke();
    case 'invert':
      return document.invertMask();
    case 'clear':
      return document.clearMask();
    case 'turn':
      return document.commitFrame(turnFrame(frame, size));
    case 'flip':
      return document.commitFrame(flipFrame(frame, size, 'vertical'));
  }
}

const snapshot = ({ mask, frame }: ImageDocument) => ({
  frame,
  mask: mask && mask.data.some((value) => value !== 0) ? Buffer.from(mask.data).toString('base64') : null,
});

describe('the document of the image editor', () => {
  it('undoes and redoes every change exactly', () => {
    fc.assert(
      fc.property(actions, (steps) => {
        const document = new ImageDocument(new PlainImage(), null, null);
        const states = [snapshot(document)];
        for (const step of steps) {
          const { canUndo } = document.store.getState();
          act(document, step);
          expect(document.store.getState().canUndo || !canUndo).toBe(true);
          states.push(snapshot(document));
        }
        while (document.store.getState().canUndo) document.undo();
        expect(snapshot(document)).toEqual(states[0]);
        while (document.store.getState().canRedo) document.redo();
        expect(snapshot(document)).toEqual(states.at(-1));
      }),
    );
  });

  it('undoes one change at a time', () => {
    const document = new ImageDocument(new PlainImage(), null, null);
    act(document, { kind: 'stroke', x: 40, y: 40 });
    const painted = snapshot(document);
    act(document, { kind: 'turn' });
    document.undo();
    expect(snapshot(document)).toEqual(painted);
    document.undo();
    expect(document.mask?.data.every((value) => value === 0)).toBe(true);
    expect(document.store.getState()).toMatchObject({ canUndo: false, canRedo: true });
  });

  it('leaves no trace of a canceled stroke', () => {
    const document = new ImageDocument(new PlainImage(), null, null);
    document.paint({ x: 5, y: 5 }, { x: 250, y: 150 }, BRUSH);
    expect(document.mask?.data.some((value) => value > 0)).toBe(true);
    document.cancelStroke();
    expect(document.mask?.data.every((value) => value === 0)).toBe(true);
    expect(document.store.getState().canUndo).toBe(false);
  });

  it('makes one step of a drag, and none if nothing moved', () => {
    const document = new ImageDocument(new PlainImage(), null, null);
    const before = document.frame;
    const crop = { x: 10, y: 10, width: 50, height: 50 };
    document.previewFrame({ ...before, crop: { ...crop, width: 20 } });
    document.previewFrame({ ...before, crop });
    document.commitFrame(document.frame, before);
    document.commitFrame({ ...before, crop });
    document.undo();
    expect(document.frame).toEqual(before);
    expect(document.store.getState().canUndo).toBe(false);
  });

  it('ignores a stored frame of another size', () => {
    const frame = { orientation: { isMirrored: false, turns: 1 }, crop: { x: 0, y: 0, width: 300, height: 200 } };
    expect(new ImageDocument(new PlainImage(), null, frame).frame.orientation.turns).toBe(0);
    const fitting = { ...frame, crop: { ...frame.crop, width: 200, height: 300 } };
    expect(new ImageDocument(new PlainImage(), null, fitting).frame).toEqual(fitting);
  });
});

describe('the undo history', () => {
  it('forgets the oldest steps beyond its memory, and what was undone after a new step', () => {
    const log: string[] = [];
    const step = (name: string) => ({
      undo: () => log.push(`undo ${name}`),
      redo: () => log.push(`redo ${name}`),
      bytes: 40,
    });
    const history = new EditHistory(100);
    for (const name of ['a', 'b', 'c']) history.push(step(name));
    for (let times = 0; times < 4; times += 1) history.undo();
    expect(log).toEqual(['undo c', 'undo b']);
    history.redo();
    history.push(step('d'));
    expect(history.canRedo).toBe(false);
  });
});
