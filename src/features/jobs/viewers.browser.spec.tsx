import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, makeOutput } from '@/testing/job-fixtures';
import { scripted } from '@/testing/scripted-graph';
import { renderApp } from '@/testing/render-app';
import { pngOf, serveContent, showJob } from '@/testing/show-job';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

const HOSTILE =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"><script>document.title=2</script></svg>';

async function showImage() {
  serveContent(gateway, await pngOf(1600, 800), 'image/png');
  const { screen } = await showJob(gateway, makeJob({ outputs: [makeOutput()] }));
  const zoom = screen.getByRole('button', { name: /^Zoom is/ });
  await expect.element(zoom).toBeVisible();
  const image = screen.getByRole('img', { name: /^Output/ });
  const percent = () => Number.parseInt(zoom.element().textContent, 10);
  // Until the view is measured, the image is shown at its own size.
  await expect.poll(percent).toBeLessThan(100);
  return { screen, image, percent, stage: screen.getByRole('group', { name: /^Image / }) };
}

describe('an image', () => {
  it('fits the view at first; shortcuts zoom to full size, in and out', async () => {
    const { image, percent, screen } = await showImage();
    const fitted = percent();
    await userEvent.keyboard('z');
    await expect.poll(percent).toBe(100);
    await expect.poll(() => image.element().getBoundingClientRect().width).toBeCloseTo(1600 / devicePixelRatio, 0);
    await userEvent.keyboard('++++');
    await expect.poll(percent).toBe(244);
    await expect.poll(() => getComputedStyle(image.element()).imageRendering).toBe('pixelated');
    await userEvent.keyboard('-');
    await expect.poll(percent).toBe(195);
    await expect.poll(() => getComputedStyle(image.element()).imageRendering).not.toBe('pixelated');
    await userEvent.keyboard('z');
    await expect.poll(percent).toBe(fitted);
    await expect
      .element(screen.getByRole('button', { name: 'Fit into the view' }))
      .toHaveAttribute('aria-pressed', 'true');
  });

  it('zooms with the wheel around the pointer, and is moved by dragging and with the arrow keys', async () => {
    const { image, percent, stage } = await showImage();
    const element = stage.element();
    const box = element.getBoundingClientRect();
    const at = { clientX: box.left + 100, clientY: box.top + box.height / 2, bubbles: true, cancelable: true };
    const before = image.element().getBoundingClientRect();
    const under = (now: DOMRect) => (at.clientX - now.left) / now.width;
    for (let turn = 0; turn < 6; turn += 1) element.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -200 }));
    await expect.poll(percent).toBeGreaterThan(150);
    await expect.poll(() => under(image.element().getBoundingClientRect())).toBeCloseTo(under(before), 2);

    const left = () => image.element().getBoundingClientRect().left;
    const start = left();
    (element as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(left).toBe(start - 60);
    element.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerId: 1, button: 0, buttons: 1 }));
    element.dispatchEvent(
      new PointerEvent('pointermove', { ...at, pointerId: 1, clientX: at.clientX + 40, buttons: 1 }),
    );
    element.dispatchEvent(new PointerEvent('pointerup', { ...at, pointerId: 1 }));
    await expect.poll(left).toBe(start - 20);
  });

  it('toggles between fitting the view and full size on double-click', async () => {
    const { percent, stage } = await showImage();
    const fitted = percent();
    await stage.dblClick();
    await expect.poll(percent).toBe(100);
    await stage.dblClick();
    await expect.poll(percent).toBe(fitted);
  });
});

describe('active content', () => {
  it.each([
    ['drawing.svg', 'image/svg+xml'],
    ['page.html', 'text/html'],
    ['drawing.svg', 'application/octet-stream'],
    ['feed.xml', 'application/xml'],
  ])('%s (%s) is shown as source text', async (name, content_type) => {
    serveContent(gateway, HOSTILE, content_type);
    const { screen } = await showJob(gateway, makeJob({ outputs: [makeOutput({ name, content_type })] }));
    const text = screen.getByRole('region', { name: `Output ${name}` });
    await expect.element(text).toHaveTextContent(HOSTILE);
    expect(text.element().childElementCount).toBe(0);
    expect(
      screen.getByRole('region', { name: 'Outputs' }).element().querySelector('iframe, object, embed, img'),
    ).toBeNull();
    expect(document.title).not.toMatch(/^[12]$/);
  });
});

describe('JSON, text and latents', () => {
  it('shows JSON as a tree with unchanged numbers, and as text', async () => {
    const json =
      '{"seed": 18446744073709551615, "html": "<img src=x onerror=alert(1)>", "deep": {"list": [[1, 2], []]}}';
    serveContent(gateway, json, 'application/json');
    const output = makeOutput({ name: 'facts.json', type: 'text', content_type: 'application/json' });
    const { screen } = await showJob(gateway, makeJob({ outputs: [output] }));
    const tree = screen.getByRole('tree', { name: 'Output facts.json' });
    await expect.element(tree.getByText('18446744073709551615')).toBeVisible();
    await expect.element(tree.getByText('"<img src=x onerror=alert(1)>"')).toBeVisible();
    expect(tree.element().querySelector('img')).toBeNull();
    const list = tree.getByRole('treeitem', { name: /^list/ });
    await expect.element(list).toHaveAttribute('aria-expanded', 'true');
    await list.click();
    await expect.element(list).toHaveAttribute('aria-expanded', 'false');
    await screen.getByRole('button', { name: 'As text' }).click();
    await expect.element(screen.getByRole('region', { name: 'Output facts.json' })).toHaveTextContent(json);
  });

  it('shows invalid JSON as text, with the reason', async () => {
    serveContent(gateway, '{"a": ', 'application/json');
    const output = makeOutput({ name: 'facts.json', content_type: 'application/json' });
    const { screen } = await showJob(gateway, makeJob({ outputs: [output] }));
    await expect.element(screen.getByText(/^Not valid JSON/)).toBeVisible();
    await expect.element(screen.getByRole('region', { name: 'Output facts.json' })).toHaveTextContent('{"a":');
  });

  it('reports that JSON of unknown size is truncated', async () => {
    serveContent(gateway, JSON.stringify({ a: 'x'.repeat(600 * 1024) }), 'application/json');
    const output = makeOutput({ name: 'facts.json', content_type: 'application/json', size_bytes: 0, hash: null });
    const { screen } = await showJob(gateway, makeJob({ outputs: [output] }));
    await expect.element(screen.getByText('Too long for a tree.')).toBeVisible();
    await expect.element(screen.getByText('The first 512 KiB; download it for the rest.')).toBeVisible();
  });

  it('shows the header of a latent', async () => {
    const header = new TextEncoder().encode(
      '{"samples":{"dtype":"F32","shape":[1,4,64,64]},"__metadata__":{"prompt":"{}"}}',
    );
    const file = new Uint8Array(8 + header.byteLength);
    new DataView(file.buffer).setBigUint64(0, BigInt(header.byteLength), true);
    file.set(header, 8);
    serveContent(gateway, file, 'application/octet-stream');
    const output = makeOutput({ name: 'deep.latent', type: 'latent', content_type: 'application/octet-stream' });
    const { screen } = await showJob(gateway, makeJob({ outputs: [output] }));
    await expect.element(screen.getByText('1 × 4 × 64 × 64')).toBeVisible();
    await expect.element(screen.getByText('Note: prompt')).toBeVisible();
  });
});

it('hides live previews and shows them again on demand', async () => {
  const job = await gateway.submit({ '5': scripted('ScriptSteps', { steps: 1000, ms: 60, preview: true }) });
  const { screen } = await renderApp(`/local/jobs/${job.id}`);
  const preview = screen.getByRole('img', { name: 'Live preview of the running job' });
  await expect.element(preview).toBeVisible();
  await screen.getByRole('button', { name: 'Hide live previews' }).click();
  await expect.element(preview).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show them' }).click();
  await expect.element(preview).toBeVisible();
});
