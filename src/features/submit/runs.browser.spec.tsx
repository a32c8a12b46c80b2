import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listen } from '@/testing/listen';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import {
  dataTransferOf,
  drag,
  openDraft,
  startDrag,
  storedFileIn,
  openStartOptions,
  setRuns,
  whenDropsAreTaken,
} from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { historyJobs } from '@/domains/history/history';
import './import/drop-anywhere';
import { afterRunSetting } from './draft/run-count';
import { seedTimingSetting } from './draft/seed-control';

let gateway: BrowserGateway;
/** Idempotency keys of the sent submissions. */
let keys: (string | null)[];

beforeEach(async () => {
  await page.viewport(1440, 900);
  afterRunSetting.set('stay');
  gateway = await mountGateway();
  keys = [];
  gateway.worker.events.on('request:start', ({ request }) => {
    if (request.method === 'POST' && new URL(request.url).pathname === '/api/v2/jobs') {
      keys.push(request.headers.get('Idempotency-Key'));
    }
  });
});
afterEach(async () => {
  afterRunSetting.set('stay');
  gateway.worker.events.removeAllListeners();
  await unmountGateway();
});

const seeded = { '1': { ...scripted('ScriptText', { text: 'done' }, { title: 'Say' }) } };
seeded['1'].inputs['seed'] = 41;
const photo = {
  '10': { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: 'Your photo' } },
  '17': { class_type: 'SaveImage', inputs: { images: ['10', 0], filename_prefix: 'x' } },
};
const image = (name: string) => new File([`bytes of ${name}`], name, { type: 'image/png' });
const seedsSubmitted = () => gateway.engine.requests.map(({ workflowText }) => /"seed":(\d+)/.exec(workflowText)?.[1]);

it('offers the image of a job for dragging onto an input', async () => {
  const { screen } = await openDraft({ '1': scripted('ScriptOutput', { type: 'image', name: 'made.png' }) });
  await screen.getByRole('button', { name: /^Run/ }).click();
  const strip = screen.getByRole('region', { name: 'Started from this draft' });
  const output = () => strip.element().querySelector('[draggable=true]');
  await expect.poll(output).not.toBeNull();
  // The shell starts drags once its code is loaded.
  await expect.poll(() => storedFileIn(startDrag(output() ?? document.body))).toMatch(/^image .+\.png$/);
});

describe('the filmstrip of runs', () => {
  const strip = () => page.getByRole('region', { name: 'Started from this draft' });

  it.each([320, 390, 1024, 1440])('scrolls by itself, and the page does not, %i px wide', async (width) => {
    await page.viewport(width, 844);
    const { screen } = await openDraft(seeded);
    await setRuns(21);
    await screen.getByRole('button', { name: /^Run 21/ }).click();
    await expect.element(strip().getByRole('radio', { name: /^Run 21\b.*succeeded/ })).toBeVisible();
    const list = strip().getByRole('radiogroup').element();
    expect(list.scrollWidth).toBeGreaterThan(list.clientWidth);
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  it('has the runs of other browsers, with what they changed, once each, until they are cleared', async () => {
    const { screen, queryClient, id } = await openDraft(seeded);
    await screen.getByRole('button', { name: /^Run/ }).click();
    await expect.element(strip().getByRole('radio', { name: 'Run 1, succeeded' })).toBeVisible();
    const elsewhere = { '1': { ...seeded['1'], inputs: { ...seeded['1'].inputs, text: 'said elsewhere', seed: 42 } } };
    await gateway.submit(elsewhere, { flowdeck_draft: id });
    await gateway.submit(seeded, { flowdeck_draft: 'another draft' });

    // As when the user returns to the window.
    await queryClient.invalidateQueries();
    await expect
      .poll(() =>
        strip()
          .getByRole('radio')
          .elements()
          .map((tile) => tile.ariaLabel),
      )
      .toEqual(['Run 2, succeeded, text said elsewhere, seed 42', 'Run 1, succeeded']);
    await strip().getByRole('button', { name: 'Clear this list' }).click();
    await expect.element(strip()).not.toBeInTheDocument();
  });

  it('stay cleared if the clock of the server is ahead', async () => {
    gateway.worker.use(
      http.get('*/api/v2/jobs', async ({ request }) => {
        const page = (await (await gateway.app.fetch(request)).json()) as { jobs: { created_at: string }[] };
        const ahead = (text: string) => new Date(Date.parse(text) + 3_600_000).toISOString();
        return HttpResponse.json({
          ...page,
          jobs: page.jobs.map((job) => ({ ...job, created_at: ahead(job.created_at) })),
        });
      }),
    );
    const { screen, queryClient } = await openDraft(seeded);
    await screen.getByRole('button', { name: /^Run/ }).click();
    await expect.element(strip().getByRole('radio', { name: 'Run 1, succeeded' })).toBeVisible();
    await queryClient.invalidateQueries();
    expect(strip().getByRole('radio').elements()).toHaveLength(1);
    await strip().getByRole('button', { name: 'Clear this list' }).click();
    await queryClient.invalidateQueries();
    expect(strip().query()).toBeNull();
  });

  it('announces the end of a run that is over before it is read', async () => {
    const { screen } = await openDraft(seeded);
    const spoken = listen();
    const id = () => gateway.engine.requests[0]?.jobId ?? '';
    gateway.worker.use(
      http.get('*/api/v2/jobs/:id', async ({ request }) => {
        await expect.poll(async () => (await gateway.read(id())).status).toBe('succeeded');
        return gateway.app.fetch(request);
      }),
    );
    await screen.getByRole('button', { name: /^Run/ }).click();
    await expect.poll(() => spoken).toContain('Run 1 succeeded');
  });

  it('announces the end of a run', async () => {
    const { screen } = await openDraft(seeded);
    const spoken = listen();
    gateway.engine.hold();
    await screen.getByRole('button', { name: /^Run/ }).click();
    await expect.element(strip().getByText(/^running/)).toBeVisible();
    gateway.engine.release();
    await expect.poll(() => spoken).toContain('Run 1 succeeded');
  });

  it('shows the last known states while the gateway is away', async () => {
    const { screen, router } = await openDraft(seeded);
    await screen.getByRole('button', { name: /^Run/ }).click();
    const tile = strip().getByRole('radio', { name: 'Run 1, succeeded' });
    await expect.element(tile).toBeVisible();
    await expect.poll(async () => (await historyJobs())[0]?.job?.status).toBe('succeeded');
    await screen.unmount();
    gateway.worker.use(http.all('*/api/v2/*', () => HttpResponse.error()));
    await renderApp(router.state.location.pathname);
    await expect.element(tile).toBeVisible();
    await expect.element(page.getByText('Last known state: succeeded')).toBeVisible();
  });
});

describe('the number of runs', () => {
  it('starts that many jobs with one click, each with its own idempotency key, and stays in the draft', async () => {
    const { screen, router, id } = await openDraft(seeded);
    await screen.getByRole('combobox', { name: 'seed after each run' }).click();
    await screen.getByRole('option', { name: 'Increment' }).click();
    await setRuns(4);
    await screen.getByRole('button', { name: /^Run 4/ }).click();
    const strip = screen.getByRole('region', { name: 'Started from this draft' });
    await expect.element(strip.getByRole('radio', { name: /^Run 4/ })).toBeVisible();
    await expect.poll(() => gateway.engine.requests.length).toBe(4);
    expect(seedsSubmitted()).toEqual(['41', '42', '43', '44']);
    expect(new Set(keys).size).toBe(4);
    expect(router.state.location.pathname).toBe(`/local/submit/${id}`);
    await expect.element(screen.getByRole('textbox', { name: 'seed' })).toHaveValue('45');
    await expect.poll(() => strip.getByRole('radio', { name: /succeeded/ }).elements().length).toBe(4);
    await strip.getByRole('radio', { name: /^Run 1/ }).click();
    await screen.getByRole('link', { name: 'Open job' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
  });

  it('changes seeds before each run, if that is set, so that the form shows the seed of the last result', async () => {
    seedTimingSetting.set('before');
    try {
      const { screen } = await openDraft(seeded);
      const seed = screen.getByRole('textbox', { name: 'seed' });
      const run = screen.getByRole('button', { name: /^Run/ });
      await screen.getByRole('combobox', { name: 'seed before each run' }).click();
      await screen.getByRole('option', { name: 'Increment' }).click();
      await run.click();
      await expect.poll(seedsSubmitted).toEqual(['41']);
      await expect.element(seed).toHaveValue('41');
      await expect.element(run).not.toHaveAttribute('aria-busy');
      await setRuns(2);
      await screen.getByRole('button', { name: /^Run 2/ }).click();
      await expect.poll(seedsSubmitted).toEqual(['41', '42', '43']);
      await expect.element(seed).toHaveValue('43');
      await expect.element(run).not.toHaveAttribute('aria-busy');
      await seed.fill('7');
      await screen.getByRole('button', { name: /^Run 2/ }).click();
      await expect.poll(seedsSubmitted).toEqual(['41', '42', '43', '7', '8']);
      await expect.element(seed).toHaveValue('8');
    } finally {
      seedTimingSetting.set('after');
    }
  });

  it('is of its draft, and is limited to 1 to 100', async () => {
    const first = await openDraft(seeded);
    const runs = first.screen.getByRole('textbox', { name: 'Runs' });
    await openStartOptions();
    await runs.fill('500');
    await userEvent.tab();
    await expect.element(runs).toHaveValue('100');
    await first.router.navigate({ to: '/$surface/jobs', params: { surface: 'local' } });
    await first.router.navigate({ to: '/$surface/submit/$draftId', params: { surface: 'local', draftId: first.id } });
    await openStartOptions();
    await expect.element(runs).toHaveValue('100');
    await runs.fill('0');
    await userEvent.tab();
    await expect.element(runs).toHaveValue('1');
    await expect.element(first.screen.getByRole('button', { name: 'Fewer runs' })).toHaveAttribute('aria-disabled');
    await runs.fill('3');
    await first.screen.unmount();
    const second = await openDraft(seeded);
    await openStartOptions();
    await expect.element(second.screen.getByRole('textbox', { name: 'Runs' })).toHaveValue('1');
  });

  it('creates one job on a double click', async () => {
    const { screen } = await openDraft(seeded);
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toHaveValue('done');
    await expect.element(screen.getByRole('button', { name: 'Run' })).not.toHaveAttribute('aria-disabled');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Run' }));
    const strip = screen.getByRole('region', { name: 'Started from this draft' });
    await expect.element(strip.getByRole('radio', { name: 'Run 1, succeeded' })).toBeVisible();
    expect(keys).toHaveLength(1);
  });

  it('sends none of the other runs if the first is rejected', async () => {
    gateway.worker.use(
      http.post('*/api/v2/jobs', () =>
        HttpResponse.json(
          { error: { code: 'invalid_workflow', message: 'One node cannot run.', details: null } },
          { status: 422 },
        ),
      ),
    );
    const { screen } = await openDraft(seeded);
    await setRuns(5);
    await screen.getByRole('button', { name: /^Run 5/ }).click();
    await expect.element(screen.getByText('One node cannot run.', { exact: false }).first()).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Run 5/ })).not.toHaveAttribute('aria-disabled');
    expect(keys).toHaveLength(1);
  });

  it('opens the job after a single run if that is selected', async () => {
    const { screen, router } = await openDraft(seeded);
    const { pathname } = router.state.location;
    await openStartOptions();
    await screen.getByRole('radio', { name: 'Go to the job' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe(pathname);
    await screen.getByRole('button', { name: /^Run/ }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
  });
});

describe('several images on one input', () => {
  it('run once each, after the choice and the click', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(photo));
    const spot = screen.getByText('Drop your', { exact: false }).first();
    await expect.element(spot).toBeVisible();
    drag(spot.element(), dataTransferOf(image('a.png'), image('b.png'), image('c.png')), { drop: true });
    const question = screen.getByRole('dialog', { name: '3 files, 1 input' });
    await question.getByRole('button', { name: 'One run each' }).click();
    await expect.element(screen.getByText('One run for each of 3 files')).toBeVisible();
    expect(gateway.engine.requests).toHaveLength(0);
    await screen.getByRole('button', { name: /^Run 3/ }).click();
    await expect.poll(() => gateway.engine.requests.length).toBe(3);
    const names = gateway.engine.requests.map(({ workflowText }) => /"file_path":"(\w\.png)"/.exec(workflowText)?.[1]);
    expect(names).toEqual(['a.png', 'b.png', 'c.png']);
  });

  it('leave Run on when their uploads end: it must not ignore a click', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(photo));
    const spot = screen.getByText('Drop your', { exact: false }).first();
    await expect.element(spot).toBeVisible();
    drag(spot.element(), dataTransferOf(image('a.png'), image('b.png')), { drop: true });
    await screen.getByRole('dialog').getByRole('button', { name: 'One run each' }).click();
    const run = screen.getByRole('button', { name: /^Run 2/ });
    await expect.element(run).not.toHaveAttribute('aria-disabled');
    let isOver = false;
    let timesOff = 0;
    // Once per task: between two, nobody can click.
    const watch = new MessageChannel();
    watch.port1.addEventListener('message', () => {
      // The last message can come after the test.
      if (isOver) return;
      if (run.element().hasAttribute('aria-disabled')) timesOff += 1;
      watch.port2.postMessage(null);
    });
    watch.port1.start();
    watch.port2.postMessage(null);
    await expect.element(screen.getByText(/^Uploaded:/)).toBeVisible();
    await expect.element(screen.getByText(/, saved$/)).toBeVisible();
    isOver = true;
    expect(timesOff).toBe(0);
  });

  it('can be reduced to one run with the first', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(photo));
    const spot = screen.getByText('Drop your', { exact: false }).first();
    await expect.element(spot).toBeVisible();
    drag(spot.element(), dataTransferOf(image('a.png'), image('b.png')), { drop: true });
    await screen.getByRole('dialog').getByRole('button', { name: 'One run each' }).click();
    await screen.getByRole('button', { name: 'Use only the first' }).click();
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => gateway.engine.requests.length).toBe(1);
    expect(gateway.engine.requests[0]?.workflowText).toContain('a.png');
  });
});
