import { QueryClientProvider } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import type { Asset } from '@contract/jobs/schemas';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { clearCurated, listCurated } from '@/domains/curated/curated-records';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { LOCAL_SURFACE } from '@/api/surface';
import { createQueryClient } from '@/api/query-client';
import { useHandOvers } from '@/shared/dialog-requests/hand-overs';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { forgetRuns, storeResponse } from '@/testing/run-fixtures';
import { pngOf } from '@/testing/show-job';
import { closeDialog, useDialogs } from '@/shared/dialog-requests/dialogs';
import { RunResult } from './run-result';
import { ANSWERS, PNG_BASE64 } from './testing/response-fixtures';
import '@/testing/console-styles';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1000, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  await forgetRuns();
  await clearCurated('file');
  await unmountGateway();
});

async function show(run: RunRecord, onFileStaged = () => {}) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <main style={{ display: 'flex', flexDirection: 'column', height: 700 }}>
        <RunResult
          surface={LOCAL_SURFACE}
          run={run}
          caption={null}
          compare={{ label: '', isShown: true, reason: null, run: () => {} }}
          menu={null}
          onFileStaged={onFileStaged}
        />
      </main>
    </QueryClientProvider>,
  );
}

async function upload(width: number, height: number): Promise<Asset> {
  const file = new File([await pngOf(width, height)], 'hosted.png', { type: 'image/png' });
  const held = await uploadAsset(LOCAL_SURFACE, file, 'hosted', new AbortController().signal);
  if (!held) throw new Error('The gateway took no picture');
  return held.asset;
}

/**
 * Mocks the gateway's fetch of a result, since it reaches no provider in tests: responds with a 40 by 20 image that is
 * held for an hour.
 */
async function responseFetches() {
  const form = new FormData();
  const fields = { content_type: 'image/png', file_path: 'new.png', expires_in: '3600' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new File([await pngOf(40, 20)], 'new.png'));
  const request = new Request(`${location.origin}/api/v2/assets`, { method: 'POST', body: form });
  const asset = (await (await gateway.app.fetch(request)).json()) as Asset;
  const requested: unknown[] = [];
  gateway.worker.use(
    http.post('*/console/fetch-result', async ({ request }) => {
      requested.push(await request.json());
      return HttpResponse.json(asset, { status: 201 });
    }),
  );
  return { asset, asked: requested };
}

describe('the response of a model', () => {
  it('shows the colors of an output as swatches that can be copied', async () => {
    const colors = { colors: [{ hex: '#2a6a8f', share: 0.41, name: 'sea' }], mean: '#6d7f86' };
    const screen = await show(await storeResponse(colors));
    const list = screen.getByRole('list', { name: 'Colors' });
    await expect.element(list.getByText('sea, 41 %')).toBeVisible();
    const swatch = list.getByRole('button', { name: 'Copy #2a6a8f' });
    expect(getComputedStyle(swatch.element().firstElementChild as Element).backgroundColor).toBe('rgb(42, 106, 143)');
    await expect.element(screen.getByText('mean', { exact: true }).first()).toBeVisible();
  });

  it('R-4.40 R-4.75 shows its embedded image, that it was replayed, and the request id', async () => {
    const run = await storeResponse(
      { data: [{ b64_json: PNG_BASE64 }] },
      {
        isReplayed: true,
        creditsUsed: '12.5',
        headers: [
          ['x-service-request-id', 'req_01HZXV3K7Q9QF'],
          ['x-comfy-router-fallback-provider', 'fal'],
          ['x-comfy-router-dropped-params', '["seed","steps","style"]'],
        ],
      },
    );
    const screen = await show(run);
    const image = screen.getByRole('img', { name: 'Output flux-2-pro-1.png' });
    await expect.element(image).toBeVisible();
    await expect.poll(() => (image.element() as HTMLImageElement).naturalWidth).toBe(1);
    await expect.element(screen.getByText('replayed, not run again')).toBeVisible();
    await expect.element(screen.getByText('12.5 credits')).toBeVisible();
    await expect.element(screen.getByText('run by fal')).toBeVisible();
    await expect.element(screen.getByText('left out: seed, steps and 1 more')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Copy request ID req_01HZXV3K7Q9QF' })).toBeVisible();
    await screen.getByRole('tab', { name: 'Headers' }).click();
    await expect.element(screen.getByRole('cell', { name: 'req_01HZXV3K7Q9QF' })).toBeVisible();
    await expect.element(screen.getByRole('row', { name: 'status 200' })).toBeVisible();
  });

  it('is explored as JSON with the keyboard and a search, and its paths can be copied', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const screen = await show(await storeResponse(ANSWERS.structured));
    const tree = screen.getByRole('tree', { name: 'The answer' });
    await expect.element(tree.getByRole('treeitem', { name: /crane/ })).toBeVisible();
    await screen.getByRole('searchbox', { name: 'Search names and values' }).fill('score');
    await expect.element(screen.getByText('1 of 1')).toBeVisible();
    await expect.element(tree.getByRole('treeitem', { name: /score/ })).toHaveAttribute('aria-selected', 'true');
    await expect.element(screen.getByText('labels[0].score')).toBeVisible();
    await screen.getByRole('button', { name: 'Copy path' }).click();
    await expect.poll(() => write.mock.lastCall).toEqual(['labels[0].score']);
    tree.element().focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(tree.getByRole('treeitem', { name: /crane/ })).not.toBeInTheDocument();
    write.mockRestore();
  });

  it('plays raw audio by its content type', async () => {
    // A valid file: audio that cannot be played would eventually show an error.
    const url = `${location.origin}/v2/models/scripted/sound`;
    const headers = { 'content-type': 'application/json' };
    const sound = await gateway.app.fetch(new Request(url, { method: 'POST', headers, body: '{}' }));
    const screen = await show(await storeResponse(await sound.blob(), { contentType: 'audio/wav' }));
    await expect.element(screen.getByLabelText('Output flux-2-pro.wav')).toBeInTheDocument();
    await expect.element(screen.getByRole('tab', { name: 'JSON' })).not.toBeInTheDocument();
    await screen.getByRole('tab', { name: 'Raw' }).click();
    await expect.element(screen.getByText(/^00000000/)).toBeVisible();
  });

  it('shows a 3D file that can be rotated', async () => {
    const run = await storeResponse('v 0 0 0\nv 2 0 0\nv 0 3 0\nf 1 2 3\n', { contentType: 'model/obj' });
    const screen = await show(run);
    await expect.element(screen.getByText('1 triangle · 1 material · 2 × 3 × 0')).toBeVisible();
    await expect.element(screen.getByRole('group', { name: /^3D object/ })).toBeVisible();
  });

  it('shows the text that a model wrote, separate from its reasoning', async () => {
    const screen = await show(await storeResponse(ANSWERS.anthropic));
    await expect.element(screen.getByText('Grey cranes.')).toBeVisible();
    await expect.element(screen.getByText('The user wants two words.')).not.toBeVisible();
  });

  it('never executes what it shows', async () => {
    const html = '<script>document.title = "run"</script><img src=x onerror="document.title=1">';
    const screen = await show(await storeResponse(html, { contentType: 'text/html' }));
    await expect.element(screen.getByText(html)).toBeVisible();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=2"/>';
    const drawn = await show(await storeResponse({ image: { mime_type: 'image/svg+xml', data: btoa(svg) } }));
    await expect.element(drawn.getByText(svg)).toBeVisible();
    expect(document.title).not.toMatch(/run|1|2/);
  });

  it("R-2.71 R-2.88 has the gateway fetch a provider's image once, and promises nothing about its URL", async () => {
    const { asset, asked: requested } = await responseFetches();
    const run = await storeResponse(
      { images: [{ url: 'https://cdn.example/new' }] },
      {},
      { modelId: 'anyone/painter' },
    );
    const screen = await show(run);
    await expect.element(screen.getByRole('img', { name: 'Output painter-1.png' })).toBeVisible();
    await expect.element(screen.getByText('40 × 20')).toBeVisible();
    await expect.element(screen.getByText(/^Kept here until .* unless you keep it in the gallery$/)).toBeVisible();
    await expect.element(screen.getByText(/expire/)).not.toBeInTheDocument();
    await screen.unmount();
    const again = await show(run);
    await expect.element(again.getByRole('img', { name: 'Output painter-1.png' })).toBeVisible();
    await again.getByRole('button', { name: 'Keep in the gallery' }).click();
    await expect.element(again.getByText('Kept in the gallery')).toBeVisible();
    expect(requested).toEqual([{ url: 'https://cdn.example/new', expires_in: 604_800 }]);
    await again.getByRole('button', { name: 'Use in a workflow…' }).click();
    await expect.poll(() => useDialogs.getState().input?.file.id).toBe(asset.id);
    closeDialog('input');
  });

  it('keeps an embedded image among the outputs, and shows after a reload that it is kept', async () => {
    const run = await storeResponse({ data: [{ b64_json: PNG_BASE64 }] });
    const screen = await show(run);
    await screen.getByRole('button', { name: 'Keep in the gallery' }).click();
    await expect.element(screen.getByText('Kept in the gallery', { exact: true })).toBeVisible();
    await screen.unmount();
    const again = await show(run);
    await expect.element(again.getByText('Kept in the gallery', { exact: true })).toBeVisible();
    await expect.element(again.getByRole('button', { name: 'Keep in the gallery' })).not.toBeInTheDocument();
    const list = new Request(`${location.origin}/console/assets?origin=outputs`);
    const { assets } = (await (await gateway.app.fetch(list)).json()) as { assets: Asset[] };
    expect(assets.map(({ tags }) => tags)).toEqual([['model-result']]);
    const request = new Request(`${location.origin}/api/v2/assets/${assets[0]?.id}`, { method: 'DELETE' });
    await gateway.app.fetch(request);
    await again.unmount();
    const last = await show(run);
    await expect.element(last.getByRole('button', { name: 'Keep in the gallery' })).toBeVisible();
  });

  it('keeps a starred or rated file in the gallery, where the gallery shows both', async () => {
    const screen = await show(await storeResponse({ data: [{ b64_json: PNG_BASE64 }] }));
    await screen.getByRole('button', { name: 'Star' }).click();
    await expect.element(screen.getByRole('button', { name: 'Star', pressed: true })).toBeVisible();
    await screen.getByRole('radio', { name: '4 of 5' }).click();
    await expect.element(screen.getByRole('radio', { name: '4 of 5' })).toBeChecked();
    await expect.element(screen.getByText('Kept in the gallery', { exact: true })).toBeVisible();
    const list = new Request(`${location.origin}/console/assets?origin=outputs`);
    const { assets } = (await (await gateway.app.fetch(list)).json()) as { assets: Asset[] };
    const marks = (await listCurated('file')).map(({ id, fields: { star, rating } }) => ({ id, star, rating }));
    expect(marks).toEqual([{ id: `local/${assets[0]?.id}`, star: true, rating: 4 }]);
  });

  it('stars a text as the file that it becomes in the gallery', async () => {
    const screen = await show(await storeResponse({ text: 'Grey cranes.' }, {}, { modelId: 'scripted/text' }));
    await screen.getByRole('button', { name: 'Star' }).click();
    await expect.element(screen.getByRole('button', { name: 'Star', pressed: true })).toBeVisible();
    const { assets } = await (await fetch('/console/assets')).json();
    expect(assets).toMatchObject([{ file_path: 'text.txt', content_type: 'text/plain', size_bytes: 12 }]);
    await expect.element(screen.getByText('Kept in the gallery')).toBeVisible();
  });

  it('opens its images in the full window, where keys switch and star them', async () => {
    const data = [{ b64_json: PNG_BASE64 }, { b64_json: btoa(`${atob(PNG_BASE64)}x`) }];
    const screen = await show(await storeResponse({ data }, {}, { modelId: 'openai/image' }));
    await screen.getByRole('button', { name: 'Open large' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Output 1 of 2' })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    const large = screen.getByRole('dialog', { name: 'Output 2 of 2' });
    await expect.element(large.getByRole('img')).toBeVisible();
    await userEvent.keyboard('s');
    await expect.element(large.getByRole('button', { name: 'Star', pressed: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(large).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Star', pressed: true })).toBeVisible();
  });

  it('shows that a file is no longer available, and retries', async () => {
    let responses = 0;
    gateway.worker.use(
      http.post('*/console/fetch-result', () => {
        responses += 1;
        return HttpResponse.json({ error: { code: 'x', message: 'cdn.example responded with 410' } }, { status: 422 });
      }),
    );
    const screen = await show(await storeResponse({ url: 'https://cdn.example/x.png?Expires=1700000000' }));
    await expect.element(screen.getByText(/^cdn.example responded with 410\. Provider links expire/)).toBeVisible();
    await expect.element(screen.getByText('Link expired')).toBeVisible();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => responses).toBe(2);
  });

  it('counts down the expiry of a file that the router hosts, and passes it on to a workflow or another model', async () => {
    const asset = await upload(8, 8);
    const onFileStaged = vi.fn();
    const screen = await show(await storeResponse({ result: { sample: asset.url } }), onFileStaged);
    await expect.element(screen.getByRole('img', { name: /^Output/ })).toBeVisible();
    await expect.element(screen.getByText(/^Link expires in \d+ (?:h|min|s)\b/)).toBeVisible();
    await screen.getByRole('button', { name: 'Use in a workflow…' }).click();
    await expect.poll(() => useDialogs.getState().input?.file.content_type).toBe('image/png');
    await screen.getByRole('button', { name: 'Use with a model…' }).click();
    await expect.poll(() => onFileStaged.mock.calls.length).toBe(1);
    expect(useHandOvers.getState().mediaFile).toMatchObject({
      surfaceId: 'local',
      media: 'image',
      asset: { content_type: 'image/png' },
    });
    closeDialog('input');
  });
});
