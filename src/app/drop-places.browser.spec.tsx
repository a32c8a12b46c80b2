import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '@/features/submit/import/drop-anywhere';
import { modelDocument } from '@/features/models/form/testing/model-document';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { dataTransferOf, drag, startDrag, storedFileIn } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

const photo = (name: string) => new File([`bytes of ${name} ${crypto.randomUUID()}`], name, { type: 'image/png' });

/** A drag is seen once the shell takes files. */
async function hover(files: DataTransfer, title: string): Promise<void> {
  await expect
    .poll(() => {
      drag(document.body, files, { drop: false });
      return page.getByText(title).query() !== null;
    })
    .toBe(true);
}

describe('a file dropped on a page', () => {
  it('of a model goes to its media input, which the overlay names before', async () => {
    const schema = {
      type: 'object',
      properties: { image_url: { type: 'string', format: 'uri', title: 'Picture', description: 'URL of the image' } },
    };
    const headers = { 'Content-Type': 'application/json', ETag: `"${crypto.randomUUID()}"` };
    gateway.worker.use(
      http.get('*/v2/models/scripted/echo/openapi.json', () => new HttpResponse(modelDocument(schema), { headers })),
    );
    const { screen, router } = await renderApp('/local/models/scripted/echo');
    await expect.element(screen.getByRole('button', { name: /^Choose an? .* for Picture/ })).toBeVisible();
    const files = dataTransferOf(photo('photo.png'));
    await hover(files, 'Drop to use as input of Picture');
    drag(document.body, files, { drop: true });
    const input = screen.getByRole('region', { name: 'Input' });
    await expect.element(input.getByText('photo.png')).toBeVisible();
    expect(router.state.location.pathname).toBe('/local/models/scripted/echo');
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await hover(files, 'Drop to open the workflow embedded in this image');
  });

  it('of assets is uploaded, and known bytes are not sent again', async () => {
    const { screen } = await renderApp('/local/assets');
    await expect.element(screen.getByRole('button', { name: 'Upload files' })).toBeVisible();
    const [first, second] = [photo('first.png'), photo('second.png')];
    const files = dataTransferOf(first, second);
    await hover(files, 'Drop to upload 2 images to the gallery');
    drag(document.body, files, { drop: true });
    const list = screen.getByRole('list', { name: 'Uploads' });
    await expect.element(list.getByText(/^2 files uploaded: \d+ B sent$/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'first.png', exact: true })).toBeVisible();
    drag(document.body, dataTransferOf(first), { drop: true });
    await expect.element(list.getByText(/^3 files uploaded: \d+ B sent, 1 already uploaded$/)).toBeVisible();
    await list.getByRole('button', { name: 'Dismiss the uploaded files' }).click();
    await expect.element(list).not.toBeInTheDocument();
  });
});

describe('an output', () => {
  it('can be dragged wherever it is shown, and a page opens if the drag is held over its link', async () => {
    const labels = { flowdeck_title: 'Coral' };
    const job = await gateway.submit({ '1': scripted('ScriptOutput', { name: 'coral.png' }) }, labels);
    await expect.poll(async () => (await gateway.read(job.id)).status).toBe('succeeded');
    const { screen, router } = await renderApp('/local/jobs');
    const row = screen.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Coral' }) });
    await expect.element(row).toBeVisible();
    await expect.poll(() => row.element().querySelector('img')).not.toBeNull();
    const thumbnail = row.element().querySelector('img') ?? document.body;
    await expect.poll(() => storedFileIn(startDrag(thumbnail))).toBe('image coral.png');
    expect(storedFileIn(startDrag(row.getByText('succeeded').element()))).toBeNull();

    // The same with the keyboard.
    await screen.getByRole('button', { name: 'More actions for Coral' }).click();
    await screen.getByRole('menuitem', { name: 'Use in a workflow…' }).click();
    await expect
      .element(screen.getByRole('dialog', { name: 'Use in a workflow' }).getByText('coral.png'))
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();

    await router.navigate({ to: '/$surface/jobs/$jobId', params: { surface: 'local', jobId: job.id } });
    const tile = screen.getByRole('button', { name: 'Show coral.png' });
    const image = screen.getByRole('img', { name: 'Output coral.png' });
    for (const shown of [tile, image]) {
      await expect.element(shown).toBeVisible();
      await expect.poll(() => storedFileIn(startDrag(shown.element()))).toBe('image coral.png');
    }

    await screen.getByRole('link', { name: 'Gallery' }).click();
    const file = screen.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'coral.png', exact: true });
    await expect.element(file).toBeVisible();
    let data = new DataTransfer();
    await expect.poll(() => storedFileIn((data = startDrag(file.element())))).toBe('image coral.png');
    drag(screen.getByRole('heading', { level: 1 }).element(), data, { drop: false });
    // It is not uploaded to the library that it comes from.
    await expect.element(screen.getByText('Drop to open the workflow embedded in this image')).toBeVisible();
    await expect.element(screen.getByRole('status').getByText('coral.png')).toBeVisible();
    drag(file.element(), data, { drop: false });
    await expect.element(screen.getByText(/^Drop to/)).not.toBeInTheDocument();
    drag(screen.getByRole('link', { name: 'Submit' }).element(), data, { drop: false });
    await expect.element(screen.getByText('Hold to open Submit')).toBeVisible();
    await expect.poll(() => router.state.location.pathname).toBe('/local/submit');
    document.body.dispatchEvent(new DragEvent('dragend', { bubbles: true }));
    await expect.element(screen.getByText('Hold to open Submit')).not.toBeInTheDocument();
  });
});
