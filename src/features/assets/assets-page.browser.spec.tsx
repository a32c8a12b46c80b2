import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { moveStoredStars, storedStars } from '@/domains/annotations/file-marks';
import { listCurated } from '@/domains/curated/curated-records';
import { clearDeviceData } from '@/domains/history/device-data';
import { useToasts } from '@/shared/feedback/toasts';
import { zipPatternSetting } from '@/shared/file-names/file-pattern';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { closeDialog } from '@/shared/dialog-requests/dialogs';
import { tileSideSetting } from './gallery-view';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  useToasts.setState({ toasts: [] });
  closeDialog('zip');
  localStorage.removeItem('flowdeck.zip-pattern');
  tileSideSetting.set(176);
  await clearDeviceData('files');
  await unmountGateway();
});

/** Its message stays until the files are deleted. */
function undoDeletion(): void {
  const message = useToasts.getState().toasts.find(({ title }) => title.startsWith('Deleted'));
  expect(message?.action?.label).toBe('Undo');
  message?.action?.onSelect();
}

/** Uploads a file like another program. */
async function upload(name: string, more: Record<string, string> = {}): Promise<string> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ content_type: 'image/png', file_path: name, ...more })) {
    form.append(field, value);
  }
  form.append('file', new File([`bytes of ${name}`], name));
  const request = new Request(`${location.origin}/api/v2/assets`, { method: 'POST', body: form });
  return ((await (await gateway.app.fetch(request)).json()) as { id: string }).id;
}

async function makeOutput(name: string): Promise<void> {
  const job = await gateway.submit({ '1': scripted('ScriptOutput', { name }) }, { flowdeck_title: `Makes ${name}` });
  await expect.poll(async () => (await gateway.read(job.id)).status).toBe('succeeded');
}

describe('the asset library', () => {
  it('explains itself when it is empty, and distinguishes that from an error', async () => {
    gateway.worker.use(http.get('*/console/assets', () => problem(500, 'upstream_error', 'The disk is tired.')));
    const { screen } = await renderApp('/local/assets');
    await expect.element(screen.getByRole('heading', { name: 'Could not load files' })).toBeVisible();
    await expect.element(screen.getByText('The disk is tired.')).toBeVisible();
    gateway.worker.resetHandlers();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('heading', { name: 'No files yet' })).toBeVisible();
  });

  it('sums up finished uploads in one row', async () => {
    await upload('sea.png');
    const { screen } = await renderApp('/local/assets');
    const files = ['sea.png', 'sky.png', 'sun.png'].map((name) => new File([`bytes of ${name}`], name));
    await userEvent.upload(screen.getByLabelText('Files to upload'), files);
    const uploads = screen.getByRole('list', { name: 'Uploads' });
    await expect.element(uploads).toHaveTextContent(/^3 files uploaded: 32 B sent, 1 already uploaded$/);
    await expect.element(screen.getByRole('button', { name: 'sun.png', exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Dismiss the uploaded files' }).click();
    await expect.element(uploads).not.toBeInTheDocument();
  });

  it('pauses and resumes all uploads, also after the page was left', async () => {
    const isHeld = vi.fn(() => true);
    gateway.worker.use(
      http.post('*/api/v2/assets', ({ request }) =>
        isHeld() ? new Promise<never>(() => {}) : gateway.app.fetch(request),
      ),
    );
    const { screen, router } = await renderApp('/local/assets');
    const files = ['a.txt', 'b.txt'].map((name) => new File([name], name, { type: 'text/plain' }));
    await userEvent.upload(screen.getByLabelText('Files to upload'), files);
    const uploads = screen.getByRole('list', { name: 'Uploads' });
    await expect.poll(() => isHeld.mock.calls.length).toBe(2);
    await screen.getByRole('button', { name: 'Pause all' }).click();
    await expect.element(uploads.getByRole('button', { name: 'Resume', exact: true }).nth(1)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Resume all' })).toHaveFocus();
    await uploads.getByRole('button', { name: 'Resume', exact: true }).first().click();
    await expect.element(screen.getByRole('button', { name: 'Pause all' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Resume all' })).toBeVisible();
    await screen.getByRole('button', { name: 'Pause all' }).click();

    await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' } });
    await expect.element(uploads).not.toBeInTheDocument();
    await router.navigate({ to: '/$surface/assets', params: { surface: 'local' }, search: {} });
    isHeld.mockReturnValue(false);
    await screen.getByRole('button', { name: 'Resume all' }).click();
    await expect.element(uploads).toHaveTextContent(/^2 files uploaded: 10 B sent$/);
    await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' } });
    await router.navigate({ to: '/$surface/assets', params: { surface: 'local' }, search: {} });
    await expect.element(screen.getByRole('list', { name: 'Files' })).toBeVisible();
    await expect.element(uploads).not.toBeInTheDocument();
  });

  it('lists uploads and outputs, filtered by the URL', async () => {
    await upload('harbour.png');
    await makeOutput('coral.png');
    const { screen, router } = await renderApp('/local/assets');
    const files = screen.getByRole('list', { name: 'Files' });
    await expect.element(files.getByRole('button', { name: 'harbour.png', exact: true })).toBeVisible();
    await expect.element(files.getByRole('button', { name: 'coral.png', exact: true })).toBeVisible();
    await screen.getByRole('link', { name: 'Outputs 1' }).click();
    await expect.element(screen.getByText('harbour.png')).not.toBeInTheDocument();
    await screen.getByRole('link', { name: 'All 2' }).click();
    await screen.getByRole('searchbox', { name: 'Search files' }).fill('HARB');
    await expect.element(screen.getByText('coral.png')).not.toBeInTheDocument();
    await expect.poll(() => router.state.location.search).toEqual({ q: 'HARB' });
    await screen.getByRole('searchbox', { name: 'Search files' }).fill('nothing');
    await expect.element(screen.getByRole('heading', { name: 'No file matches “nothing”' })).toBeVisible();
    await screen.getByRole('link', { name: 'Show all files' }).click();
    await expect.element(files.getByRole('button', { name: 'coral.png', exact: true })).toBeVisible();
    await expect.element(screen.getByRole('searchbox', { name: 'Search files' })).toHaveValue('');
  });

  it('filters by kind and time on the gateway, and shows the first lines of a text', async () => {
    await upload('harbour.png');
    await upload('notes.txt', { content_type: 'text/plain' });
    const { screen, router } = await renderApp('/local/assets?type=text');
    const files = screen.getByRole('list', { name: 'Files' });
    await expect.element(files.getByText('bytes of notes.txt')).toBeVisible();
    await expect.element(screen.getByText('harbour.png')).not.toBeInTheDocument();
    await screen.getByRole('combobox', { name: 'Kind' }).click();
    await screen.getByRole('option', { name: 'Images' }).click();
    await expect.element(files.getByRole('button', { name: 'harbour.png', exact: true })).toBeVisible();
    await expect.element(screen.getByText('notes.txt')).not.toBeInTheDocument();
    await screen.getByRole('combobox', { name: 'Created' }).click();
    await screen.getByRole('option', { name: 'Today' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ type: 'image', period: 'today' });
    await screen.getByRole('combobox', { name: 'Created' }).click();
    await screen.getByRole('option', { name: 'Custom range…' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Custom date range' });
    await dialog.getByLabelText('First day').fill('2020-01-01');
    await dialog.getByLabelText('Last day').fill('2020-01-31');
    await dialog.getByRole('button', { name: 'Show files' }).click();
    const range = { from: '2020-01-01', to: '2020-01-31' };
    await expect.poll(() => router.state.location.search).toEqual({ type: 'image', ...range });
    await expect.element(screen.getByText('harbour.png')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('combobox', { name: 'Created' })).toHaveTextContent(/Jan 2020 to .*Jan 2020/);
    await screen.getByRole('combobox', { name: 'Created' }).click();
    await screen.getByRole('option', { name: 'Any time' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ type: 'image' });
    await expect.element(files.getByRole('button', { name: 'harbour.png', exact: true })).toBeVisible();
  });

  it('searches what made an output, and shows more like it', async () => {
    for (const [seed, prompt] of [
      [1, 'a red fox'],
      [2, 'a red fox'],
      [3, 'a reef'],
    ] as const) {
      const node = { ...scripted('ScriptOutput', { name: `s${seed}.png`, seed }) };
      const workflow = { '1': { ...node, inputs: { ...node.inputs, prompt } } };
      const job = await gateway.submit(workflow, { flowdeck_title: seed === 1 ? 'Foxes' : 'Animals' });
      await expect.poll(async () => (await gateway.read(job.id)).status).toBe('succeeded');
    }
    const { screen, router } = await renderApp('/local/assets?q=prompt:reef');
    const files = screen.getByRole('list', { name: 'Files' });
    const names = () =>
      files
        .getByRole('button', { name: /^Select/ })
        .elements()
        .map((element) => element.getAttribute('aria-label'));
    await expect.poll(names).toEqual(['Select s3.png']);
    await screen.getByRole('searchbox', { name: 'Search files' }).fill('red fox');
    await expect.poll(names).toEqual(['Select s2.png', 'Select s1.png']);
    await screen.getByRole('searchbox', { name: 'Search files' }).fill('');
    await expect.poll(names).toHaveLength(3);
    await files.getByRole('button', { name: 'More actions for s2.png' }).click();
    await screen.getByRole('menuitem', { name: 'More with this prompt' }).click();
    await expect.poll(names).toEqual(['Select s2.png', 'Select s1.png']);
    await files.getByRole('button', { name: 'More actions for s2.png' }).click();
    await screen.getByRole('menuitem', { name: 'More of this workflow' }).click();
    await expect.poll(names).toEqual(['Select s3.png', 'Select s2.png', 'Select s1.png']);
    await screen.getByRole('button', { name: /^Remove filter: Same workflow as job / }).click();
    await expect.poll(() => router.state.location.search).toEqual({});
    // As links and saved views of earlier versions do.
    await router.navigate({ to: '/$surface/assets', params: { surface: 'local' }, search: { title: 'Animals' } });
    await expect.poll(names).toEqual(['Select s3.png', 'Select s2.png']);
    await screen.getByRole('button', { name: 'Remove filter: Workflow “Animals”' }).click();
    await expect.poll(names).toHaveLength(3);
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  it('shows the outputs of one workflow, whatever their titles are, also of starred files alone, and searches those', async () => {
    const made = async (name: string, title: string, inputs: object) => {
      const node = scripted('ScriptOutput', { name });
      const job = await gateway.submit(
        { '1': { ...node, inputs: { ...node.inputs, ...inputs } } },
        { flowdeck_title: title },
      );
      await expect.poll(async () => (await gateway.read(job.id)).status).toBe('succeeded');
      return job.id;
    };
    await made('run.png', 'Portrait', { prompt: 'a red fox' });
    const cell = await made('cell.png', 'Portrait · 2 of 6', { prompt: 'a wolf' });
    await made('other.png', 'Portrait', {});
    const { screen, router } = await renderApp('/local/assets');
    const files = screen.getByRole('list', { name: 'Files' });
    const names = () =>
      files
        .getByRole('button', { name: /^Select/ })
        .elements()
        .map((element) => element.getAttribute('aria-label')?.slice('Select '.length));
    await expect.poll(names).toEqual(['other.png', 'cell.png', 'run.png']);
    for (const name of ['run.png', 'cell.png']) {
      await files.getByRole('button', { name: `More actions for ${name}` }).click();
      await screen.getByRole('menuitem', { name: 'More of this workflow' }).click();
      await expect.poll(names).toEqual(['cell.png', 'run.png']);
    }
    for (const name of ['run.png', 'other.png']) {
      await router.navigate({ to: '/$surface/assets', params: { surface: 'local' }, search: {} });
      await files.getByRole('button', { name: `More actions for ${name}` }).click();
      await screen.getByRole('menuitem', { name: 'Star' }).click();
    }
    await router.navigate({ to: '/$surface/assets', params: { surface: 'local' }, search: { kind: 'starred' } });
    await expect.poll(() => names().toSorted()).toEqual(['other.png', 'run.png']);
    const search = { kind: 'starred', workflow: cell } as const;
    await router.navigate({ to: '/$surface/assets', params: { surface: 'local' }, search });
    await expect.poll(names).toEqual(['run.png']);
    const words = { kind: 'starred', q: 'red fox' } as const;
    await router.navigate({ to: '/$surface/assets', params: { surface: 'local' }, search: {} });
    await router.navigate({ to: '/$surface/assets', params: { surface: 'local' }, search: words });
    await expect.poll(names).toEqual(['run.png']);
  });

  it('changes the size of the tiles, which small ones use for images alone', async () => {
    await upload('harbour.png');
    const { screen } = await renderApp('/local/assets');
    const tile = screen.getByRole('button', { name: 'harbour.png', exact: true });
    await expect.element(tile.getByText('harbour.png')).toBeVisible();
    const widthOf = () => tile.element().getBoundingClientRect().width;
    const before = widthOf();
    await tile.click();
    await userEvent.keyboard('+');
    await expect.poll(widthOf).toBeGreaterThan(before);
    await userEvent.keyboard('----');
    await expect.element(tile.getByText('harbour.png')).not.toBeInTheDocument();
    await expect.element(tile).toHaveAccessibleDescription('Uploaded');
    await expect.poll(() => localStorage.getItem('flowdeck.gallery-side')).toBe('88');
    // Closes its details.
    await tile.click();
    await page.viewport(390, 844);
    await expect.poll(widthOf).toBeLessThan(120);
    await screen.getByRole('button', { name: 'Tile size' }).click();
    await screen.getByRole('slider', { name: 'Tile size' }).fill('176');
    await expect.poll(widthOf).toBeGreaterThan(160);
  });

  it('shows the details of a file, and can save one that is about to expire', async () => {
    await upload('brief.png', { expires_in: '7200' });
    await makeOutput('coral.png');
    const { screen } = await renderApp('/local/assets');
    await screen.getByRole('button', { name: 'coral.png', exact: true }).click();
    await expect.element(screen.getByRole('link', { name: 'Makes coral.png' })).toBeVisible();
    await screen.getByRole('button', { name: 'brief.png', exact: true }).click();
    const panel = screen.getByRole('complementary', { name: 'brief.png' });
    await expect.element(panel.getByText(/^in [12] hour/)).toBeVisible();
    await panel.getByRole('button', { name: 'Keep permanently' }).click();
    await expect.element(panel.getByText('never')).toBeVisible();
  });

  it('shows the job and the node that created a file, on its tile and in its details', async () => {
    await upload('harbour.png');
    await makeOutput('coral.png');
    const { screen } = await renderApp('/local/assets');
    const tile = screen.getByRole('button', { name: 'coral.png', exact: true });
    await expect.element(tile).toHaveAccessibleDescription('Makes coral.png · ScriptOutput');
    await expect.element(screen.getByText('Makes coral.png · ScriptOutput')).toBeVisible();
    await expect
      .element(screen.getByRole('button', { name: 'harbour.png', exact: true }))
      .toHaveAccessibleDescription('Uploaded');
    await tile.click();
    const panel = screen.getByRole('complementary', { name: 'coral.png' });
    await expect.element(panel.getByTitle('Node 1')).toHaveTextContent('ScriptOutput');
  });

  it('shows what made the file of a job, and finds others with a value of it', async () => {
    const job = await gateway.submit({ '1': scripted('ScriptOutput', { name: 'coral.png', seed: 42 }) });
    await expect.poll(async () => (await gateway.read(job.id)).status).toBe('succeeded');
    await upload('harbour.png');
    const { screen, router } = await renderApp('/local/assets');
    await screen.getByRole('button', { name: 'coral.png', exact: true }).click();
    const inputs = screen.getByRole('region', { name: 'Inputs' });
    await expect.element(inputs.getByRole('group', { name: 'Seed' })).toHaveTextContent('42');
    await screen.getByRole('button', { name: 'harbour.png', exact: true }).click();
    await expect.element(inputs).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'coral.png', exact: true }).click();
    await inputs.getByRole('button', { name: 'More for Seed' }).click();
    await screen.getByRole('menuitem', { name: 'Find files with this value' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ q: 'seed:42' });
    await expect.element(screen.getByRole('button', { name: 'harbour.png', exact: true })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'coral.png', exact: true })).toBeVisible();
  });

  it('says that the copy of a model result is one', async () => {
    await upload('kelp.png', { tags: 'model-result' });
    const { screen } = await renderApp('/local/assets');
    const tile = screen.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'kelp.png', exact: true });
    await expect.element(tile).toHaveAccessibleDescription('Model result');
    await expect.element(screen.getByText('Uploaded')).not.toBeInTheDocument();
  });

  it('names files in a zip by the title, the node and the seed of their job', async () => {
    const node = scripted('ScriptOutput', { name: 'coral.png', seed: 7 });
    const job = await gateway.submit({ '41': node }, { flowdeck_title: 'Blue reef' });
    await expect.poll(async () => (await gateway.read(job.id)).status).toBe('succeeded');
    await upload('harbour.png');
    const { screen } = await renderApp('/local/assets');
    for (const name of ['coral.png', 'harbour.png']) {
      await screen.getByRole('button', { name: `Select ${name}` }).click();
    }
    await screen.getByRole('button', { name: 'Zip' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Download 2 files' });
    await dialog.getByRole('textbox', { name: 'Names in the zip' }).fill('{title}-{node}-{seed}');
    const names = dialog.getByRole('list', { name: 'Example names' });
    await expect.element(names.getByText('Blue reef-41-7.png')).toBeVisible();
    await expect.element(names.getByText('harbour-file-none.png')).toBeVisible();
  });

  it('saves files individually with the name pattern of a zip, and uploads with their own names', async () => {
    await makeOutput('coral.png');
    await upload('harbour.png');
    const { screen } = await renderApp('/local/assets');
    const nameOf = (file: string) => screen.getByRole('link', { name: `Download ${file}` });
    await screen.getByRole('button', { name: 'coral.png', exact: true }).click();
    const byDefault = /^Makes coral \d{4}-\d\d-\d\d [\da-f]{8} 1\.png$/;
    await expect.element(nameOf('coral.png')).toHaveAttribute('download', expect.stringMatching(byDefault));
    const url = new URL(nameOf('coral.png').element().getAttribute('href') ?? '');
    const response = await gateway.app.fetch(new Request(url));
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="Makes coral .* 1\.png"$/);
    await screen.getByRole('button', { name: 'harbour.png', exact: true }).click();
    await expect.element(nameOf('harbour.png')).toHaveAttribute('download', 'harbour.png');
    zipPatternSetting.set('{node}/{seed}-{title}');
    await screen.getByRole('button', { name: 'coral.png', exact: true }).click();
    await expect
      .element(nameOf('coral.png'))
      .toHaveAttribute('download', expect.stringMatching(/^1_\d+-Makes coral\.png$/));
  });

  it('stars files with keyboard and pointer, and finds them again', async () => {
    await upload('harbour.png');
    await upload('sea.png');
    const { screen } = await renderApp('/local/assets');
    await screen.getByRole('button', { name: 'sea.png', exact: true }).click();
    await userEvent.keyboard('{ArrowRight}s');
    await expect.element(screen.getByRole('button', { name: 'harbour.png, starred' })).toHaveFocus();
    await screen.getByRole('link', { name: 'Starred 1' }).click();
    await expect.element(screen.getByText('sea.png')).not.toBeInTheDocument();
    await screen.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'Star harbour.png' }).click();
    await expect.element(screen.getByRole('heading', { name: 'No starred files' })).toBeVisible();
  });

  it('has the star and the rating of a job with one output, and leaves those of a job with several to its files', async () => {
    await makeOutput('coral.png');
    const two = { '1': scripted('ScriptOutput', { name: 'a.png' }), '2': scripted('ScriptOutput', { name: 'b.png' }) };
    const several = await gateway.submit(two, { flowdeck_title: 'Makes two' });
    await expect.poll(async () => (await gateway.read(several.id)).status).toBe('succeeded');
    const { screen, router } = await renderApp('/local/jobs');
    for (const name of ['Makes coral.png', 'Makes two'])
      await screen.getByRole('checkbox', { name: `Select ${name}` }).click();
    await expect.element(screen.getByRole('toolbar', { name: 'Selected jobs' })).toBeVisible();
    await awaitShortcuts();
    await userEvent.keyboard('s4');
    await expect.element(screen.getByRole('img', { name: 'Rated 4 of 5' }).nth(1)).toBeInTheDocument();
    await expect
      .poll(async () => (await listCurated('file')).map(({ fields }) => fields))
      .toContainEqual({ at: expect.any(Number), star: true, rating: 4 });
    await router.navigate({ to: '/$surface/assets', params: { surface: 'local' }, search: {} });
    await expect.element(screen.getByRole('button', { name: 'coral.png, starred, rated 4' })).toBeVisible();
    await screen.getByRole('link', { name: 'Starred 1' }).click();
    await expect.element(screen.getByText('a.png', { exact: true })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'coral.png, starred, rated 4' })).toBeVisible();
  });

  it('titles the outputs of a batch by their values, and cuts a long name in the middle', async () => {
    const title = 'Study (palette ember, seed 103822117058)';
    const job = await gateway.submit(
      { '1': scripted('ScriptOutput', { name: 'grown_00001_.png' }) },
      { flowdeck_title: title, flowdeck_batch: 'b1/0' },
    );
    await expect.poll(async () => (await gateway.read(job.id)).status).toBe('succeeded');
    await upload('coral-9007199254740993-at-the-edge-of-the-reef_00001_.png');
    const { screen } = await renderApp('/local/assets');
    const cell = screen.getByRole('button', { name: 'palette ember, seed 1038…058, grown_00001_.png', exact: true });
    await expect.element(cell).toHaveTextContent(/^palette ember, seed 1038…058grown_00001_\.png · ScriptOutput/);
    await expect.element(cell.getByTitle(title)).toBeVisible();
    const start = screen.getByText('coral-9007199254740993-at-the-edge-of-the-reef_00', { exact: true }).element();
    expect(start.scrollWidth).toBeGreaterThan(start.clientWidth);
    await expect.element(screen.getByText('001_.png', { exact: true })).toBeVisible();
  });

  it('offers the same actions in the menu of a tile, in the details and to keys', async () => {
    await makeOutput('coral.png');
    const { screen, router } = await renderApp('/local/assets');
    const tile = screen.getByRole('button', { name: 'coral.png', exact: true });
    await tile.click();
    const panel = screen.getByRole('complementary', { name: 'coral.png' });
    await panel.getByRole('button', { name: 'More actions for coral.png' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'Download as zip…' })).toBeVisible();
    await expect.element(screen.getByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await panel.getByRole('button', { name: 'Open large: coral.png' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'coral.png' }).getByText('File 1 of 1')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    const files = screen.getByRole('list', { name: 'Files' });
    await files.getByRole('button', { name: 'More actions for coral.png' }).click();
    await screen.getByRole('menuitem', { name: 'Select', exact: true }).click();
    await expect.element(screen.getByText('1 file selected')).toBeVisible();
    await files.getByRole('button', { name: 'More actions for coral.png' }).click();
    await screen.getByRole('menuitem', { name: 'Open job' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/./);
  });

  it('shows stars of an earlier version', async () => {
    const id = await upload('harbour.png');
    storedStars.setKept('local', [id, 'gone'], true);
    await moveStoredStars();
    const { screen } = await renderApp('/local/assets?kind=starred');
    await expect.element(screen.getByRole('button', { name: 'harbour.png, starred' })).toBeVisible();
    expect(storedStars.idsOf('local')).toEqual([]);
  });

  it('rates, stars and deletes files by keys, in the wall and in the viewer, and undoes a deletion', async () => {
    for (const name of ['a.png', 'b.png', 'c.png']) await upload(name);
    const { screen, router } = await renderApp('/local/assets');
    const files = screen.getByRole('list', { name: 'Files' });
    await files.getByRole('button', { name: 'c.png', exact: true }).click();
    await userEvent.keyboard('4');
    await expect.element(files.getByRole('button', { name: 'c.png, rated 4' })).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    await expect.element(files.getByRole('button', { name: 'b.png', exact: true })).toHaveFocus();
    await expect.element(files.getByText('c.png')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('link', { name: 'All 2', exact: true })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Uploads 2', exact: true })).toBeVisible();
    undoDeletion();
    await expect.element(files.getByRole('button', { name: 'c.png, rated 4' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'All 3', exact: true })).toBeVisible();

    await userEvent.keyboard('{Enter}');
    const viewer = screen.getByRole('dialog', { name: 'b.png' });
    await expect.element(viewer.getByText('File 2 of 3')).toBeVisible();
    await userEvent.keyboard('s5');
    await expect.element(viewer.getByRole('radio', { name: '5 of 5' })).toBeChecked();
    await userEvent.keyboard('{ArrowRight}');
    const next = screen.getByRole('dialog', { name: 'a.png' });
    await expect.element(next.getByRole('radio', { name: '5 of 5' })).not.toBeChecked();
    await userEvent.keyboard('{Delete}');
    await expect.element(screen.getByRole('dialog', { name: 'b.png' }).getByText('File 2 of 2')).toBeVisible();
    undoDeletion();
    await userEvent.keyboard('{Escape}');
    await expect.element(files.getByRole('button', { name: 'b.png, starred, rated 5' })).toHaveFocus();
    await expect.poll(() => router.state.location.search).not.toHaveProperty('large');

    await expect.element(files.getByRole('button', { name: 'a.png', exact: true })).toBeVisible();
    await screen.getByRole('combobox', { name: 'Rating' }).click();
    await screen.getByRole('option', { name: 'Rated 5' }).click();
    await expect.element(files.getByText('c.png')).not.toBeInTheDocument();
    await expect.element(files.getByRole('button', { name: 'b.png, starred, rated 5' })).toBeVisible();
  });

  it('carries a deletion out when the page is left', async () => {
    const id = await upload('harbour.png');
    const exists = async () => {
      const response = await gateway.app.fetch(new Request(`${location.origin}/api/v2/assets/${id}`));
      return response.ok;
    };
    const { screen } = await renderApp('/local/assets');
    await screen.getByRole('button', { name: 'harbour.png', exact: true }).click();
    await userEvent.keyboard('{Delete}');
    await expect.element(screen.getByRole('heading', { name: 'No files yet' })).toBeVisible();
    expect(await exists()).toBe(true);
    await screen.getByRole('link', { name: /^Jobs/ }).click();
    await expect.poll(exists).toBe(false);
  });

  it('deletes files after a confirmation, except those that a job still uses', async () => {
    await upload('free.png');
    const read = await upload('read.png');
    await gateway.submit({ '1': scripted('ScriptHang') });
    await gateway.submit({
      '1': { class_type: 'LoadImage', inputs: { image: { __type: 'core/ASSET', info: { id: read } } } },
      '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
    });
    const { screen } = await renderApp('/local/assets');
    await screen.getByRole('button', { name: 'read.png', exact: true }).click();
    await userEvent.keyboard('x{ArrowRight}x');
    await screen.getByRole('region', { name: 'Selected files' }).getByRole('button', { name: 'Delete' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Delete 2 files?' });
    await expect.element(dialog.getByText(/1 file stays/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete 1 file' }).click();
    await expect.element(screen.getByRole('button', { name: 'free.png' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'read.png, selected' })).toBeVisible();
  });

  it('says in one message which file could not be deleted, and how many were', async () => {
    await upload('kept.png');
    const free = await upload('free.png');
    gateway.worker.use(
      http.delete('*/api/v2/assets/:id', ({ params }) =>
        params['id'] === free ? undefined : problem(409, 'asset_in_use', 'A job uses this file.'),
      ),
    );
    const { screen } = await renderApp('/local/assets');
    await screen.getByRole('button', { name: 'free.png', exact: true }).click();
    await userEvent.keyboard('x{ArrowRight}x');
    await screen.getByRole('region', { name: 'Selected files' }).getByRole('button', { name: 'Delete' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(screen.getByText('kept.png could not be deleted', { exact: true })).toBeVisible();
    expect(useToasts.getState().toasts).toMatchObject([
      { tone: 'bad', description: 'A job uses this file. Deleted 1 file.' },
    ]);
    await expect.element(screen.getByRole('button', { name: 'free.png' })).not.toBeInTheDocument();
  });

  it('renders few tiles, however many files there are', async () => {
    for (let index = 0; index < 130; index += 1) await upload(`f${index}.png`);
    const { screen } = await renderApp('/local/assets');
    await screen.getByRole('button', { name: 'f129.png', exact: true }).click();
    expect(document.querySelectorAll('[data-asset]').length).toBeLessThan(80);
    await userEvent.keyboard('{End}');
    await expect.element(screen.getByRole('button', { name: 'f30.png', exact: true })).toHaveFocus();
    await expect.element(screen.getByText('130 files')).toBeInTheDocument();
    await userEvent.keyboard('{End}');
    await expect.element(screen.getByRole('button', { name: 'f0.png', exact: true })).toHaveFocus();
  });
});
