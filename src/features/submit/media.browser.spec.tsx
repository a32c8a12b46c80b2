import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { dataTransferOf, drag, openDraft } from '@/testing/open-draft';
import { scripted } from '@/testing/scripted-graph';
import { afterRunSetting } from '@/features/submit/draft/run-count';

let gateway: BrowserGateway;
/** Upload requests, with the fields that preceded the bytes. */
let uploads: { parts: string[]; expectedHash: string | null; bytes: number }[];
/** Methods and paths of all asset requests. */
let requests: string[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  afterRunSetting.set('job');
  uploads = [];
  requests = [];
  gateway.worker.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/api/v2/assets')) return;
    requests.push(`${request.method} ${pathname.replace(/blake3.*/, '*')}`);
    if (request.method === 'POST' && pathname === '/api/v2/assets') void remember(request.clone());
  });
});
afterEach(async () => {
  gateway.worker.events.removeAllListeners();
  await unmountGateway();
});

async function remember(request: Request): Promise<void> {
  const form = await request.formData();
  const file = form.get('file');
  const hash = form.get('expected_hash');
  uploads.push({
    parts: [...form.keys()],
    expectedHash: typeof hash === 'string' ? hash : null,
    bytes: file instanceof File ? file.size : 0,
  });
}

const flow = {
  '10': { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: 'Your photo' } },
  '17': { class_type: 'SaveImage', inputs: { images: ['10', 0], filename_prefix: 'x' } },
};
const twoInputs = {
  ...flow,
  '11': { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: 'Second photo' } },
  '18': { class_type: 'SaveImage', inputs: { images: ['11', 0], filename_prefix: 'y' } },
};

/** Returns a valid image; `shade` makes its bytes differ. */
async function image(name: string, shade: number): Promise<File> {
  const canvas = new OffscreenCanvas(64, 48);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = `rgb(${shade % 256} ${(shade >> 8) % 256} 40)`;
  context.fillRect(0, 0, 64, 48);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
}

let shade = Math.floor(Math.random() * 60_000);
function fresh(name: string): Promise<File> {
  shade += 1;
  return image(name, shade);
}

function fieldOf(title: string): Element {
  const heading = [...document.querySelectorAll('section h2')].find((element) => element.textContent === title);
  const spot = heading?.closest('section')?.querySelector('[data-drop-spot]');
  if (!spot) throw new Error(`no drop target on ${title}`);
  return spot;
}

/** Returns a promise that stays pending until `resolve` is called. */
function gate(): { promise: Promise<void>; resolve: () => void } {
  const listeners: (() => void)[] = [];
  const promise = new Promise<void>((resolve) => {
    listeners.push(resolve);
  });
  return { promise, resolve: () => listeners.forEach((listener) => listener()) };
}

describe('an image on an input', () => {
  it('J-4.94, J-4.103: is hashed, looked up, uploaded once with its hash, and shown with its dimensions', async () => {
    const { screen } = await openDraft(flow);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(await fresh('harbour.png')), { drop: true });
    await expect.element(screen.getByText(/^Uploaded: \d+ B sent$/)).toBeVisible();
    await expect.element(screen.getByText(/^64 × 48 · \d+ B$/)).toBeVisible();
    // The field may already read the new asset.
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([
      'HEAD /api/v2/assets/by-hash/*',
      'POST /api/v2/assets',
    ]);
    await expect
      .poll(() => uploads)
      .toEqual([
        {
          parts: ['content_type', 'file_path', 'expected_hash', 'file'],
          expectedHash: expect.stringMatching(/^blake3:[\da-f]{64}$/) as string,
          bytes: expect.any(Number) as number,
        },
      ]);
  });

  it('J-1.14: is not uploaded if the surface has it', async () => {
    const file = await fresh('first.png');
    const first = await openDraft(flow);
    await expect.element(first.screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(file), { drop: true });
    await expect.element(first.screen.getByText(/^Uploaded/)).toBeVisible();
    await first.screen.unmount();
    const second = await openDraft(flow);
    const sameBytes = new File([file], 'another name.png', { type: 'image/png' });
    await expect.element(second.screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(sameBytes), { drop: true });
    await expect.element(second.screen.getByText(/^Already uploaded: 0 of \d+ B sent$/)).toBeVisible();
    await expect.poll(() => uploads.length).toBe(1);
  });

  it('J-1.14: is uploaded once if identical files are dropped together', async () => {
    const { screen } = await openDraft(twoInputs);
    await expect.element(screen.getByText('Drop your image here').first()).toBeVisible();
    const file = await fresh('one.png');
    const twin = new File([file], 'two.png', { type: 'image/png' });
    drag(document.body, dataTransferOf(file, twin), { drop: true });
    await expect.element(screen.getByText(/^Uploaded/)).toBeVisible();
    await expect.element(screen.getByText(/^Already uploaded/)).toBeVisible();
    await expect.poll(() => uploads.length).toBe(1);
  });

  it('reports an error, and can be retried', async () => {
    gateway.worker.use(http.post('*/api/v2/assets', () => problem(500, 'upstream_error'), { once: true }));
    const { screen } = await openDraft(flow);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(await fresh('x.png')), { drop: true });
    await expect.element(screen.getByText(/could not store the file \(upstream_error\)/)).toBeVisible();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByText(/^Uploaded/)).toBeVisible();
  });

  it('J-7.18: waits for Retry-After before it is uploaded again', async () => {
    let refusedAt = 0;
    gateway.worker.use(
      http.post(
        '*/api/v2/assets',
        () => {
          refusedAt = performance.now();
          return HttpResponse.json(
            { error: { code: 'rate_limited', message: 'Slow down.', details: null } },
            { status: 429, headers: { 'Retry-After': '1' } },
          );
        },
        { once: true },
      ),
    );
    const { screen } = await openDraft(flow);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(await fresh('x.png')), { drop: true });
    await expect.element(screen.getByText(/^Uploaded/)).toBeVisible();
    expect(performance.now() - refusedAt).toBeGreaterThanOrEqual(1000);
  });

  it('can be removed during the upload', async () => {
    gateway.worker.use(http.post('*/api/v2/assets', () => new Promise<never>(() => undefined)));
    const { screen } = await openDraft(flow);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(await fresh('x.png')), { drop: true });
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
  });

  it('can be paused: Run then names the file, and waits for it once it is resumed', async () => {
    let isHeld = false;
    const hold = () => {
      isHeld = true;
      return new Promise<never>(() => undefined);
    };
    gateway.worker.use(http.post('*/api/v2/assets', hold, { once: true }));
    const { screen, router } = await openDraft(flow);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(await fresh('slow.png')), { drop: true });
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.element(screen.getByText('Starts when the upload finishes')).toBeVisible();
    // Paused before, the resumed request would be held.
    await expect.poll(() => isHeld).toBe(true);
    const blocker = screen.getByText('The upload of slow.png is paused. Resume or cancel it.');
    await screen.getByRole('button', { name: 'Pause' }).click();
    await expect.element(blocker).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel run' }).click();
    const run = screen.getByRole('button', { name: 'Run', exact: true });
    await expect.element(run).toHaveAttribute('aria-disabled', 'true');
    await expect.element(run).toHaveAccessibleDescription(/The upload of slow\.png is paused/);
    await screen.getByRole('button', { name: 'Resume' }).click();
    await run.click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
  });

  it('is not waited for once an edit of the JSON has removed its input', async () => {
    gateway.worker.use(http.post('*/api/v2/assets', () => new Promise<never>(() => undefined), { once: true }));
    const { screen } = await openDraft({ ...flow, '90': scripted('ScriptText', { text: 'kept' }, { title: 'Kept' }) });
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(await fresh('slow.png')), { drop: true });
    await screen.getByRole('button', { name: 'Pause' }).click();
    const blocker = screen.getByText('The upload of slow.png is paused. Resume or cancel it.');
    await expect.element(blocker).toBeVisible();
    await screen.getByRole('radio', { name: 'JSON' }).click();
    const rest = JSON.stringify({ '90': scripted('ScriptText', { text: 'kept' }) });
    await screen.getByRole('textbox', { name: 'Workflow as JSON' }).fill(rest);
    await expect.element(blocker).not.toBeInTheDocument();
    const run = screen.getByRole('button', { name: 'Run', exact: true });
    await expect.element(run).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('can be canceled while its upload is paused', async () => {
    gateway.worker.use(http.post('*/api/v2/assets', () => new Promise<never>(() => undefined), { once: true }));
    const { screen, router, id } = await openDraft(flow);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(await fresh('slow.png')), { drop: true });
    await screen.getByRole('button', { name: 'Pause' }).click();
    // It is still paused when the draft is opened again.
    await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' } });
    await router.navigate({ to: '/$surface/submit/$draftId', params: { surface: 'local', draftId: id } });
    await expect.element(screen.getByRole('button', { name: 'Resume' })).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    await expect.element(screen.getByText('1 input to fill in')).toBeVisible();
  });

  it('allows Run during the upload: the run starts when the file is uploaded', async () => {
    const arrival = gate();
    gateway.worker.use(
      http.post(
        '*/api/v2/assets',
        async ({ request }) => {
          await arrival.promise;
          return gateway.app.fetch(request);
        },
        { once: true },
      ),
    );
    const { screen, router } = await openDraft(flow);
    await expect.element(screen.getByText('1 input to fill in')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(await fresh('x.png')), { drop: true });
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.element(screen.getByText('Starts when the upload finishes')).toBeVisible();
    expect(router.state.location.pathname).toContain('/submit/');
    arrival.resolve();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
  });

  it('J-1.01: is part of the run, and is restored when the draft is reopened', async () => {
    const { screen, router, id } = await openDraft(flow);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(await fresh('kept.png')), { drop: true });
    await expect.element(screen.getByText(/^Uploaded/)).toBeVisible();
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    await expect.poll(() => gateway.engine.requests[0]?.assets.size).toBe(1);
    await router.navigate({ to: '/$surface/submit/$draftId', params: { surface: 'local', draftId: id } });
    const card = screen.getByRole('region', { name: 'Your photo' });
    await expect.element(card.getByText('kept.png')).toBeVisible();
    await expect.element(card.getByText(/^64 × 48/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Run' })).not.toHaveAttribute('aria-disabled');
  });

  it('is uploaded unchanged even if it is not an image', async () => {
    const { screen } = await openDraft(flow);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    const fake = new File([`no picture ${shade}`], 'fake.png', { type: 'image/png' });
    drag(fieldOf('Your photo'), dataTransferOf(fake), { drop: true });
    await expect.element(screen.getByText(/^(Uploaded|Already uploaded)/)).toBeVisible();
  });
});

describe('a workflow saved by ComfyUI that references our uploads', () => {
  const named = (hex: string) => ({
    ...flow,
    '10': { class_type: 'LoadImage', inputs: { image: `flowdeck/${hex}.png` }, _meta: { title: 'Your photo' } },
  });
  const dropped = (hex: string) => new File([JSON.stringify(named(hex))], 'named.json', { type: 'application/json' });

  it('has them on its inputs again, and can run', async () => {
    const { screen } = await openDraft(flow);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(await fresh('mine.png')), { drop: true });
    await expect.element(screen.getByText(/^Uploaded/)).toBeVisible();
    await expect.poll(() => uploads.length).toBe(1);
    const hex = uploads[0]?.expectedHash?.replace('blake3:', '') ?? '';
    drag(screen.getByRole('main').element(), dataTransferOf(dropped(hex)), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'named.json' })).toBeVisible();
    const card = screen.getByRole('region', { name: 'Your photo' });
    await expect.element(card.getByText(`${hex.slice(0, 12)}.png`)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Run' })).not.toHaveAttribute('aria-disabled');
    expect(uploads).toHaveLength(1);
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => gateway.engine.requests[0]?.assets.size).toBe(1);
  });

  it('keeps the name of a missing file, and requests the file', async () => {
    const { screen } = await openDraft(flow);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    drag(screen.getByRole('main').element(), dataTransferOf(dropped('ab'.repeat(32))), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'named.json' })).toBeVisible();
    await expect.element(screen.getByText(/uses “flowdeck\/abab/)).toBeVisible();
  });
});

describe('a file that the surface has lost', () => {
  it('J-7.04: is reported at its input, and can be uploaded again', async () => {
    const { screen, router } = await openDraft(flow);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    drag(fieldOf('Your photo'), dataTransferOf(await fresh('lost.png')), { drop: true });
    await expect.element(screen.getByText(/^Uploaded/)).toBeVisible();
    await mountGateway();
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.element(screen.getByText('A file is missing on the server')).toBeVisible();
    await screen.getByRole('button', { name: 'Upload again', exact: true }).click();
    await expect.element(screen.getByText(/^Uploaded/)).toBeVisible();
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
  });
});
