import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { blake3 } from 'hash-wasm';
import { photoSlot } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { blending, flipping } from './graphs';
import { browserArguments } from '../scripts/browsers/chromium.mjs';

const ASSETS = /\/api\/v2\/assets/;
const FILES = /\/api\/v2\/assets$/;
/** Enough for a hash check, but not for an image. */
const QUESTIONS_BYTES = 2_000;
/** On processors of other kinds the flag has no effect. */
const NO_VECTORS = '--js-flags=--no-enable-sse4-1';
/** A WebAssembly module whose function returns a vector. */
const VECTOR_MODULE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 17, 11,
];

test('the same photo is not sent again after a reload, under another name, or in a browser without vector instructions', async ({
  page,
  playwright,
  launchOptions,
  baseURL,
  traffic,
  files,
}) => {
  const photo = await files.photo('holiday.png');
  const { length } = await readFile(photo);
  const renamed = await files.write('elsewhere/IMG_0001.png', await readFile(photo));
  const workflow = await files.workflow('flip.json', flipping());

  await openFile(page, workflow);
  await giveAndExpect(page, photo, 'Uploaded: 11.7 MiB sent');
  expect(traffic.sentBytes(FILES)).toBeGreaterThanOrEqual(length);
  expect(traffic.sentBytes(FILES)).toBeLessThan(length + QUESTIONS_BYTES);
  traffic.forget();

  await openFile(page, workflow);
  await giveAndExpect(page, photo, 'Already uploaded: 0 of 11.7 MiB sent');
  await page.reload();
  await expect(photoSlot(page).getByText('holiday.png')).toBeVisible();
  await openFile(page, workflow);
  await giveAndExpect(page, renamed, 'Already uploaded: 0 of 11.7 MiB sent');

  const otherBrowser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...browserArguments(), NO_VECTORS],
  });
  const theirs = await otherBrowser.newPage(baseURL ? { baseURL } : {});
  const hasVectors = await theirs.evaluate((bytes) => WebAssembly.validate(Uint8Array.from(bytes)), VECTOR_MODULE);
  expect(hasVectors).toBe(process.arch !== 'x64');
  await openFile(theirs, workflow);
  await giveAndExpect(theirs, renamed, 'Already uploaded: 0 of 11.7 MiB sent');
  await otherBrowser.close();

  expect(traffic.count('POST', FILES)).toBe(0);
  expect(traffic.sentBytes(ASSETS)).toBeLessThan(QUESTIONS_BYTES);
});

test('two identical files that are dropped together are sent once', async ({ page, traffic, files }) => {
  const front = await files.photo('front.png');
  const { length } = await readFile(front);
  const back = await files.write('back.png', await readFile(front));
  await openFile(page, await files.workflow('blend.json', blending()));
  await dropOn(page, page.getByRole('heading', { name: 'Blend', exact: true }), front, back);
  for (const input of ['Front', 'Back']) {
    const slot = page.getByRole('region', { name: input });
    await expect(slot.getByText(/^(?:Uploaded|Already uploaded)/)).toBeVisible();
    await expect(slot.getByText(`${input.toLowerCase()}.png`)).toBeVisible();
  }
  expect(traffic.count('POST', FILES)).toBe(1);
  expect(traffic.sentBytes(FILES)).toBeLessThan(length + QUESTIONS_BYTES);
});

test('two files with the same name and size but different bytes are two files', async ({ page, traffic, files }) => {
  const first = await files.write('a/photo.txt.png', Buffer.alloc(4096, 1));
  const second = await files.write('b/photo.txt.png', Buffer.alloc(4096, 2));
  await openFile(page, await files.workflow('blend.json', blending()));
  for (const [input, file] of [['Front', first] as const, ['Back', second] as const]) {
    const slot = page.getByRole('region', { name: input });
    await dropOn(page, slot.getByText('Drop your image here'), file);
    await expect(slot.getByText('Uploaded: 4.00 KiB sent')).toBeVisible();
    await expect(slot.getByText(`blake3:${(await blake3(await readFile(file))).slice(0, 4)}`)).toBeVisible();
  }
  expect(traffic.count('POST', FILES)).toBe(2);
});

test('a connection that breaks during an upload is reported, and Try again completes it', async ({
  page,
  traffic,
  files,
}) => {
  await openFile(page, await files.workflow('flip.json', flipping()));
  const held = traffic.holdBodies(FILES, 1_000_000);
  await dropOn(page, photoSlot(page).getByText('Drop your image here'), await files.photo());
  await expect(photoSlot(page).getByText(/of 11\.7 MiB/)).toBeVisible();
  await expect.poll(() => traffic.sentBytes(FILES)).toBeGreaterThan(1_000_000);
  traffic.cut(ASSETS);
  await expect(photoSlot(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  traffic.mend();
  held.release();
  await photoSlot(page).getByRole('button', { name: 'Try again' }).click();
  await expect(photoSlot(page).getByText('Uploaded: 11.7 MiB sent')).toBeVisible();
});

test('a paused upload frees the connection, is asked about before the page closes, and starts again at the first byte', async ({
  page,
  traffic,
  files,
}) => {
  const photo = await files.photo();
  const { length } = await readFile(photo);
  await page.goto('/local/assets');
  const held = traffic.holdBodies(FILES, 1_000_000);
  await page.getByLabel('Files to upload').setInputFiles(photo);
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads.getByText(/of 11\.7 MiB/)).toBeVisible();
  await expect.poll(() => traffic.sentBytes(FILES)).toBeGreaterThan(1_000_000);
  const ended = page.waitForEvent('requestfailed', (request) => FILES.test(request.url()));
  await uploads.getByRole('button', { name: 'Pause' }).click();
  await expect(uploads.getByText(/^Paused at \d+ %\. Resume sends the file again from the start\.$/)).toBeVisible();
  await ended;

  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await question).type()).toBe('beforeunload');
  await (await question).dismiss();

  held.release();
  traffic.forget();
  await uploads.getByRole('button', { name: 'Resume' }).click();
  await expect(uploads.getByText('Uploaded: 11.7 MiB sent')).toBeVisible();
  // A gateway that has not noticed the end of the paused request rejects its key first.
  const stored = traffic.requests.filter(({ path, status }) => FILES.test(path) && status === 201);
  expect(stored.map(({ bodyBytes }) => bodyBytes >= length)).toEqual([true]);
});

async function openFile(page: Page, workflow: string): Promise<void> {
  await page.goto('/local/submit');
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), workflow);
  // The form is complete once it knows which files are missing.
  await expect(page.getByText(/^\d inputs? to fill in$/)).toBeVisible();
}

async function giveAndExpect(page: Page, photo: string, text: string): Promise<void> {
  await dropOn(page, photoSlot(page).getByText('Drop your image here'), photo);
  await expect(photoSlot(page).getByText(text)).toBeVisible();
}
