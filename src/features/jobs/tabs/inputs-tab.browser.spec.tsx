import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CONTROL_NET, LORA_STACK, SDXL_REFINER } from '@contract/workflow/generation-inputs/testing/known-workflows';
import { clearDeviceData } from '@/domains/history/device-data';
import { deleteDrafts, readDraft, writeDraft } from '@/domains/drafts/drafts';
import { inputsPaneSetting } from '@/shared/viewer/output/inputs-pane';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, makeOutput, problem, surfaceWith } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
  // Those of the specs before it may be newer.
  await clearDeviceData('drafts');
});
afterEach(async () => {
  inputsPaneSetting.set(true);
  await unmountGateway();
});

async function showInputs(workflow: object) {
  const job = makeJob();
  gateway.worker.use(...surfaceWith(() => job, workflow));
  return renderApp(`/local/jobs/${job.id}`);
}

const prompt = (name: string) => page.getByRole('region', { name, exact: true });
const row = (name: string) => page.getByRole('group', { name, exact: true });

describe('the inputs of a job', () => {
  it('open first: prompts, main values, and changes against the defaults', async () => {
    await showInputs({ ...LORA_STACK, '3': { ...LORA_STACK['3'], inputs: { ...LORA_STACK['3']?.inputs, steps: 30 } } });
    await expect.element(page.getByRole('tab', { name: 'Inputs', selected: true })).toBeVisible();
    await expect.element(prompt('Positive prompt')).toHaveTextContent('glass bottle, galaxy');
    await expect.element(prompt('Negative prompt')).toHaveTextContent('text, watermark');
    await expect.element(row('Model')).toHaveTextContent('v1-5-pruned-emaonly');
    await expect.element(row('LoRAs')).toHaveTextContent('gouache_v2 0.8 / 0.6soft_grain 0.35third 1');
    await expect.element(row('Seed')).toHaveTextContent('156680208700286');
    await expect.element(row('Size')).toHaveTextContent('768 × 512');
    await expect.element(row('Steps')).toHaveTextContent('30');
    // The classes of ComfyUI, which this gateway does not have, are bundled with the console.
    const sampler = page.getByRole('region', { name: 'KSampler, node 3' });
    await expect.element(sampler).toHaveTextContent(/steps\s*30\s*default 20/);
    await expect.element(sampler).not.toHaveTextContent('seed');
    await expect.element(page.getByText('defaults unknown')).toBeVisible();
    expect(page.getByRole('region', { name: /^CLIP Text Encode/ }).elements()).toEqual([]);
  });

  it('copy each value, and all as text of Automatic1111', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await showInputs(SDXL_REFINER);
    await page.getByRole('button', { name: 'Copy Positive prompt' }).click();
    expect(write).toHaveBeenLastCalledWith('a mountain lake\ngouache, soft grain');
    await row('CFG').getByRole('button', { name: 'Copy CFG' }).click();
    expect(write).toHaveBeenLastCalledWith('8, 7');
    await page.getByRole('button', { name: 'Copy as A1111 text' }).click();
    expect(write.mock.lastCall?.[0]).toMatch(
      /^a mountain lake\n.*\nNegative prompt: people\n.*\nSteps: 25, Sampler: Euler/,
    );
    write.mockRestore();
  });

  it('fold a long prompt, and copy all of it', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const text = `${'a quiet lake, '.repeat(500)}the end`;
    const encode = LORA_STACK['6'];
    await showInputs({ ...LORA_STACK, '6': { ...encode, inputs: { ...encode?.inputs, text } } });
    await expect.element(row('Seed')).toBeInViewport();
    await expect.element(prompt('Positive prompt')).not.toHaveTextContent('the end');
    await page.getByRole('button', { name: 'Copy Positive prompt' }).click();
    expect(write).toHaveBeenLastCalledWith(text);
    const unfold = prompt('Positive prompt').getByRole('button', { name: 'Show all' });
    await expect.element(unfold).toHaveAttribute('aria-expanded', 'false');
    unfold.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(prompt('Positive prompt')).toHaveTextContent('the end');
    const fold = prompt('Positive prompt').getByRole('button', { name: 'Show less' });
    await expect.element(fold).toHaveFocus();
    await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
    await expect.element(row('Seed')).not.toBeInViewport();
    expect(prompt('Negative prompt').getByRole('button', { name: 'Show all' }).elements()).toEqual([]);
    write.mockRestore();
  });

  it('show a short number for one of very many digits, and copy it exactly', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await showInputs({
      ...LORA_STACK,
      '3': { ...LORA_STACK['3'], inputs: { ...LORA_STACK['3']?.inputs, cfg: 0.1 + 0.2 } },
    });
    await expect.element(row('CFG').getByText('0.3', { exact: true })).toHaveAttribute('title', '0.30000000000000004');
    await row('CFG').getByRole('button', { name: 'Copy CFG' }).click();
    expect(write).toHaveBeenLastCalledWith('0.30000000000000004');
    const sampler = page.getByRole('region', { name: 'KSampler, node 3' });
    await expect.element(sampler.getByTitle('0.30000000000000004')).toHaveTextContent('0.3');
    write.mockRestore();
  });

  it('lead to the jobs with a value', async () => {
    const { router } = await showInputs(LORA_STACK);
    const find = (name: string) => page.getByRole('button', { name: `More for ${name}`, exact: true });
    await expect.element(find('Positive prompt')).toBeVisible();
    find('Positive prompt').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Copy' })).toHaveFocus();
    await page.getByRole('menuitem', { name: 'Find jobs with this value' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/local/jobs');
    expect(router.state.location.search).toEqual({ q: 'prompt:"glass bottle, galaxy"' });
    router.history.back();
    // Every workflow has numbers that short.
    await find('Steps').click();
    await expect.element(page.getByRole('menuitem', { name: 'Copy' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: /^Find/ })).not.toBeInTheDocument();
  });

  it('lead to the nodes of changed values', async () => {
    const { router } = await showInputs(CONTROL_NET);
    await page
      .getByRole('region', { name: /, node 21$/ })
      .getByTitle('Show in graph')
      .click();
    await expect.element(page.getByRole('region', { name: 'Node 21' })).toBeVisible();
    expect(router.state.location.search).toMatchObject({ tab: 'graph', node: '21' });
  });

  it('show the first of very many nodes, and all on request', async () => {
    const node = (text: string) => ({ class_type: 'Unknown', inputs: { text } });
    await showInputs(Object.fromEntries(Array.from({ length: 150 }, (_, id) => [String(id), node(`value ${id}`)])));
    await expect.element(page.getByText('value 99', { exact: true })).toBeInTheDocument();
    await expect.element(page.getByText('value 100', { exact: true })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Show all 150 nodes' }).click();
    await expect.element(page.getByText('value 149', { exact: true })).toBeInTheDocument();
  });

  it('say that the server returns no workflows', async () => {
    const job = makeJob();
    gateway.worker.use(
      http.get('*/api/v2/jobs/:id/workflow', () => problem(404, 'not_found')),
      ...surfaceWith(() => job),
    );
    await renderApp(`/local/jobs/${job.id}`);
    await expect.element(page.getByRole('heading', { name: 'Inputs not available' })).toBeVisible();
  });

  it('are read again after an error', async () => {
    const job = makeJob();
    let hasFailed = false;
    gateway.worker.use(
      http.get('*/api/v2/jobs/:id/workflow', () => {
        if (hasFailed) return HttpResponse.json({ workflow: SDXL_REFINER, format: 'api' });
        hasFailed = true;
        return problem(400, 'odd');
      }),
      ...surfaceWith(() => job),
    );
    await renderApp(`/local/jobs/${job.id}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(prompt('Negative prompt')).toHaveTextContent('people');
  });

  it('fit into a phone', async () => {
    await page.viewport(390, 844);
    await showInputs(LORA_STACK);
    await expect.element(row('LoRAs')).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'KSampler, node 3' })).toBeVisible();
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBe(clientWidth);
  });
});

describe('beside an output in large', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Output' });
  const open = async () => {
    const job = makeJob({ outputs: [makeOutput({ name: 'one.png' })] });
    gateway.worker.use(...surfaceWith(() => job, LORA_STACK));
    const app = await renderApp(`/local/jobs/${job.id}`);
    await page.getByRole('button', { name: 'Open large' }).click();
    return app;
  };

  it('show what made it, and can be hidden for good', async () => {
    const { router } = await open();
    const inputs = dialog().getByRole('region', { name: 'Inputs' });
    await expect.element(inputs.getByRole('region', { name: 'Positive prompt' })).toHaveTextContent('glass bottle');
    await expect.element(inputs.getByRole('group', { name: 'Seed' })).toHaveTextContent('156680208700286');
    await dialog().getByRole('button', { name: 'Inputs' }).click();
    await expect.element(inputs).not.toBeInTheDocument();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Open large' }).click();
    await expect.element(dialog().getByRole('button', { name: 'Inputs', pressed: false })).toBeVisible();
    await dialog().getByRole('button', { name: 'Inputs' }).click();
    await inputs.getByRole('button', { name: 'Reuse all in a draft' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\//);
  });

  it.each([390, 1024])('take its place in a window of %i pixels', async (width) => {
    await page.viewport(width, 844);
    await open();
    const output = dialog().getByTitle('one.png');
    await expect.element(output).toBeVisible();
    await dialog().getByRole('button', { name: 'Inputs' }).click();
    await expect.element(dialog().getByRole('group', { name: 'Seed' })).toBeVisible();
    await expect.element(output).not.toBeVisible();
    await dialog().getByRole('button', { name: 'Inputs' }).click();
    await expect.element(output).toBeVisible();
  });
});

describe('reuse', () => {
  const SEED = '18446744073709551615';

  /** The workflow as text: no number of JavaScript has this seed. */
  const serve = (seed: string) =>
    http.get('*/api/v2/jobs/:id/workflow', () =>
      HttpResponse.text(
        `{"format":"api","workflow":{"1":{"class_type":"ScriptOutput","inputs":{"name":"a.png","seed":${seed},"steps":3}}}}`,
        { headers: { 'Content-Type': 'application/json' } },
      ),
    );

  it('opens all inputs in a draft', async () => {
    const job = await gateway.submit({ '1': scripted('ScriptOutput', { name: 'a.png', seed: 3 }) });
    const { router } = await renderApp(`/local/jobs/${job.id}`);
    await page.getByRole('button', { name: 'Reuse all in a draft' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\//);
  });

  it('puts a value into the newest draft of the workflow, exactly and in one step of undo, and keeps seeds after runs', async () => {
    const text = '{"1":{"class_type":"ScriptOutput","inputs":{"name":"a.png","seed":5,"steps":9}}}';
    const dates = { createdAt: 1, updatedAt: 1 };
    const draft = { surfaceId: 'local', origin: 'file', originalText: text, text, classes: [], ...dates } as const;
    await writeDraft({ ...draft, classes: [], id: 'own', title: 'Own draft', seedModes: {}, media: {} });
    const job = makeJob();
    gateway.worker.use(serve(SEED), ...surfaceWith(() => job));
    const { router } = await renderApp(`/local/jobs/${job.id}`);
    await row('Seed').getByRole('button', { name: 'Reuse' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/local/submit/own');
    await expect.element(page.getByText(`Seed ${SEED} set`)).toBeVisible();
    await expect.poll(async () => (await readDraft('own'))?.text).toBe(text.replace(':5,', `:${SEED},`));
    expect(Object.values((await readDraft('own'))?.seedModes ?? {})).toEqual(['keep']);
    await router.navigate({ to: '/$surface/jobs/$jobId', params: { surface: 'local', jobId: job.id } });
    await page.getByRole('button', { name: 'More for Steps', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Reuse in a draft' }).click();
    const steps = page.getByRole('textbox', { name: 'steps' });
    await expect.element(steps).toHaveValue('3');
    await expect.element(page.getByText('Steps 3 set')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.element(steps).toHaveValue('9');
    await expect.element(page.getByRole('textbox', { name: 'seed' })).toHaveValue(SEED);
    await deleteDrafts(['own']);
  });

  it('opens the workflow with its seed if there is no such draft', async () => {
    const job = makeJob();
    gateway.worker.use(serve('7'), ...surfaceWith(() => job));
    const { router } = await renderApp(`/local/jobs/${job.id}`);
    await row('Seed').getByRole('button', { name: 'Reuse' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\//);
    const draft = await readDraft(router.state.location.pathname.split('/').at(-1) ?? '');
    expect(draft).toMatchObject({ origin: 'job', sourceJobId: job.id });
    expect(draft?.text).toContain('"seed":7');
  });
});
