import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { makeZipBlob } from './make-zip';
import { askForZip } from './zip-request';

let gateway: BrowserGateway;
beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  askForZip(null);
  await unmountGateway();
});

async function outputsOf(...texts: string[]) {
  const nodes = texts.map((text, index) => [String(index + 1), scripted('ScriptText', { text })]);
  const job = await gateway.submit(Object.fromEntries(nodes) as object);
  await expect.poll(async () => (await gateway.read(job.id)).status).toBe('succeeded');
  return { job, outputs: (await gateway.read(job.id)).outputs };
}

const never = new AbortController().signal;

describe('a zip', () => {
  it('holds each file as it is, under its name, and tells how far it is', async () => {
    const { outputs } = await outputsOf('first words', 'second words');
    const seen: number[] = [];
    const zip = await makeZipBlob(LOCAL_SURFACE, outputs, ['a/one.txt', 'two.txt'], never, ({ bytes }) =>
      seen.push(bytes),
    );
    const text = await zip.text();
    expect(text.startsWith('PK\u0003\u0004')).toBe(true);
    for (const part of ['a/one.txt', 'first words', 'two.txt', 'second words']) expect(text).toContain(part);
    expect(seen.at(-1)).toBe('first words'.length + 'second words'.length);
  });

  it('is none where one of the files is gone', async () => {
    const { outputs } = await outputsOf('here', 'gone');
    const [, gone] = outputs;
    await gateway.app.fetch(new Request(`${location.origin}/api/v2/assets/${gone?.id}`, { method: 'DELETE' }));
    const work = makeZipBlob(LOCAL_SURFACE, outputs, ['1', '2'], never, () => undefined);
    await expect(work).rejects.toThrow(/the server responded with 404/);
  });

  it('is asked for on the page of a job, with names by a pattern', async () => {
    const { job } = await outputsOf('first', 'second');
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    await screen.getByRole('button', { name: 'Zip' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Download 2 files' });
    await dialog.getByRole('textbox', { name: 'Names in the zip' }).fill('');
    await userEvent.keyboard('words-{{n}');
    await expect.element(dialog.getByText('words-2.txt')).toBeVisible();
  });
});
