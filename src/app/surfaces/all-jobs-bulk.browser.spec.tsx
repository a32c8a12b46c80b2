import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Job } from '@contract/jobs/schemas';
import { clearDeviceData } from '@/domains/history/device-data';
import { readAnnotations } from '@/domains/annotations/annotation-records';
import { findCapability } from '@/api/surfaces/capability-record';
import { closeAction } from '@/features/jobs/selection/selection-store';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { HOSTED_KEY, HostedServers, surfaceAt } from '@/testing/hosted-servers';
import { renderApp, type RenderedApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { createApp, type App } from '@server/app';
import { systemClock } from '@server/clock';
import { createMemoryDeps } from '@server/testing/memory-deps';

/** A Flowdeck gateway, a deployment that cannot delete jobs, and one that does not return workflows either. */
const LAB = 'https://lab.example';
const STUDIO = 'https://studio.example';
const CLOUD = 'https://cloud.example';
const ALL = '/local/jobs?scope=all';
const QUICK = { '1': scripted('ScriptText', { text: 'done' }) };
const ENDLESS = { '1': scripted('ScriptHang') };

let gateway: BrowserGateway;
let hosted: HostedServers;
let lab: App;

beforeEach(async () => {
  await page.viewport(1280, 900);
  gateway = await mountGateway();
  hosted = new HostedServers();
  const settings = { allowedHosts: ['lab.example'], allowedOrigins: [location.origin] };
  lab = createApp(await createMemoryDeps({ settings }, systemClock));
  await lab.start();
  gateway.worker.use(http.all(`${LAB}/*`, ({ request }) => lab.fetch(request)));
  await hosted.open(gateway, STUDIO, { listing: 'gateway' });
  await hosted.open(gateway, CLOUD, { listing: 'gateway', hasWorkflows: false });
  hosted.configure(
    { id: 'lab', name: 'Lab', kind: 'self-hosted', color: 'green', baseUrl: LAB },
    { id: 'studio', name: 'Studio', baseUrl: STUDIO },
    { id: 'cloud', name: 'Cloud', color: 'pink', baseUrl: CLOUD },
  );
});
afterEach(async () => {
  closeAction();
  gateway.worker.events.removeAllListeners();
  await clearDeviceData('history');
  await hosted.close();
  await unmountGateway();
  await lab.close();
});

async function ask(origin: string, path: string, init: RequestInit = {}): Promise<Job> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${HOSTED_KEY}` };
  const response = await fetch(`${origin}/api/v2/jobs${path}`, { ...init, headers });
  return (await response.json()) as Job;
}

function submit(origin: string, title: string, workflow: object): Promise<Job> {
  const body = JSON.stringify({ workflow, metadata: { flowdeck_title: title } });
  return ask(origin, '', { method: 'POST', body });
}

async function finished(origin: string, title: string): Promise<Job> {
  const job = await submit(origin, title, QUICK);
  await expect.poll(() => statusOf(origin, job)).toBe('succeeded');
  return job;
}

const HERE = location.origin;
const statusOf = async (origin: string, { id }: Job) => (await ask(origin, `/${id}`)).status;
const bar = ({ screen }: RenderedApp) => screen.getByRole('toolbar', { name: 'Selected jobs' });
const itemsOf = (list: ReturnType<RenderedApp['screen']['getByRole']>) =>
  list
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);

async function select(app: RenderedApp, ...titles: readonly string[]): Promise<void> {
  for (const title of titles) await app.screen.getByRole('checkbox', { name: `Select ${title}` }).click();
  await expect.element(bar(app).getByText(`${titles.length} selected`)).toBeVisible();
}

async function act(app: RenderedApp, name: string): Promise<void> {
  await bar(app).getByRole('button', { name, exact: true }).click();
}

/** Waits until the probe of a server has recorded its capabilities. */
async function awaitFact(id: string, capability: 'flowdeck' | 'workflow', isOffered: boolean): Promise<void> {
  await expect.poll(() => findCapability(surfaceAt(id), capability)?.isOffered).toBe(isOffered);
}

describe('the selection of jobs of several servers', () => {
  it('works with keys and ranges, and names each job with its server', async () => {
    for (const [origin, title] of [
      [HERE, 'One'],
      [STUDIO, 'Two'],
      [LAB, 'Three'],
    ] as const)
      await finished(origin, title);
    const app = await renderApp(ALL);
    // The rows of each server arrive on their own.
    for (const title of ['One', 'Two', 'Three']) {
      await expect.element(app.screen.getByRole('checkbox', { name: `Select ${title}` })).toBeInTheDocument();
    }
    await awaitShortcuts();
    await userEvent.keyboard('jx');
    await userEvent.keyboard('{Shift>}j{/Shift}');
    await expect.element(bar(app).getByText('2 selected')).toBeVisible();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(bar(app).getByText('3 selected')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(bar(app)).not.toBeInTheDocument();
    await app.screen.getByRole('checkbox', { name: 'Select Three' }).click();
    await app.screen.getByRole('checkbox', { name: 'Select One' }).click({ modifiers: ['Shift'] });
    await expect.element(bar(app).getByText('3 selected')).toBeVisible();
  });
});

describe('canceling jobs of several servers', () => {
  it('sends each server its own jobs, after a confirmation with the number', async () => {
    const jobs = [await submit(HERE, 'Here', ENDLESS), await submit(STUDIO, 'Far', ENDLESS)] as const;
    const app = await renderApp(ALL);
    await select(app, 'Here', 'Far');
    await act(app, 'Cancel');
    const dialog = app.screen.getByRole('dialog', { name: 'Cancel jobs' });
    await expect
      .poll(() => itemsOf(dialog.getByRole('list', { name: 'Servers' })).toSorted())
      .toEqual(['Studio1 job', 'This machine1 job']);
    await dialog.getByRole('button', { name: 'Cancel 2 jobs' }).click();
    await expect.element(dialog.getByText('2 jobs will be canceled.')).toBeVisible();
    await expect.poll(() => statusOf(HERE, jobs[0])).toBe('canceled');
    await expect.poll(() => statusOf(STUDIO, jobs[1])).toBe('canceled');
  });

  it('continues on the others if one is down, and reports the failure with a hint', async () => {
    const job = await submit(HERE, 'Here', ENDLESS);
    await submit(STUDIO, 'Far', ENDLESS);
    const app = await renderApp(ALL);
    await select(app, 'Here', 'Far');
    gateway.worker.use(http.post(`${STUDIO}/*`, () => HttpResponse.error()));
    await act(app, 'Cancel');
    const dialog = app.screen.getByRole('dialog', { name: 'Cancel jobs' });
    await dialog.getByRole('button', { name: 'Cancel 2 jobs' }).click();
    await expect.element(dialog.getByText('1 job will be canceled. 1 failed.')).toBeVisible();
    await expect
      .poll(() => itemsOf(dialog.getByRole('list', { name: 'By server' })).toSorted())
      .toEqual([
        'Studio1 failed: Unreachable. Check that the server is running, then try again.',
        'This machine1 done',
      ]);
    await expect.poll(() => statusOf(HERE, job)).toBe('canceled');
  });
});

describe('running jobs of several servers again', () => {
  it('creates one job on the server of each, and skips a server that does not return workflows', async () => {
    await finished(HERE, 'Here');
    await finished(STUDIO, 'Far');
    await finished(CLOUD, 'Foggy');
    const app = await renderApp(ALL);
    await awaitFact('cloud', 'workflow', false);
    const posts: { origin: string; key: string | null }[] = [];
    gateway.worker.events.on('request:start', ({ request }) => {
      if (request.method === 'POST' && request.url.endsWith('/api/v2/jobs'))
        posts.push({ origin: new URL(request.url).origin, key: request.headers.get('Idempotency-Key') });
    });
    await select(app, 'Here', 'Far', 'Foggy');
    await act(app, 'Run again');
    const dialog = app.screen.getByRole('dialog', { name: 'Run again' });
    const skipped = 'Cloud: 1 job skipped because the server does not return workflows.';
    await expect.element(dialog.getByText(skipped)).toBeVisible();
    await dialog.getByRole('button', { name: 'Run 2 jobs' }).click();
    await expect.element(dialog.getByText('2 jobs run again; 1 skipped.')).toBeVisible();
    await expect.element(dialog.getByText(skipped)).toBeVisible();
    expect(posts.map(({ origin }) => origin).toSorted()).toEqual([HERE, STUDIO].toSorted());
    expect(new Set(posts.map(({ key }) => key)).size).toBe(2);
    const serversOfLinks = () =>
      dialog
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href')?.split('/')[1]);
    await expect.poll(() => serversOfLinks().toSorted()).toEqual(['local', 'studio']);
  });

  it('is disabled if none of the servers returns workflows', async () => {
    await finished(CLOUD, 'Foggy');
    const app = await renderApp(ALL);
    await awaitFact('cloud', 'workflow', false);
    await select(app, 'Foggy');
    await expect.element(bar(app).getByRole('button', { name: 'Copy job ID' })).toBeVisible();
    expect(bar(app).getByRole('button', { name: 'Run again' }).query()).toBeNull();
  });
});

describe('deleting jobs of several servers', () => {
  it('works on each gateway, skips a server that cannot delete, and can be undone on each', async () => {
    const jobs = [await finished(HERE, 'Here'), await finished(LAB, 'There')] as const;
    const far = await finished(STUDIO, 'Far');
    const app = await renderApp(ALL);
    await awaitFact('lab', 'flowdeck', true);
    await select(app, 'Here', 'There', 'Far');
    await act(app, 'Delete…');
    const dialog = app.screen.getByRole('dialog', { name: 'Delete 2 jobs?' });
    const skipped = 'Studio: 1 job skipped because the server does not delete jobs.';
    await expect.element(dialog.getByText(skipped)).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete 2 jobs' }).click();
    await expect.element(app.screen.getByText('2 jobs deleted')).toBeVisible();
    await expect.element(app.screen.getByText(skipped)).toBeVisible();
    await expect.element(app.screen.getByRole('link', { name: 'There' })).not.toBeInTheDocument();
    expect(await statusOf(HERE, jobs[0])).toBeUndefined();
    expect(await statusOf(LAB, jobs[1])).toBeUndefined();
    expect(await statusOf(STUDIO, far)).toBe('succeeded');
    await app.screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(app.screen.getByRole('link', { name: 'There' })).toBeVisible();
    await expect.element(app.screen.getByRole('link', { name: 'Here', exact: true })).toBeVisible();
  });

  it('reports the server that failed, and deletes on the other', async () => {
    await finished(HERE, 'Here');
    const there = await finished(LAB, 'There');
    const app = await renderApp(ALL);
    await awaitFact('lab', 'flowdeck', true);
    await select(app, 'Here', 'There');
    gateway.worker.use(http.post(`${LAB}/console/*`, () => new HttpResponse(null, { status: 403 })));
    await act(app, 'Delete…');
    await app.screen.getByRole('button', { name: 'Delete 2 jobs' }).click();
    await expect.element(app.screen.getByText('1 job deleted')).toBeVisible();
    await expect
      .element(app.screen.getByText(/Lab: 1 job not deleted\. The API key may not do this\. Use another API key/))
      .toBeVisible();
    expect(await statusOf(LAB, there)).toBe('succeeded');
  });
});

it('the outputs of jobs of several servers are saved as one zip, after showing the number of files', async () => {
  await finished(HERE, 'Here');
  await finished(STUDIO, 'Far');
  const app = await renderApp(ALL);
  await select(app, 'Here', 'Far');
  await act(app, 'Save outputs as zip…');
  const dialog = app.screen.getByRole('dialog', { name: 'Download 2 files' });
  await dialog.getByRole('textbox', { name: 'Names in the zip' }).fill('{server}/{title}');
  await expect.element(dialog.getByText('Studio/Far.txt')).toBeVisible();
  await expect.element(dialog.getByText('This machine/Here.txt')).toBeVisible();
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  await expect.element(app.screen.getByText('2 files saved as one zip')).toBeVisible();
});

it('all matching jobs can be selected, including unloaded ones of other servers', async () => {
  const count = 60;
  const reef = (origin: string) => async (index: number) => submit(origin, `Reef ${index}`, QUICK);
  const indexes = Array.from({ length: count }, (_, index) => index);
  await Promise.all([...indexes.map(reef(HERE)), ...indexes.map(reef(LAB))]);
  const app = await renderApp(`${ALL}&servers=local,lab`);
  await app.screen.getByRole('checkbox').first().click();
  await bar(app)
    .getByRole('button', { name: `Select all ${2 * count} that match` })
    .click();
  await expect.element(bar(app).getByText(`${2 * count} selected`)).toBeVisible();
  await expect.element(bar(app).getByRole('button', { name: /^Select all/ })).not.toBeInTheDocument();
});

it('jobs of several servers can be tagged', async () => {
  await finished(HERE, 'Here');
  await finished(STUDIO, 'Far');
  const app = await renderApp(ALL);
  await select(app, 'Here', 'Far');
  await act(app, 'Rating and tags…');
  const dialog = app.screen.getByRole('dialog', { name: 'Rating and tags of 2 jobs' });
  await dialog.getByRole('textbox', { name: 'New tag' }).fill('best');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('button', { name: 'Remove tag best' })).toBeVisible();
  await expect
    .poll(async () => (await readAnnotations()).map(({ surfaceId, tags }) => `${surfaceId} ${tags.join()}`).toSorted())
    .toEqual(['local best', 'studio best']);
});

it('a listed server is detected as a Flowdeck gateway, and its jobs are counted', async () => {
  await finished(HERE, 'Here');
  await finished(LAB, 'There');
  let requested = 0;
  gateway.worker.events.on('request:start', ({ request }) => {
    if (request.url === `${LAB}/api/v2/health`) requested += 1;
  });
  const app = await renderApp(`${ALL}&servers=local,lab`);
  await expect.element(app.screen.getByRole('link', { name: 'There' })).toBeVisible();
  await expect.element(app.screen.getByRole('link', { name: 'All 2', exact: true })).toBeVisible();
  await app.screen.getByRole('radio', { name: 'This server' }).click();
  await app.screen.getByRole('radio', { name: 'All servers' }).click();
  await expect.element(app.screen.getByRole('link', { name: 'There' })).toBeVisible();
  expect(requested).toBe(1);
});
