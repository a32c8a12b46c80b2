import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LOCAL_SURFACE } from '@/api/surface';
import { readAnnotations } from '@/domains/annotations/annotation-records';
import type { BatchPlan } from '@/domains/batches/batch-plan';
import { actOnBatch, removeBatch, resumeBatches, startBatch } from '@/domains/batches/batches';
import { useBatchView } from '@/domains/batches/batches-store';
import { deleteDrafts, readDraft, writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { clearDeviceData } from '@/domains/history/device-data';
import { openCommandView } from '@/shared/dialog-requests/command-view';
import { makeZipBlob } from '@/shared/zip/make-zip';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { startDrag, storedFileIn } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { closeDialog, useDialogs } from '@/shared/dialog-requests/dialogs';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  await resumeBatches();
  await removeBatches();
  await clearDeviceData('history');
});
afterEach(async () => {
  openCommandView(null);
  closeDialog('compare');
  await removeBatches();
  await clearDeviceData('history');
  await unmountGateway();
});

async function removeBatches() {
  for (const id of Object.keys(useBatchView.getState().entries)) {
    await actOnBatch(id, { kind: 'user_stop' });
    await expect.poll(() => batchOf(id)?.inFlight).toEqual([]);
    await removeBatch(id);
  }
}

const batchOf = (id: string) => useBatchView.getState().entries[id];

function axis(input: string, values: readonly (string | number)[], nodeId = '1'): BatchPlan['axes'][number] {
  return {
    label: input,
    inputs: [{ nodeId, input, label: input }],
    rows: values.map((value) => ({ label: String(value), values: [value] })),
  };
}

const words = JSON.stringify({
  '1': scripted('ScriptText', { text: '' }),
  '2': scripted('ScriptLog', { message: '', level: 'info' }),
});

/** Starts a batch whose cells output a text, and waits until `done` of them have succeeded. */
async function startWords(axes: BatchPlan['axes'], done: number, title = 'Words'): Promise<string> {
  const id = await startBatch(LOCAL_SURFACE, {
    title,
    workflowText: words,
    plan: { axes },
    limit: 4,
    draftId: null,
    needsPartnerKey: false,
  });
  await expect.poll(() => batchOf(id)?.tally.succeeded).toBe(done);
  return id;
}

describe('the list of batches', () => {
  it('explains how to start one if there is none', async () => {
    const { screen } = await renderApp('/local/batches');
    await expect.element(screen.getByRole('heading', { name: 'No batches yet' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Open Submit' })).toBeVisible();
  });

  it('shows each batch with its axes, progress and state, and opens, renames and deletes it', async () => {
    const id = await startWords([axis('text', ['one', 'two'])], 2);
    const { screen, router } = await renderApp('/local/batches');
    await expect.element(screen.getByText('2 cells · text × 2')).toBeVisible();
    await expect.element(screen.getByText('2 of 2 succeeded')).toBeVisible();
    await expect.element(screen.getByText('succeeded', { exact: true }).first()).toBeVisible();
    await expect
      .element(screen.getByRole('progressbar', { name: 'Progress of Words' }))
      .toHaveAttribute('aria-valuenow', '2');

    await screen.getByRole('button', { name: 'More actions for Words' }).click();
    await screen.getByRole('menuitem', { name: 'Rename…' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('Poems{Enter}');
    await screen.getByRole('link', { name: 'Poems' }).click();
    await expect.poll(() => router.state.location.pathname).toBe(`/local/batches/${id}`);
    await expect.element(screen.getByRole('heading', { name: 'Poems' })).toBeVisible();

    await screen.getByRole('button', { name: 'More actions for Poems' }).click();
    await screen.getByRole('menuitem', { name: 'Delete…' }).click();
    await screen.getByRole('button', { name: 'Delete batch' }).click();
    await expect.poll(() => router.state.location.href).toBe('/local/jobs?status=batches');
    await expect.element(screen.getByRole('heading', { name: 'No batches yet' })).toBeVisible();
  });

  it('is a tab of the jobs, which keeps the filters, and is reached by its keys', async () => {
    await startWords([axis('text', ['one', 'two'])], 2, 'Poems');
    const { screen, router } = await renderApp('/local/jobs?q=poem&period=7d');
    const tabs = screen.getByRole('navigation', { name: 'Jobs by status, and batches' });
    await tabs.getByRole('link', { name: 'Batches' }).click();
    await expect.element(screen.getByRole('link', { name: 'Poems' })).toBeVisible();
    await expect.element(tabs.getByRole('link', { name: 'Batches' })).toHaveAttribute('aria-current', 'page');
    await expect.element(tabs.getByRole('link', { name: 'Batches' })).toHaveFocus();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
    await screen.getByRole('searchbox', { name: 'Search batches' }).fill('sculptures');
    await expect.element(screen.getByRole('heading', { name: 'No matching batches' })).toBeVisible();
    await screen.getByRole('searchbox', { name: 'Search batches' }).fill('text poem');
    await expect.element(screen.getByRole('link', { name: 'Poems' })).toBeVisible();
    await tabs.getByRole('link', { name: /^Failed/ }).click();
    await expect.poll(() => router.state.location.search).toEqual({ q: 'text poem', period: '7d', status: 'failed' });
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await awaitShortcuts();
    await userEvent.keyboard('gb');
    await expect.poll(() => router.state.location.href).toBe('/local/jobs?status=batches');
    const main = screen.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Jobs/ }).first();
    await expect.element(main).toHaveAttribute('data-status', 'active');
  });

  it('shows some results of each batch', async () => {
    const id = await startBatch(LOCAL_SURFACE, {
      title: 'Views',
      workflowText: JSON.stringify({ '1': scripted('ScriptOutput', { name: 'view.png' }) }),
      plan: { axes: [axis('seed', [1, 2, 3, 4, 5])] },
      limit: 4,
      draftId: null,
      needsPartnerKey: false,
    });
    await expect.poll(() => batchOf(id)?.tally.succeeded).toBe(5);
    const { screen } = await renderApp('/local/batches');
    await expect.element(screen.getByRole('link', { name: 'Views' })).toBeVisible();
    await expect.poll(() => document.querySelectorAll('main li img')).toHaveLength(4);
  });
});

describe('the grid of a batch', () => {
  it('is a table of two axes with labels, and shows the output of each cell', async () => {
    const id = await startWords([axis('text', ['sun', 'sea']), axis('message', ['a', 'b', 'c'], '2')], 6);
    const { screen } = await renderApp(`/local/batches/${id}`);
    const grid = screen.getByRole('grid', { name: 'Results of Words' });
    await expect.element(grid.getByRole('columnheader', { name: 'b', exact: true })).toBeVisible();
    await expect.element(grid.getByRole('rowheader', { name: 'sea' })).toBeVisible();
    const cell = grid.getByRole('button', { name: 'text sea, message b: succeeded' });
    await expect.element(cell).toHaveTextContent('sea');
    // Its output can be dragged, once the code of the shell that starts the drag is loaded.
    await expect.poll(() => storedFileIn(startDrag(cell.element()))).toMatch(/^other .+\.txt$/);
    document.body.dispatchEvent(new DragEvent('dragend', { bubbles: true }));

    await screen.getByRole('combobox', { name: 'Columns' }).click();
    await screen.getByRole('option', { name: 'text' }).click();
    await expect.element(grid.getByRole('columnheader', { name: 'sea', exact: true })).toBeVisible();
    await expect.element(grid.getByRole('rowheader', { name: 'b' })).toBeVisible();
  });

  it('has a section for each value of a third axis, or shows one of them', async () => {
    const id = await startWords(
      [axis('text', ['sun', 'sea']), axis('message', ['a', 'b'], '2'), axis('level', ['info', 'error'], '2')],
      8,
    );
    const { screen } = await renderApp(`/local/batches/${id}`);
    await expect.element(screen.getByRole('rowheader', { name: 'text sea' })).toBeVisible();
    await screen.getByRole('combobox', { name: 'text' }).click();
    await screen.getByRole('option', { name: 'sea' }).click();
    await expect.element(screen.getByRole('rowheader', { name: 'text sea' })).not.toBeInTheDocument();
    await expect
      .element(screen.getByRole('button', { name: /^text sea, message b, level error: succeeded/ }))
      .toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^text sun, / })).not.toBeInTheDocument();
  });

  it('moves the focus with arrow keys, stars, rates and compares with keys, and opens the large view', async () => {
    const id = await startWords([axis('text', ['sun', 'sea', 'sky'])], 3);
    const { screen, router } = await renderApp(`/local/batches/${id}`);
    const cell = (text: string) => screen.getByRole('button', { name: new RegExp(`^text ${text}: `) });
    await expect.element(cell('sea')).toHaveTextContent('sea');
    await awaitShortcuts();
    cell('sun').element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(cell('sea')).toHaveFocus();
    await userEvent.keyboard('s4');
    await expect.element(cell('sea')).toHaveAccessibleName('text sea: succeeded, starred, rated 4 of 5');
    await expect
      .poll(async () => (await readAnnotations()).map(({ isStarred, rating }) => [isStarred, rating]))
      .toEqual([[true, 4]]);
    await expect
      .element(screen.getByRole('region', { name: 'Values of the favorites' }))
      .toHaveTextContent(/1 favorite\s*text\s*sea\s*×1/);

    await userEvent.keyboard('c{ArrowRight}c');
    await expect.element(cell('sky')).toHaveAccessibleName(/in comparison: B/);
    await userEvent.keyboard('v');
    const comparison = screen.getByRole('dialog', { name: '2 jobs compared' });
    await expect.element(comparison.getByRole('link', { name: 'text sea', exact: true })).toBeVisible();
    await expect.element(comparison.getByRole('columnheader', { name: 'B · text sky' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();

    // A closed dialog returns the focus a moment later.
    await expect.element(cell('sky')).toHaveFocus();
    cell('sun').element().focus();
    await userEvent.keyboard('{Enter}');
    const viewer = screen.getByRole('dialog', { name: 'text sun' });
    await expect
      .element(viewer.getByRole('button', { name: 'Star' }))
      .toHaveAttribute('title', 'Star (S). Kept on the gateway, for all your browsers.');
    await expect.poll(() => router.state.location.search).toEqual({ cell: 1 });
    await userEvent.keyboard('{ArrowRight}');
    const dialog = screen.getByRole('dialog', { name: 'text sea' });
    await expect.element(dialog.getByRole('button', { name: 'Star' })).toHaveAttribute('aria-pressed', 'true');
    const inputs = dialog.getByRole('region', { name: 'Inputs' });
    await expect.element(inputs.getByRole('region', { name: 'ScriptText, node 1' })).toHaveTextContent(/text\s*sea/);
    await userEvent.keyboard('{Escape}');
    await expect.element(cell('sea')).toHaveFocus();

    await screen.getByRole('button', { name: /^Favorites/ }).click();
    await expect.element(cell('sea')).toBeVisible();
    await expect.element(cell('sun')).not.toBeInTheDocument();
  });

  it('runs cells again in a new batch, chosen with keys or as favorites, and stays as it is', async () => {
    const id = await startWords([axis('text', ['sun', 'sea', 'sky'])], 3);
    const { screen, router } = await renderApp(`/local/batches/${id}`);
    const cell = (text: string) => screen.getByRole('button', { name: new RegExp(`^text ${text}: `) });
    await expect.element(cell('sea')).toHaveTextContent('sea');
    await awaitShortcuts();
    cell('sun').element().focus();
    await userEvent.keyboard('r');
    await expect.element(screen.getByRole('dialog', { name: 'Run 1 cell again' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(cell('sun')).toHaveFocus();
    await userEvent.keyboard('x{ArrowRight}{ArrowRight}x');
    await expect.element(cell('sky')).toHaveAccessibleName('text sky: succeeded, selected');
    await userEvent.keyboard('r');
    const dialog = screen.getByRole('dialog', { name: 'Run 2 cells again' });
    await expect.element(dialog.getByText(/The workflow has no seed/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Start 2 jobs' }).click();
    await expect.poll(() => router.state.location.pathname).not.toBe(`/local/batches/${id}`);
    const again = router.state.location.pathname.split('/').at(-1) ?? '';
    await expect.poll(() => batchOf(again)?.tally.succeeded).toBe(2);
    expect(batchOf(again)).toMatchObject({ title: 'Words, again', axes: [{ label: 'text', count: 2 }] });
    expect(batchOf(id)).toMatchObject({ count: 3, tally: { succeeded: 3 } });
    await expect.element(cell('sky')).toHaveTextContent('sky');
    await expect.element(cell('sea')).not.toBeInTheDocument();

    cell('sky').element().focus();
    await userEvent.keyboard('s');
    await expect.element(cell('sky')).toHaveAccessibleName(/starred/);
    await screen.getByRole('button', { name: 'More actions for Words, again' }).click();
    await screen.getByRole('menuitem', { name: 'Run favorites again…' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Run 1 cell again' })).toBeVisible();
  });

  it('opens a draft with the values of a cell', async () => {
    const id = await startWords([axis('text', ['sun', 'sea'])], 2);
    const { screen, router } = await renderApp(`/local/batches/${id}`);
    await screen.getByRole('button', { name: 'Actions for text sea' }).click();
    await screen.getByRole('menuitem', { name: 'Use in a workflow…' }).click();
    await expect.element(screen.getByText('This cell has no image, video or audio').first()).toBeVisible();
    await screen.getByRole('button', { name: 'Actions for text sea' }).click();
    await screen.getByRole('menuitem', { name: 'Edit and run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\/./);
    const draftId = router.state.location.pathname.split('/').at(-1) ?? '';
    await expect.poll(async () => (await readDraft(draftId))?.text).toContain('"text":"sea"');
  });

  it('says which jobs were deleted on the server, and keeps the page', async () => {
    const id = await startWords([axis('text', ['sun', 'sea'])], 2);
    const [cell] = await cellsOf(id);
    await gateway.app.fetch(
      new Request(`${location.origin}/console/jobs/delete`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ids: [cell?.jobId], keep_outputs: false }),
      }),
    );
    gateway.worker.use(http.get(`*/api/v2/jobs/${cell?.jobId}`, () => HttpResponse.json({}, { status: 404 })));
    const { screen } = await renderApp(`/local/batches/${id}`);
    await expect
      .element(screen.getByRole('button', { name: 'text sun: succeeded' }))
      .toHaveTextContent('deleted on the server');
    await expect.element(screen.getByRole('button', { name: 'text sea: succeeded' })).toHaveTextContent('sea');
  });

  it('shows the outcomes that this browser knows while the server is unreachable', async () => {
    const id = await startWords([axis('text', ['sun', 'sea'])], 2);
    gateway.worker.use(http.all('*/jobs/*', () => HttpResponse.error()));
    const { screen } = await renderApp(`/local/batches/${id}`);
    await expect
      .element(screen.getByRole('button', { name: 'text sun: succeeded' }))
      .toHaveTextContent('This machine is unreachable');
    await expect.element(screen.getByText('2 of 2 succeeded')).toBeVisible();
  });

  it('is not found in a browser that did not start the batch', async () => {
    const { screen } = await renderApp('/local/batches/nothing');
    await expect.element(screen.getByRole('heading', { name: 'Batch not found' })).toBeVisible();
  });
});

async function openExport(axes: BatchPlan['axes'], done: number) {
  const id = await startWords(axes, done);
  const { screen } = await renderApp(`/local/batches/${id}`);
  await expect.element(screen.getByRole('grid')).toBeVisible();
  await screen.getByRole('button', { name: 'More actions for Words' }).click();
  await screen.getByRole('menuitem', { name: 'Export…' }).click();
  return screen;
}

describe('the export of a batch', () => {
  it('is a zip with a manifest of the values, job and files of each cell', async () => {
    const screen = await openExport([axis('text', ['sun', 'sea'])], 2);
    await screen.getByRole('radio', { name: 'Files as zip' }).click();
    await screen.getByRole('button', { name: 'Continue' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Download 2 files' })).toBeVisible();
    const request = useDialogs.getState().zip;
    if (!request?.addition) throw new Error('No manifest');
    const { blob } = await makeZipBlob({
      files: request.files,
      names: ['a.txt', 'b.txt'],
      addition: request.addition,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    const text = await blob.text();
    expect(text).toContain('manifest.csv');
    expect(text).toMatch(
      /"cell","text","server","job_id","status","files","missing"\r\n1,"sun","This machine","[\w-]+","succeeded","a\.txt",\r\n2,"sea",/,
    );
    closeDialog('zip');
  });

  it('is one image with labels', async () => {
    const screen = await openExport([axis('text', ['sun', 'sea']), axis('message', ['a', 'b'], '2')], 4);
    const saved: string[] = [];
    const onClick = (event: Event) => {
      if (!(event.target instanceof HTMLAnchorElement) || !event.target.download) return;
      saved.push(event.target.download);
      event.preventDefault();
    };
    // Links of downloads are not part of the document.
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function save() {
      this.addEventListener('click', onClick);
      click.call(this);
    };
    try {
      await expect.element(screen.getByText(/^One PNG of [\d,]+ × [\d,]+ pixels/)).toBeVisible();
      await screen.getByRole('button', { name: 'Save image' }).click();
      await expect.poll(() => saved).toEqual(['Words contact sheet.png']);
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
  });
});

describe('a running batch', () => {
  it('can be paused, resumed and stopped, and says what stopping means', async () => {
    const slow = JSON.stringify({ '1': scripted('ScriptSteps', { steps: 1000 }) });
    const id = await startBatch(LOCAL_SURFACE, {
      title: 'Slow',
      workflowText: slow,
      plan: { axes: [axis('steps', [1001, 1002, 1003, 1004])] },
      limit: 1,
      draftId: null,
      needsPartnerKey: false,
    });
    const { screen } = await renderApp(`/local/batches/${id}`);
    await screen.getByRole('button', { name: 'Pause' }).click();
    await expect.element(screen.getByText(/^Paused. Nothing more is sent until you resume./)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Resume' })).toHaveFocus();
    await screen.getByRole('button', { name: 'Resume' }).click();
    await expect.element(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
    await screen.getByRole('combobox', { name: 'At once' }).click();
    await screen.getByRole('option', { name: '2', exact: true }).click();
    await expect.poll(() => batchOf(id)?.limit).toBe(2);
    await expect.poll(() => batchOf(id)?.inFlight.filter(({ jobId }) => jobId !== null).length).toBe(2);

    await screen.getByRole('button', { name: 'Actions for steps 1001' }).click();
    await screen.getByRole('menuitem', { name: 'Cancel' }).click();
    await expect.poll(async () => (await cellsOf(id))[0]?.outcome).toBe('canceled');
    await expect.poll(() => batchOf(id)?.inFlight.filter(({ jobId }) => jobId !== null).length).toBe(2);

    await screen.getByRole('button', { name: 'Stop…' }).click();
    await expect.element(screen.getByText(/1 cell will never be sent. 2 unfinished jobs continue/)).toBeVisible();
    await screen.getByRole('button', { name: 'Go back' }).click();
    expect(batchOf(id)?.isStopped).toBe(false);
    await screen.getByRole('button', { name: 'Stop…' }).click();
    await screen.getByRole('button', { name: 'Stop and cancel 2 jobs' }).click();
    await expect.element(screen.getByText('stopped', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: '1004: never sent' })).toBeVisible();
    await expect.poll(() => batchOf(id)?.tally.canceled).toBe(3);
    await expect.poll(() => batchOf(id)?.inFlight).toEqual([]);
  });

  it('can be paused, resumed and stopped from the list', async () => {
    const id = await startBatch(LOCAL_SURFACE, {
      title: 'Slow',
      workflowText: JSON.stringify({ '1': scripted('ScriptSteps', { steps: 1000 }) }),
      plan: { axes: [axis('steps', [1001, 1002, 1003])] },
      limit: 1,
      draftId: null,
      needsPartnerKey: false,
    });
    await expect.poll(() => batchOf(id)?.inFlight.filter(({ jobId }) => jobId !== null).length).toBe(1);
    const { screen } = await renderApp('/local/batches');
    const menu = screen.getByRole('button', { name: 'More actions for Slow' });
    await menu.click();
    await screen.getByRole('menuitem', { name: 'Pause' }).click();
    await expect.poll(() => batchOf(id)?.isPaused).toBe(true);
    await menu.click();
    await screen.getByRole('menuitem', { name: 'Resume' }).click();
    await expect.poll(() => batchOf(id)?.isPaused).toBe(false);
    await menu.click();
    await screen.getByRole('menuitem', { name: 'Stop…' }).click();
    await expect.element(screen.getByText(/2 cells will never be sent. 1 unfinished job continues/)).toBeVisible();
    await screen.getByRole('button', { name: 'Stop and cancel 1 job' }).click();
    await expect.element(screen.getByText('stopped', { exact: true })).toBeVisible();
    await expect.poll(() => batchOf(id)?.tally.canceled).toBe(1);
  });

  it('links to its draft, also where the server rejected a cell', async () => {
    const text = JSON.stringify({ '1': { class_type: 'NoSuchClass', inputs: { text: '' } } });
    const draft = makeDraft('local', { text, title: 'Source', origin: 'file' }, Date.now());
    await writeDraft(draft);
    const id = await startBatch(LOCAL_SURFACE, {
      title: 'Rejected',
      workflowText: text,
      plan: { axes: [axis('text', ['sun', 'sea'])] },
      limit: 1,
      draftId: draft.id,
      needsPartnerKey: false,
    });
    const { screen, router } = await renderApp(`/local/batches/${id}`);
    await expect.element(screen.getByText(/^Paused because the server rejected a cell/)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Open the draft' })).toBeVisible();
    await screen.getByRole('button', { name: 'More actions for Rejected' }).click();
    await screen.getByRole('menuitem', { name: 'Open the draft' }).click();
    await expect.poll(() => router.state.location.pathname).toBe(`/local/submit/${draft.id}`);
    await deleteDrafts([draft.id]);
    await router.navigate({ to: '/$surface/batches/$batchId', params: { surface: 'local', batchId: id } });
    await expect.element(screen.getByText(/^Paused because the server rejected a cell/)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Open the draft' })).not.toBeInTheDocument();
  });

  it('retries its failed cells at once', async () => {
    const id = await startBatch(LOCAL_SURFACE, {
      title: 'Faulty',
      workflowText: JSON.stringify({ '1': scripted('ScriptFail') }),
      plan: { axes: [axis('message', ['no memory', 'no model'])] },
      limit: 2,
      draftId: null,
      needsPartnerKey: false,
    });
    await expect.poll(() => batchOf(id)?.tally.failed).toBe(2);
    const { screen } = await renderApp(`/local/batches/${id}`);
    await expect.element(screen.getByRole('button', { name: 'no model: failed' })).toHaveTextContent('no model');
    await expect.element(screen.getByText('failed', { exact: true }).first()).toBeVisible();
    await screen.getByRole('button', { name: 'Retry failed (2)' }).click();
    await expect
      .poll(async () => (await cellsOf(id)).map(({ attempt, outcome }) => [attempt, outcome]))
      .toEqual([
        [2, 'failed'],
        [2, 'failed'],
      ]);
  });
});

async function cellsOf(id: string) {
  const { openDatabase } = await import('@/domains/database');
  return (await openDatabase()).getAll('batchCells', IDBKeyRange.bound([id, 0], [id, Infinity]));
}
