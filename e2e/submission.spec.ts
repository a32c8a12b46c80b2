import type { Page } from '@playwright/test';
import { ENGINE_TIME, jobIdOf, openStartedJob, photoSlot, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test, type TestFiles } from './fixtures';
import { flipping, growing, scripted } from './graphs';

const JOBS = /\/api\/v2\/jobs$/;

test.describe('one click creates at most one job', () => {
  test.use({ gatewayFlags: ['--engine', 'scripted'] });

  test('the response is lost: the run is unconfirmed, then found as one job', async ({ page, traffic, api, files }) => {
    await openWorkflow(page, files, scripted(['ScriptOutput', { name: 'found.png' }]));
    const response = traffic.holdResponse('POST', JOBS);
    await runButton(page).click();
    await response.given;
    await expect(page.getByText('Submitting').first()).toBeVisible();
    // The job lookup is blocked too, so that the unresolved state stays visible.
    traffic.cut(/\/api\/v2\/jobs/);
    response.lose();
    await expect(page.getByText('Unconfirmed').first()).toBeVisible();
    await expect(page.getByText(/nothing is submitted twice/)).toBeVisible();
    traffic.mend();
    await openStartedJob(page);
    await expect(page).toHaveURL(/\/local\/jobs\//);
    await expect(page.getByRole('img', { name: 'Output found.png' })).toBeVisible();
    const jobs = await api.jobs();
    expect(jobs.map(({ id }) => id)).toEqual([jobIdOf(page)]);
  });

  test('the gateway is killed between accepting the run and responding: one job, found after the restart', async ({
    page,
    gateway,
    traffic,
    api,
    files,
  }) => {
    await openWorkflow(page, files, scripted(['ScriptSteps', { steps: 3, ms: 50 }]));
    const response = traffic.holdResponse('POST', JOBS);
    await runButton(page).click();
    await response.given;
    await gateway.kill();
    response.lose();
    await expect(page.getByText('Unconfirmed').first()).toBeVisible();
    await gateway.restart();
    await openStartedJob(page);
    await expect(page).toHaveURL(/\/local\/jobs\//, ENGINE_TIME);
    await expect(page.getByText('succeeded', { exact: true })).toBeVisible(ENGINE_TIME);
    expect((await api.jobs()).map(({ id }) => id)).toEqual([jobIdOf(page)]);
  });

  test('the page is closed before the response: the next page continues, and there is one job', async ({
    page,
    context,
    traffic,
    api,
    files,
  }) => {
    await openWorkflow(page, files, scripted(['ScriptOutput', {}]));
    const response = traffic.holdResponse('POST', JOBS);
    await runButton(page).click();
    await response.given;
    await page.close();
    response.lose();
    const later = await context.newPage();
    await later.goto('/local/submit');
    await expect(later.getByText('Submitted (job found)')).toBeVisible();
    await later.getByRole('link', { name: 'Open job' }).click();
    await expect(later.getByText('succeeded', { exact: true })).toBeVisible();
    expect(await api.jobs()).toHaveLength(1);
  });

  test('a run on an unreachable gateway waits, and is sent once when it is back', async ({
    page,
    gateway,
    api,
    files,
  }) => {
    await openWorkflow(page, files, scripted(['ScriptOutput', {}]));
    await gateway.kill();
    await expect(page.getByText(/is unreachable\. Your run will be submitted once/)).toBeVisible();
    await runButton(page).click();
    await expect(page.getByText('Unconfirmed').first()).toBeVisible();
    await gateway.restart();
    await openStartedJob(page);
    await expect(page).toHaveURL(/\/local\/jobs\//, ENGINE_TIME);
    expect(await api.jobs()).toHaveLength(1);
  });
});

test.describe('several runs of one click', () => {
  test.use({ gatewayFlags: ['--engine', 'scripted'] });

  test('become exactly that many jobs, in order, even if the gateway is killed in the middle', async ({
    page,
    gateway,
    traffic,
    api,
    files,
  }) => {
    const runs = 24;
    const graph = scripted(['ScriptText', { text: 'x' }]) as Record<string, { inputs: Record<string, unknown> }>;
    for (const node of Object.values(graph)) node.inputs['seed'] = 100;
    await openWorkflow(page, files, graph);
    await page.getByRole('combobox', { name: 'seed after each run' }).click();
    await page.getByRole('option', { name: 'Increment' }).click();
    await page.getByRole('button', { name: 'Start options' }).click();
    await page.getByRole('textbox', { name: 'Runs' }).fill(String(runs));
    await page.keyboard.press('Enter');
    const response = traffic.holdResponse('POST', JOBS, { after: 4 });
    await runButton(page).click();
    await response.given;
    await gateway.kill();
    response.lose();
    await gateway.restart();
    const strip = page.getByRole('region', { name: 'Started from this draft' });
    await expect(strip.getByRole('radio')).toHaveCount(runs, ENGINE_TIME);
    await expect(runButton(page)).not.toHaveAttribute('aria-disabled');
    const jobs = await api.jobs();
    expect(jobs).toHaveLength(runs);
    const workflows = await Promise.all(
      jobs.toReversed().map(async ({ id }) => new TextDecoder().decode(await api.bytes(`/api/v2/jobs/${id}/workflow`))),
    );
    const seeds = workflows.map((text) => Number(/"seed":\s*(\d+)/.exec(text)?.[1]));
    expect(seeds).toEqual(Array.from({ length: runs }, (_, index) => 100 + index));
    await expect(page.getByRole('textbox', { name: 'seed' })).toHaveValue(String(100 + runs));
  });
});

test.describe('a full queue', () => {
  test.use({ gatewayFlags: ['--engine', 'scripted', '--queue-depth', '1'] });

  test('is shown with a countdown; the run is sent automatically when there is room, or canceled', async ({
    page,
    api,
    files,
  }) => {
    const running = await api.submit(scripted(['ScriptHang']), 'runs');
    await expect.poll(async () => (await api.job(running.id)).status).toBe('running');
    const waiting = await api.submit(scripted(['ScriptHang']), 'waits');

    await openWorkflow(page, files, scripted(['ScriptOutput', {}]));
    await runButton(page).click();
    await expect(page.getByText(/Retrying in \d s/)).toBeVisible();
    await expect(page.getByText(/The queue is full/).first()).toBeVisible();
    await expect(page.getByText(/not submitted yet/i)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Canceled before it was submitted').first()).toBeVisible();
    expect(await api.jobs()).toHaveLength(2);

    await runButton(page).click();
    await expect(page.getByText(/Retrying in \d s/)).toBeVisible();
    await api.cancel(waiting);
    await openStartedJob(page);
    await expect(page).toHaveURL(/\/local\/jobs\//);
    expect(await api.jobs()).toHaveLength(3);
  });
});

test('the rejection of a photo that the surface lost is shown at its field, and a new photo fixes it', async ({
  page,
  api,
  files,
}) => {
  const photo = await files.smallPhoto();
  const asset = await api.upload(photo);
  const reference = { __type: 'core/ASSET', info: { id: asset.id } };
  await openWorkflow(page, files, flipping(reference));
  await expect(photoSlot(page).getByText('snapshot.png')).toBeVisible();
  await api.deleteAsset(asset.id);
  await runButton(page).click();
  await expect(page.getByText('A file is missing on the server').first()).toBeVisible();
  await expect(page.getByText(/^422 missing_asset/)).toBeVisible();
  await expect(photoSlot(page)).toHaveAccessibleDescription(/not found or expired|no longer exists/);
  expect(await api.jobs()).toEqual([]);

  await dropOn(page, photoSlot(page), photo);
  await expect(photoSlot(page).getByText(/^Uploaded/)).toBeVisible();
  await runButton(page).click();
  await openStartedJob(page);
  await expect(page.getByRole('img', { name: /^Output flipped/ })).toBeVisible(ENGINE_TIME);
  expect(await api.jobs()).toHaveLength(1);
});

interface BadGraph {
  what: string;
  graph: object;
  /** Node as the outline names it, and its message. */
  node: string;
  says: RegExp;
}

const save = (from: string) => ({
  class_type: 'SaveImage',
  inputs: { images: [from, 0], filename_prefix: 'x' },
  _meta: { title: 'Save' },
});

const badGraphs: BadGraph[] = [
  { what: 'a link to a missing node', graph: { 2: save('7') }, node: 'Save', says: /7/ },
  {
    what: 'a cycle',
    graph: {
      1: { class_type: 'ImageInvert', inputs: { image: ['3', 0] }, _meta: { title: 'There' } },
      3: { class_type: 'ImageInvert', inputs: { image: ['1', 0] }, _meta: { title: 'And back' } },
      2: save('1'),
    },
    node: 'There',
    says: /depends on itself/,
  },
];

test('a workflow that cannot run shows the reason at its node, and is not sent', async ({
  page,
  traffic,
  api,
  files,
}) => {
  for (const { what, graph, node, says } of badGraphs) {
    await test.step(what, async () => {
      await openWorkflow(page, files, graph);
      const graphBeside = page.getByRole('complementary', { name: 'Graph' });
      await expect(graphBeside.getByRole('group', { name: node }).first()).toContainText(says);
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(runButton(page)).toHaveAttribute('aria-disabled', 'true');
    });
  }
  await test.step('a value out of bounds and one of the wrong type', async () => {
    await openWorkflow(page, files, growing());
    const steps = page.getByRole('textbox', { name: 'steps' });
    await steps.fill('0');
    await expect(steps).toHaveAccessibleDescription(/At least 1/);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(steps).toBeFocused();
    await steps.fill('many');
    await expect(steps).toHaveAccessibleDescription(/whole number/);
    await expect(page.getByText('1 input to fix')).toBeVisible();
  });
  expect(traffic.count('POST', JOBS)).toBe(0);
  expect(await api.jobs()).toEqual([]);
});

async function openWorkflow(page: Page, files: TestFiles, graph: object): Promise<void> {
  await page.goto('/local/submit');
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), await files.workflow('mine.json', graph));
  await expect(page.getByRole('heading', { level: 1, name: 'mine.json' })).toBeVisible();
}
