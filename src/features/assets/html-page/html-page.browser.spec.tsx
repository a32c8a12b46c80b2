import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AssetPage } from '@contract/console/schemas';
import { useToasts } from '@/shared/feedback/toasts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { watchDownloads } from '@/testing/watch-downloads';

const HOSTILE = '</p><script>parent.postMessage("ran", "*")</script>';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  vi.restoreAllMocks();
  useToasts.setState({ toasts: [] });
  document.querySelector('iframe[title="Saved page"]')?.remove();
  await unmountGateway();
});

async function makeOutput(name: string, prompt: string, seed = 7): Promise<void> {
  const node = scripted('ScriptOutput', { name, seed });
  const workflow = { '1': { ...node, inputs: { ...node.inputs, prompt } } };
  const job = await gateway.submit(workflow, { flowdeck_title: 'Blue reef' });
  await expect.poll(async () => (await gateway.read(job.id)).status).toBe('succeeded');
}

/** Selects files in the gallery and opens the dialog. */
async function openDialogOf(...names: string[]) {
  const { screen } = await renderApp('/local/assets');
  for (const name of names) await screen.getByRole('button', { name: `Select ${name}` }).click();
  await screen.getByRole('button', { name: 'Save as HTML page…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Save as HTML page' });
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  return { screen, dialog };
}

/** Opens a saved page as a browser does. */
async function openPage(html: string): Promise<Document> {
  const frame = document.createElement('iframe');
  frame.title = 'Saved page';
  frame.srcdoc = html;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  const { contentDocument } = frame;
  if (!contentDocument) throw new Error('The page did not open');
  return contentDocument;
}

it('saves chosen files with what made them as a page that needs nothing else', async () => {
  await makeOutput('coral.png', HOSTILE, 41);
  await makeOutput('kelp.png', 'a kelp forest', 42);
  const downloads = watchDownloads();
  const messages: unknown[] = [];
  const listen = ({ data }: MessageEvent) => messages.push(data);
  window.addEventListener('message', listen);
  const { dialog } = await openDialogOf('coral.png', 'kelp.png');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Sea & <plants>');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => downloads.length).toBe(1);
  expect(downloads[0]?.name).toBe('Sea & _plants_.html');

  const html = await (await fetch(downloads[0]?.url ?? '')).text();
  const saved = await openPage(html);
  expect(saved.title).toBe('Sea & <plants>');
  expect(saved.querySelector('h1')?.textContent).toBe('Sea & <plants>');
  const shown = [...saved.querySelectorAll('article')].map((article) => article.textContent);
  expect(shown).toHaveLength(2);
  expect(shown.find((text) => text.includes('coral.png'))).toContain(HOSTILE);
  expect(shown.find((text) => text.includes('kelp.png'))).toMatch(/Blue reef[^]*a kelp forest[^]*Seed42/);
  expect(saved.querySelectorAll('img[src^="data:image/png;base64,"]')).toHaveLength(2);
  expect([...saved.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)).toBe(true);
  // Its policy allows its own style, and no script.
  expect(getComputedStyle(saved.querySelector('main') ?? saved.body).display).toBe('grid');
  expect(saved.scripts).toHaveLength(0);
  expect(messages).not.toContain('ran');
  window.removeEventListener('message', listen);
});

it('leaves prompts and settings out on request', async () => {
  await makeOutput('kelp.png', 'a secret forest');
  const downloads = watchDownloads();
  const { dialog } = await openDialogOf('kelp.png');
  await dialog.getByRole('switch', { name: 'Prompts and settings' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => downloads.length).toBe(1);
  const html = await (await fetch(downloads[0]?.url ?? '')).text();
  expect(html).toContain('kelp.png');
  expect(html).not.toContain('a secret forest');
});

it('names what does not fit, and what is gone, in the dialog, on the page and afterwards', async () => {
  for (const name of ['huge.png', 'gone.png', 'kelp.png']) await makeOutput(name, name);
  gateway.worker.use(
    http.get('*/console/assets', async ({ request }) => {
      const listed = AssetPage.parse(await (await gateway.app.fetch(request)).json());
      const assets = listed.assets.map((asset) =>
        asset.file_path?.endsWith('huge.png') ? { ...asset, size_bytes: 60 * 1024 * 1024 } : asset,
      );
      return HttpResponse.json({ ...listed, assets });
    }),
  );
  const downloads = watchDownloads();
  const { dialog } = await openDialogOf('huge.png', 'gone.png', 'kelp.png');
  await expect
    .element(dialog.getByText('1 file does not fit within 50.0 MiB and is named only: huge.png.'))
    .toBeVisible();
  const isGone = { status: 500 };
  gateway.worker.use(
    http.get('*/api/v2/assets/*/content', async ({ request }) => {
      const response = await gateway.app.fetch(request);
      const isLost = response.headers.get('content-disposition')?.includes('gone.png') === true;
      return isLost ? new HttpResponse(null, isGone) : response;
    }),
  );
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  const messages = () =>
    useToasts.getState().toasts.map(({ title, description }) => `${title}: ${String(description)}`);
  await save.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Nothing was saved. gone.png: the server responded with 500.');
  expect(downloads).toHaveLength(0);

  isGone.status = 404;
  await save.click();
  await expect.poll(() => downloads.length).toBe(1);
  const html = await (await fetch(downloads[0]?.url ?? '')).text();
  expect(html).toMatch(/Not on this page: (?:<bdi>(?:gone|huge)\.png<\/bdi>(?:, )?){2}\./);
  expect(html).toContain('60.0 MiB: too large for this page.');
  expect(html).toContain('The server no longer has this file.');
  expect(html.match(/<img /g)).toHaveLength(1);
  await expect
    .poll(messages)
    .toContainEqual(expect.stringMatching(/^HTML page saved: 2 files are named on it but not shown: .*huge\.png/));
});
