import { http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LOCAL_SURFACE } from '@/api/surface';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { dataTransferOf, drag, openDraft } from '@/testing/open-draft';
import { scripted } from '@/testing/scripted-graph';
import { pngOf } from '@/testing/show-job';

let gateway: BrowserGateway;
/** Requests of the page that carry the bytes of a file. */
let sent: number;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  gateway.worker.events.removeAllListeners();
  await unmountGateway();
});

const loader = (title: string) => ({ class_type: 'LoadImage', inputs: { image: '' }, _meta: { title } });
const flow = {
  '10': loader('Your photo'),
  '17': { class_type: 'SaveImage', inputs: { images: ['10', 0], filename_prefix: 'x' } },
};

/** Stores a file of each kind, the oldest first, and returns their ids by name. */
async function fillLibrary(): Promise<Map<string, string>> {
  const files = [
    new File([await pngOf(8, 6)], 'harbor.png', { type: 'image/png' }),
    new File([await pngOf(6, 8)], 'sea.png', { type: 'image/png' }),
    new File(['a song'], 'waves.flac', { type: 'audio/flac' }),
    new File(['a clip'], 'surf.mp4', { type: 'video/mp4' }),
  ];
  const ids = new Map<string, string>();
  for (const file of files) {
    const stored = await uploadAsset(LOCAL_SURFACE, file, file.name, new AbortController().signal);
    ids.set(file.name, stored?.asset.id ?? '');
  }
  sent = 0;
  gateway.worker.events.on('request:start', ({ request }) => {
    if (request.method === 'POST' && new URL(request.url).pathname === '/api/v2/assets') sent += 1;
  });
  return ids;
}

const button = () => page.getByRole('button', { name: /^From the library for/ });
const tiles = () => page.getByRole('dialog').getByRole('list', { name: 'Files' }).getByRole('button');

it('puts an upload or an output on an input by reference, chosen with the keyboard', async () => {
  const ids = await fillLibrary();
  await gateway.submit({ '1': scripted('ScriptOutput', { name: 'made.png' }) });
  const { screen } = await openDraft(flow);
  await button().click();
  const dialog = screen.getByRole('dialog', { name: 'Choose an image from the library' });
  // The newest first, and nothing but images.
  await expect.element(tiles().nth(2)).toBeVisible();
  expect(
    tiles()
      .elements()
      .map((tile) => tile.textContent),
  ).toEqual([
    expect.stringMatching(/^made\.png/),
    expect.stringMatching(/^sea\.png/),
    expect.stringMatching(/^harbor\.png/),
  ]);
  const search = dialog.getByRole('searchbox', { name: 'Search the library' });
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(tiles().first()).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  const card = screen.getByRole('region', { name: 'Your photo' });
  await expect.element(card.getByText('harbor.png')).toBeVisible();
  await expect.element(button()).toHaveFocus();

  await button().click();
  await userEvent.keyboard('sea');
  await expect.element(tiles()).toHaveTextContent('sea.png');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(card.getByText('sea.png')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(card.getByText('harbor.png')).toBeVisible();
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => [...(gateway.engine.requests[1]?.assets.keys() ?? [])]).toEqual([ids.get('harbor.png')]);
  expect(sent).toBe(0);
});

it('offers audio and video files on their inputs, and says if there are none', async () => {
  await fillLibrary();
  const { screen } = await openDraft({
    '5': { class_type: 'LoadAudio', inputs: { audio: '' }, _meta: { title: 'Your track' } },
    '6': { class_type: 'LoadVideo', inputs: { file: '' }, _meta: { title: 'Your video' } },
  });
  await screen.getByRole('button', { name: 'From the library for audio' }).click();
  await expect.element(tiles()).toHaveTextContent('waves.flac');
  await page.getByRole('searchbox').fill('surf');
  await expect.element(screen.getByText('No matching audio file.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'From the library for file' }).click();
  await tiles().click();
  await expect.element(screen.getByRole('region', { name: 'Your video' }).getByText('surf.mp4')).toBeVisible();
});

it('replaces a file that is being uploaded, and starts the run that waits for it', async () => {
  const ids = await fillLibrary();
  gateway.worker.use(http.post('*/api/v2/assets', () => new Promise<never>(() => undefined)));
  const { screen } = await openDraft(flow);
  const spot = screen.getByText('Drop your image here');
  await expect.element(spot).toBeVisible();
  drag(spot.element(), dataTransferOf(new File(['slow'], 'slow.png', { type: 'image/png' })), { drop: true });
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByText('Starts when the upload finishes')).toBeVisible();
  await button().click();
  await tiles().first().click();
  await expect.poll(() => [...(gateway.engine.requests[0]?.assets.keys() ?? [])]).toEqual([ids.get('sea.png')]);
});

it('reports a chosen file that was deleted before the run', async () => {
  const ids = await fillLibrary();
  const { screen } = await openDraft(flow);
  await button().click();
  await tiles().first().click();
  await expect.element(screen.getByRole('region', { name: 'Your photo' }).getByText('sea.png')).toBeVisible();
  const path = `/api/v2/assets/${ids.get('sea.png')}`;
  await gateway.app.fetch(new Request(location.origin + path, { method: 'DELETE' }));
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByText('A file is missing on the server')).toBeVisible();
});

it('says why the library cannot be read, and reads it again', async () => {
  await fillLibrary();
  let isDown = true;
  gateway.worker.use(
    http.get('*/console/assets', ({ request }) => (isDown ? Response.error() : gateway.app.fetch(request))),
  );
  const { screen } = await openDraft(flow);
  await button().click();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toHaveTextContent('The library could not be read');
  isDown = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(tiles().first()).toHaveTextContent('sea.png');
});
