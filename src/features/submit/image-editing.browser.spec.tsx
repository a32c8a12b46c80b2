import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readDraft, writeDraft } from '@/domains/drafts/drafts';
import { fieldKey } from '@/domains/drafts/field-key';
import { decodeRgbaPng } from '@/shared/image-editor/png/decode-png';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { dataTransferOf, drag, openDraft } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';

let gateway: BrowserGateway;
let uploaded: File[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  uploaded = [];
  gateway.worker.events.on('request:start', ({ request }) => {
    if (request.method === 'POST' && new URL(request.url).pathname === '/api/v2/assets') void remember(request.clone());
  });
});
afterEach(async () => {
  gateway.worker.events.removeAllListeners();
  await unmountGateway();
});

async function remember(request: Request): Promise<void> {
  const file = (await request.formData()).get('file');
  if (file instanceof File) uploaded.push(file);
}

const flow = {
  '10': { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: 'Your photo' } },
  '17': { class_type: 'SaveImage', inputs: { images: ['10', 0], filename_prefix: 'x' } },
};

/** Left half red, right half blue. */
async function twoColors(): Promise<File> {
  const canvas = new OffscreenCanvas(64, 48);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = `rgb(200 10 ${Math.floor(Math.random() * 200)})`;
  context.fillRect(0, 0, 32, 48);
  context.fillStyle = 'rgb(10 20 200)';
  context.fillRect(32, 0, 32, 48);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'photo.png', { type: 'image/png' });
}

async function openEditor() {
  const { screen, id } = await openDraft(flow);
  await expect.element(screen.getByText('Drop your image here')).toBeVisible();
  const spot = document.querySelector('section [data-drop-spot]');
  if (!spot) throw new Error('no drop target');
  drag(spot, dataTransferOf(await twoColors()), { drop: true });
  await expect.element(screen.getByText(/^Uploaded/)).toBeVisible();
  await screen.getByRole('button', { name: 'Edit image' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit image' });
  await expect.element(dialog.getByText('photo.png, 64 × 48')).toBeVisible();
  return { screen, dialog, id };
}

const IMAGE = fieldKey('10', 'image');

async function pixelsOf(file: File | undefined) {
  const image = file && (await decodeRgbaPng(file, 1_000_000));
  if (!image) throw new Error('The upload is not a PNG with transparency');
  const { data, width, height } = image;
  return {
    width,
    height,
    at: (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)],
  };
}

describe('the image editor of an input', () => {
  it('uploads the drawn mask as transparency with the colors under it, continues, and restores the original', async () => {
    const { screen, dialog } = await openEditor();
    const apply = dialog.getByRole('button', { name: 'Use the edited image' });
    await expect.element(apply).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('application', { name: 'Mask' }).click();
    await apply.click();
    await expect.element(screen.getByText('photo-edited.png')).toBeVisible();
    await expect.poll(() => uploaded.length).toBe(2);
    const masked = await pixelsOf(uploaded[1]);
    expect(masked).toMatchObject({ width: 64, height: 48 });
    expect(masked.at(33, 24)).toEqual([10, 20, 200, 0]);
    expect(masked.at(60, 24)).toEqual([10, 20, 200, 255]);
    expect(masked.at(31, 24).slice(0, 2)).toEqual([200, 10]);
    expect(masked.at(31, 24)[3]).toBe(0);

    await screen.getByRole('button', { name: 'Edit image' }).click();
    await expect.element(dialog.getByText(/64 × 48/).first()).toBeVisible();
    await dialog.getByRole('tab', { name: 'Crop' }).click();
    const width = dialog.getByRole('textbox', { name: 'Width' });
    await width.fill('40');
    await userEvent.keyboard('{Enter}');
    await dialog.getByRole('button', { name: 'Turn right' }).click();
    await apply.click();
    await expect.poll(() => uploaded.length).toBe(3);
    const turned = await pixelsOf(uploaded[2]);
    expect(turned).toMatchObject({ width: 48, height: 40 });
    // The mask is turned with the image.
    expect(turned.at(24, 33)).toEqual([10, 20, 200, 0]);
    expect(turned.at(24, 2)[3]).toBe(255);

    await screen.getByRole('button', { name: 'Restore original' }).click();
    await expect.element(screen.getByText('photo.png')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Restore original' })).not.toBeInTheDocument();
  });

  it('paints with the keyboard, undoes, and asks before it discards', async () => {
    const { dialog } = await openEditor();
    const surface = dialog.getByRole('application', { name: 'Mask' });
    const undo = dialog.getByRole('button', { name: 'Undo' });
    await expect.element(surface).toBeVisible();
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    surface.element().focus();
    await userEvent.keyboard('{Enter}{ArrowRight}{ArrowRight}{Enter}');
    await expect.element(undo).not.toHaveAttribute('aria-disabled');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(undo).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard(' ');
    await expect.element(undo).not.toHaveAttribute('aria-disabled');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog.getByText('Discard your changes to this image?')).toBeVisible();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(uploaded).toHaveLength(1);
  });

  it('says that an edit was lost if the page closed before it was stored, and shows the original', async () => {
    const { screen, dialog, id } = await openEditor();
    await dialog.getByRole('application', { name: 'Mask' }).click();
    await dialog.getByRole('button', { name: 'Use the edited image' }).click();
    await expect.poll(() => uploaded.length).toBe(2);
    await expect.element(screen.getByRole('button', { name: 'Restore original' })).toBeVisible();
    await expect.poll(async () => (await readDraft(id))?.media[IMAGE]?.assetId ?? null).not.toBeNull();
    const draft = await readDraft(id);
    const edited = draft?.media[IMAGE];
    if (!draft || !edited) throw new Error('The edited image is not part of the draft');
    // As a page leaves it that is killed while the file is written.
    await screen.unmount();
    const reopened = { ...draft, id: crypto.randomUUID(), media: { [IMAGE]: { ...edited, assetId: null } } };
    await writeDraft(reopened);
    const { screen: next } = await renderApp(`/local/submit/${reopened.id}`);
    await expect.element(next.getByText('Your changes to photo.png were lost')).toBeVisible();
    await expect.element(next.getByText(/The original is back; edit it again/)).toBeVisible();
    await expect.element(next.getByText('photo-edited.png')).not.toBeInTheDocument();
  });

  it('crops by the arrow keys on a handle', async () => {
    const { dialog } = await openEditor();
    await dialog.getByRole('tab', { name: 'Crop' }).click();
    const corner = dialog.getByRole('button', { name: 'Bottom right corner' });
    await expect.element(corner).toBeVisible();
    corner.element().focus();
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}{ArrowUp}');
    await expect.element(dialog.getByRole('textbox', { name: 'Width' })).toHaveValue('54');
    await expect.element(dialog.getByRole('textbox', { name: 'Height' })).toHaveValue('47');
    await dialog.getByRole('button', { name: 'Use the whole image' }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Width' })).toHaveValue('64');
  });
});
