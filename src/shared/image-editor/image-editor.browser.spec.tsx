import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '@/testing/console-styles';
import { pixelsOf } from '@/testing/pixels-of';
import { pngOf } from '@/testing/show-job';
import { ImageEditor, type EditedImage, type EditTask } from './image-editor';
import { decodeRgbaPng } from './png/decode-png';
import { encodePng } from './png/encode-png';

beforeEach(async () => {
  await page.viewport(1280, 800);
  // A synthetic pointer cannot be captured.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const MASK: EditTask = { kind: 'mask', output: 'white' };

async function openEditor(file: Blob, task: EditTask) {
  const saved: EditedImage[] = [];
  const screen = await render(
    <ImageEditor
      task={task}
      name="photo.png"
      load={() => Promise.resolve({ file, frame: null, mask: null })}
      onSave={(edited) => saved.push(edited)}
      onClose={() => {}}
    />,
  );
  return {
    screen,
    zoom: () => Number.parseInt(screen.getByRole('group', { name: 'Zoom' }).element().textContent, 10),
    canUndo: () => screen.getByRole('button', { name: 'Undo' }).element().getAttribute('aria-disabled') !== 'true',
    async save(): Promise<File> {
      await screen.getByRole('button', { name: /^Use (?:this mask|the (?:edited|cropped) image)$/ }).click();
      await expect.poll(() => saved.length).toBe(1);
      const [edited] = saved;
      if (!edited) throw new Error('Not saved');
      return edited.file;
    },
  };
}

/** Returns false if the browser would ask the user first. */
function closesAtOnce(): boolean {
  return dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** Sends pointer events to an element, in pixels from its center. */
function pointerOn(element: Element, init: PointerEventInit) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return (type: string, x: number, y: number, more: PointerEventInit = {}) => {
    const at = { clientX: left + width / 2 + x, clientY: top + height / 2 + y };
    const state = { bubbles: true, cancelable: true, button: 0, isPrimary: true };
    element.dispatchEvent(new PointerEvent(type, { ...state, ...init, ...more, ...at }));
  };
}

describe('the stage of the image editor', () => {
  it('zooms with the wheel, and with two fingers, whose first touch paints nothing', async () => {
    const { screen, zoom, canUndo } = await openEditor(await pngOf(640, 480), MASK);
    const surface = screen.getByRole('application', { name: 'Mask' });
    await expect.element(surface).toBeVisible();
    // Until the stage is measured, the image is shown at its own size.
    await expect.poll(zoom).not.toBe(100);
    const fitted = zoom();
    const { left, top, width, height } = surface.element().getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
    const wheel = new WheelEvent('wheel', { ...at, deltaY: -400 });
    surface.element().dispatchEvent(wheel);
    await expect.poll(() => zoom() / fitted).toBeCloseTo(Math.exp(0.6), 1);
    expect(wheel.defaultPrevented).toBe(true);
    await screen.getByRole('button', { name: 'Fit the image' }).click();
    await expect.poll(zoom).toBe(fitted);

    const first = pointerOn(surface.element(), { pointerId: 11, pointerType: 'touch' });
    const second = pointerOn(surface.element(), { pointerId: 12, pointerType: 'touch', isPrimary: false });
    first('pointerdown', -50, 0);
    second('pointerdown', 50, 0);
    first('pointermove', -100, 0);
    second('pointermove', 100, 0);
    first('pointerup', -100, 0);
    second('pointerup', 100, 0);
    await expect.poll(() => zoom() / fitted).toBeCloseTo(2, 1);
    await expect.poll(canUndo).toBe(false);
  });

  it('paints thinner with less pressure of a pen', async () => {
    const { screen, zoom, save } = await openEditor(await pngOf(640, 480), MASK);
    const surface = screen.getByRole('application', { name: 'Mask' });
    await expect.element(surface).toBeVisible();
    await expect.poll(zoom).not.toBe(100);
    const stroke = (y: number, pressure: number) => {
      const pen = pointerOn(surface.element(), { pointerId: 21, pointerType: 'pen', pressure });
      pen('pointerdown', -40, y);
      pen('pointermove', 40, y);
      pen('pointerup', 40, y);
    };
    stroke(-120, 1);
    stroke(120, 0.25);
    const { data, width, height } = await pixelsOf(await save());
    const painted = (top: number, bottom: number) => {
      let count = 0;
      for (let at = top * width; at < bottom * width; at += 1) if ((data[at * 4] ?? 0) > 127) count += 1;
      return count;
    };
    const [strong, light] = [painted(0, height / 2), painted(height / 2, height)];
    expect(light).toBeGreaterThan(0);
    expect(strong / light).toBeGreaterThan(3);
  });

  it('crops by dragging a handle, and moves the crop', async () => {
    const { screen, zoom, save } = await openEditor(await pngOf(640, 480), { kind: 'crop' });
    const corner = screen.getByRole('button', { name: 'Bottom right corner' });
    await expect.element(corner).toBeVisible();
    await expect.poll(zoom).not.toBe(100);
    const scale = zoom() / 100;
    const handle = pointerOn(corner.element(), { pointerId: 31, pointerType: 'mouse' });
    handle('pointerdown', 0, 0);
    handle('pointermove', -100, -50);
    handle('pointerup', -100, -50);
    const pixels = (name: string) => Number(screen.getByRole('textbox', { name }).element().getAttribute('value'));
    await expect.poll(() => Math.abs(640 - 100 / scale - pixels('Width'))).toBeLessThan(3);
    await expect.poll(() => Math.abs(480 - 50 / scale - pixels('Height'))).toBeLessThan(3);
    const area = pointerOn(screen.getByRole('button', { name: /^Crop area/ }).element(), { pointerId: 31 });
    area('pointerdown', 0, 0);
    area('pointermove', 20, 0);
    area('pointercancel', 20, 0);
    await expect.poll(() => pixels('From the left')).toBe(0);
    area('pointerdown', 0, 0);
    area('pointermove', 20, 0);
    area('pointerup', 20, 0);
    await expect.poll(() => Math.abs(20 / scale - pixels('From the left'))).toBeLessThan(3);
    const [width, height] = [pixels('Width'), pixels('Height')];
    expect(await pixelsOf(await save())).toMatchObject({ width, height });
  });
});

describe('the image editor', () => {
  it('asks before the page closes while it has changes', async () => {
    const { screen } = await openEditor(await pngOf(64, 48), MASK);
    const surface = screen.getByRole('application', { name: 'Mask' });
    await expect.element(surface).toBeVisible();
    expect(closesAtOnce()).toBe(true);
    await surface.click();
    await expect.poll(closesAtOnce).toBe(false);
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(closesAtOnce).toBe(true);
    await screen.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(closesAtOnce).toBe(false);
    await screen.unmount();
    expect(closesAtOnce()).toBe(true);
  });

  it('continues with the transparency of the file, and keeps the colors under it', async () => {
    const pixels = Uint8Array.from(
      { length: 8 * 6 * 4 },
      (_, at) => [10, 200, 30, at < 4 * 8 * 4 ? 0 : 255][at % 4] ?? 0,
    );
    const file = await encodePng({
      width: 8,
      height: 6,
      channels: 4,
      readRows: (top, count) => pixels.subarray(top * 32, (top + count) * 32),
    });
    const { screen, save } = await openEditor(file, { kind: 'image' });
    await screen.getByRole('tab', { name: 'Crop' }).click();
    await screen.getByRole('button', { name: 'Flip vertically' }).click();
    const flipped = await decodeRgbaPng(await save(), 100);
    expect([...(flipped?.data ?? [])].slice(0, 4)).toEqual([10, 200, 30, 255]);
    expect([...(flipped?.data ?? [])].slice(-4)).toEqual([10, 200, 30, 0]);
  });

  it('says at once if an image is too large', async () => {
    const header = new Uint8Array(33);
    header.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
    const view = new DataView(header.buffer);
    view.setUint32(16, 9000);
    view.setUint32(20, 8192);
    const { screen } = await openEditor(new Blob([header]), MASK);
    const alert = screen.getByRole('alert');
    await expect
      .element(alert)
      .toHaveTextContent('The image has 9000 × 8192 pixels. The editor opens at most 8192 × 8192');
  });
});
