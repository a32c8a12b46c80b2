import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Output } from '@contract/jobs/schemas';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { forgetCapabilities } from '@/api/surfaces/capability-record';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { closeDialog } from '@/shared/dialog-requests/dialogs';
import { makeZipBlob } from './make-zip';
import { filesAt } from '../dialog-requests/file-at';

let gateway: BrowserGateway;
beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  closeDialog('zip');
  for (const id of ['far', 'gone']) forgetCapabilities(id);
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
  it('contains each file unchanged under its name, and reports progress', async () => {
    const { outputs } = await outputsOf('first words', 'second words');
    const seen: number[] = [];
    const { blob, lost, missing } = await makeZipBlob({
      files: filesAt(LOCAL_SURFACE, outputs),
      names: ['a/one.txt', 'two.txt'],
      signal: never,
      onProgress: ({ bytes }) => seen.push(bytes),
    });
    expect([lost, missing]).toEqual([[], []]);
    const text = await blob.text();
    expect(text.startsWith('PK\u0003\u0004')).toBe(true);
    for (const part of ['a/one.txt', 'first words', 'two.txt', 'second words']) expect(text).toContain(part);
    expect(seen.at(-1)).toBe('first words'.length + 'second words'.length);
  });

  it('lists the files that no longer exist, and is not created if none does', async () => {
    const { outputs } = await outputsOf('gone words', 'here');
    const [gone] = outputs;
    await gateway.app.fetch(new Request(`${location.origin}/api/v2/assets/${gone?.id}`, { method: 'DELETE' }));
    const zip = (files: typeof outputs) =>
      makeZipBlob({
        files: filesAt(LOCAL_SURFACE, files),
        names: ['first.txt', 'second.txt'],
        signal: never,
        onProgress: () => undefined,
      });
    const { blob, missing } = await zip(outputs);
    expect(missing).toEqual([gone]);
    const text = await blob.text();
    expect(text).toContain('second.txt');
    expect(text).not.toContain('first.txt');
    expect(text).toMatch(/missing-files\.txtNot in this zip:\r\ntext_1\.txt of job [\w-]+ on This machine\r\n/);
    await expect(zip(outputs.slice(0, 1))).rejects.toThrow(/the server no longer has it/);
  });

  it('contains files of several servers, each fetched with its API key, and names the server that failed', async () => {
    const { outputs } = await outputsOf('here');
    const surfaceOf = (id: string): Surface => ({
      id,
      name: id,
      kind: 'deployment',
      baseUrl: `https://${id}.example`,
      routerBaseUrl: null,
      bearer: `key-${id}`,
    });
    const [far, gone] = [surfaceOf('far'), surfaceOf('gone')];
    const fileOf = (id: string, name: string) => ({
      ...(outputs[0] as Output),
      url: `https://${id}.example/api/v2/assets/${name}`,
    });
    const requests: string[] = [];
    gateway.worker.use(
      http.get('https://far.example/*', ({ request }) => {
        const key = request.headers.get('Authorization');
        return key === null ? new HttpResponse(null, { status: 401 }) : new HttpResponse(`words with ${key}`);
      }),
      http.get('https://gone.example/*', ({ request }) => {
        requests.push(request.url);
        return HttpResponse.error();
      }),
    );
    const { blob, lost } = await makeZipBlob({
      files: [
        ...filesAt(LOCAL_SURFACE, outputs),
        ...filesAt(gone, [fileOf('gone', 'a'), fileOf('gone', 'b')]),
        ...filesAt(far, [fileOf('far', 'c')]),
      ],
      names: ['1.txt', '2.txt', '3.txt', '4.txt'],
      signal: never,
      onProgress: () => undefined,
    });
    const text = await blob.text();
    for (const part of ['1.txt', 'here', '4.txt', 'words with Bearer key-far']) expect(text).toContain(part);
    for (const part of ['2.txt', '3.txt']) expect(text).not.toContain(part);
    expect(lost.map(({ surface, count }) => [surface.id, count])).toEqual([['gone', 2]]);
    expect(new Set(requests)).toEqual(new Set(['https://gone.example/api/v2/assets/a']));
  });

  it('can be requested on the job page, with a file name pattern', async () => {
    const { job } = await outputsOf('first', 'second');
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    await screen.getByRole('button', { name: 'Zip' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Download 2 files' });
    await dialog.getByRole('textbox', { name: 'Names in the zip' }).fill('');
    await userEvent.keyboard('words-{{n}');
    await expect.element(dialog.getByText('words-2.txt')).toBeVisible();
  });
});
