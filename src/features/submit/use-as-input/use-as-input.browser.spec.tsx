import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { writeDraft } from '@/domains/drafts/drafts';
import { EMPTY_TEMPLATE } from '@/domains/drafts/template';
import { clearCurated } from '@/domains/curated/curated-records';
import { makeSavedTemplate, putTemplate } from '@/domains/templates/saved-templates';
import { makeDraft } from '@/domains/drafts/make-draft';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { uiFile } from '@/domains/ui-format/testing/ui-fixtures';
import { scripted } from '@/testing/scripted-graph';
import { closeDialog } from '@/shared/dialog-requests/dialogs';

let gateway: BrowserGateway;
/** Requests that might upload bytes. */
let uploads: string[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  uploads = [];
  gateway.worker.events.on('request:start', ({ request }) => {
    if (request.method === 'POST' && new URL(request.url).pathname === '/api/v2/assets') uploads.push(request.url);
  });
});
afterEach(async () => {
  closeDialog('input');
  localStorage.clear();
  await clearCurated('template');
  gateway.worker.events.removeAllListeners();
  await unmountGateway();
});

const loader = (title: string) => ({ class_type: 'LoadImage', inputs: { image: '' }, _meta: { title } });
const saver = (from: string) => ({ class_type: 'SaveImage', inputs: { images: [from, 0], filename_prefix: 'x' } });
const twoInputs = { '10': loader('Front'), '11': loader('Back'), '17': saver('10'), '18': saver('11') };

async function keepDraft(title: string, workflow: object): Promise<void> {
  await writeDraft(makeDraft('local', { text: JSON.stringify(workflow), title, origin: 'file' }, Date.now()));
}

/** Opens the page of a job with an image output. */
async function openJob() {
  const job = await gateway.submit({ '1': scripted('ScriptOutput', { name: 'made.png' }) });
  const app = await renderApp(`/local/jobs/${job.id}`);
  const use = app.screen.getByRole('button', { name: 'Use in a workflow… made.png' });
  await expect.element(use).toBeVisible();
  return { ...app, job, use };
}

describe('use as input', () => {
  it('inserts an output into a draft by reference, on the selected input', async () => {
    await keepDraft('two-sides.json', twoInputs);
    const { screen, router, use } = await openJob();
    await use.click();
    const dialog = screen.getByRole('dialog', { name: 'Use in a workflow' });
    await expect.element(dialog.getByRole('button', { name: /Source workflow/ })).toHaveTextContent('no image input');
    await dialog.getByRole('button', { name: /two-sides\.json.*2 inputs/ }).click();
    await screen.getByRole('button', { name: 'Back empty' }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'two-sides.json' })).toBeVisible();
    const back = screen.getByRole('region', { name: 'Back' });
    await expect.element(back.getByText('made.png')).toBeVisible();
    await expect.element(screen.getByRole('region', { name: 'Front' }).getByText('Drop your image here')).toBeVisible();
    expect(router.state.location.pathname).toMatch(/^\/local\/submit\/./);
    expect(uploads).toEqual([]);
  });

  it('skips the choice if only one input accepts it, and reports if the file no longer exists', async () => {
    await keepDraft('one.json', { '10': loader('Photo'), '17': saver('10') });
    const { screen, job, use } = await openJob();
    const [output] = (await gateway.read(job.id)).outputs;
    await use.click();
    // The job page also detects it and removes the output: by then it was selected.
    await expect.element(screen.getByRole('button', { name: /^one\.json/ })).toBeVisible();
    await gateway.app.fetch(new Request(`${location.origin}/api/v2/assets/${output?.id}`, { method: 'DELETE' }));
    await screen.getByRole('button', { name: /^one\.json/ }).click();
    await expect.element(screen.getByRole('alert')).toHaveTextContent('This image no longer exists on the server.');
  });

  it('offers templates, and first of all the input that was used last, which one click opens', async () => {
    const saved = await makeSavedTemplate('local', {
      template: { ...EMPTY_TEMPLATE, title: 'Enlarge' },
      workflowText: JSON.stringify(twoInputs),
      seedModes: {},
    });
    await putTemplate(saved);
    const { screen, router, job, use } = await openJob();
    await use.click();
    await expect.element(screen.getByRole('region', { name: 'Recently used' })).not.toBeInTheDocument();
    await screen
      .getByRole('region', { name: 'Templates' })
      .getByRole('button', { name: /^Enlarge.*2 inputs/ })
      .click();
    await screen.getByRole('button', { name: 'Back empty' }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Enlarge' })).toBeVisible();
    const first = router.state.location.pathname;

    await router.navigate({ to: '/$surface/jobs/$jobId', params: { surface: 'local', jobId: job.id } });
    await use.click();
    await screen.getByRole('region', { name: 'Recently used' }).getByRole('button', { name: 'Enlarge Back' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\/./);
    expect(router.state.location.pathname).not.toBe(first);
    await screen.getByRole('radio', { name: 'All inputs' }).click();
    await expect.element(screen.getByRole('region', { name: 'Back' }).getByText('made.png')).toBeVisible();
  });

  it('accepts a workflow from disk, and explains why a file is not one', async () => {
    const { screen, use } = await openJob();
    await use.click();
    const dialog = screen.getByRole('dialog');
    const choose = dialog.getByLabelText('Workflow file');
    await choose.upload(new File(['{'], 'broken.json', { type: 'application/json' }));
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('broken.json');
    const flow = JSON.stringify({ '1': scripted('ScriptText', { text: 'x' }) });
    await choose.upload(new File([flow], 'words.json', { type: 'application/json' }));
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('words.json has no image input.');
    const unknown = uiFile([{ id: 1, type: 'ClassOfAPack', out: ['IMAGE'], values: [] }], []);
    await choose.upload(new File([JSON.stringify(unknown)], 'pack.json', { type: 'application/json' }));
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('pack.json: This server does not have all of its node classes.');
    const good = JSON.stringify({ '10': loader('Photo'), '17': saver('10') });
    await choose.upload(new File([good], 'good.json', { type: 'application/json' }));
    await expect.element(screen.getByRole('region', { name: 'Photo' }).getByText('made.png')).toBeVisible();
  });
});
