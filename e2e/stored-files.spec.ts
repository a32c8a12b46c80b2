import { expect, test } from './fixtures';
import { tinyVideo } from './tiny-video';

/** Returns one second of silence: 8 kHz, 8 bits. */
function wave(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + 8000).fill(128, 44);
  const view = new DataView(bytes.buffer);
  const put = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  put(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  put(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 8000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  put(36, 'data');
  view.setUint32(40, 8000, true);
  return bytes;
}

async function upload(address: string, contentType: string, bytes: BlobPart): Promise<string> {
  const form = new FormData();
  form.set('content_type', contentType);
  form.set('file_path', 'stored file');
  form.set('file', new Blob([bytes]), 'stored file');
  const response = await fetch(`${address}/api/v2/assets`, { method: 'POST', body: form });
  expect(response.ok).toBe(true);
  return ((await response.json()) as { url: string }).url;
}

test('audio and video play when they are opened at their own URL', async ({ page, gateway }) => {
  // The browser's built-in viewer is the same for both: it embeds either in a video element.
  for (const [type, bytes] of [
    ['audio/wav', wave()],
    ['video/webm', tinyVideo()],
  ] as const) {
    await page.goto(await upload(gateway.address, type, bytes));
    await expect.poll(() => page.evaluate(() => document.querySelector('video')?.duration)).toBeCloseTo(1, 1);
    const outcome = await page.evaluate(() =>
      document
        .querySelector('video')
        ?.play()
        .then(() => 'plays'),
    );
    expect(outcome).toBe('plays');
  }
});

test.describe('a stored file cannot be a script of the console', () => {
  test.use({ expectedPageErrors: /Content Security Policy/ });

  test('not even by an import from its own page', async ({ page, traffic }) => {
    const url = new URL(await upload(traffic.address, 'text/javascript', 'globalThis.wasRun = true'));
    const own = `${traffic.address}${url.pathname}${url.search}`;
    await page.goto('/local/jobs');
    await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
    const outcome = await page.evaluate(async (address) => {
      const blocked: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective));
      const imported = await import(address).then(
        () => 'ran',
        () => 'refused',
      );
      return { imported, blocked, wasRun: 'wasRun' in globalThis };
    }, own);
    expect(outcome).toEqual({ imported: 'refused', blocked: ['script-src-elem'], wasRun: false });
  });
});
