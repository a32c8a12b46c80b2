import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearDeviceData } from '@/domains/history/device-data';
import { t } from '@/lib/i18n/messages';
import { learn } from '@/api/surfaces/capability-record';
import { useToasts } from '@/shared/feedback/toasts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { HostedServers, surfaceAt } from '@/testing/hosted-servers';
import { JOB_ID, makeJob, problem, surfaceWith } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { JOB_ACTIONS } from './job-actions';

let gateway: BrowserGateway;
let servers: HostedServers;

beforeEach(async () => {
  await page.viewport(1680, 900);
  gateway = await mountGateway();
  servers = new HostedServers();
});
afterEach(async () => {
  useToasts.setState({ toasts: [] });
  await clearDeviceData('history');
  await servers.close();
  await unmountGateway();
});

/** Reads menu items or buttons: each name, and the reason of a disabled one. */
const read = (elements: readonly Element[]) =>
  Object.fromEntries(
    elements.map((element) => [
      element.textContent,
      element.getAttribute('aria-disabled') === 'true' ? element.getAttribute('title') : null,
    ]),
  );

const BUTTONS = ['run-again', 'edit', 'cancel'] as const;
const STATUSES = ['queued', 'running', 'canceling', 'succeeded', 'failed', 'novel'];
const CASES = STATUSES.flatMap((status) => [['local', status] as const, ['studio', status] as const]);

it.each(CASES)('the list and the page offer the same, with the same reasons: %s, %s', async (server, status) => {
  if (server === 'studio') {
    servers.configure({ id: 'studio', name: 'Studio', baseUrl: 'https://studio.example' });
    learn(surfaceAt('studio'), 'workflow', false);
  }
  const metadata = { flowdeck_title: 'One' };
  const job = makeJob({ status, metadata, ...(status === 'queued' ? { started_at: null, completed_at: null } : {}) });
  gateway.worker.use(
    http.get('https://studio.example/api/v2/jobs/:id/workflow', () => problem(501, 'not_implemented')),
    ...surfaceWith(() => job),
  );
  const { screen, router } = await renderApp(`/${server}/jobs`);

  await screen.getByRole('checkbox', { name: 'Select One' }).click();
  const bar = screen.getByRole('toolbar', { name: 'Selected jobs' });
  await expect.element(bar.getByRole('button', { name: 'Copy job ID' })).toBeVisible();
  const inBar = read(bar.getByRole('button').elements().slice(1));
  await screen.getByRole('button', { name: 'More actions for One' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Copy job ID' })).toBeVisible();
  const ofRow = read(screen.getByRole('menuitem').elements());
  await userEvent.keyboard('{Escape}');

  await router.navigate({ to: '/$surface/jobs/$jobId', params: { surface: server, jobId: job.id } });
  await screen.getByRole('button', { name: 'More actions', exact: true }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Copy job ID' })).toBeVisible();
  expect(read(screen.getByRole('menuitem').elements())).toEqual(ofRow);
  await userEvent.keyboard('{Escape}');
  const buttons = new Set([...BUTTONS.map((id) => t(JOB_ACTIONS[id].label)), 'Canceling']);
  const onPage = read(
    screen
      .getByRole('button')
      .elements()
      .filter((one) => buttons.has(one.textContent)),
  );

  // The bar has what works for several jobs, the menu what works for one, and the page a button for Cancel.
  const { [t(JOB_ACTIONS.compare.label)]: comparison, ...others } = inBar;
  expect(comparison).toBe('Select two to four jobs to compare them.');
  const { Canceling: canceling, ...named } = onPage;
  const shown = { ...ofRow, ...named, ...(canceling === undefined ? {} : { Cancel: canceling }) };
  expect(shown).toMatchObject(others);
  expect(ofRow).toMatchObject(Object.fromEntries(Object.entries(named).filter(([name]) => name !== 'Cancel')));
  const isEnded = status === 'succeeded' || status === 'failed';
  expect(Object.hasOwn(others, 'Cancel')).toBe(!isEnded);
  expect(Object.hasOwn(shown, 'Cancel')).toBe(!isEnded);
});

it('the bar shows no more labels than fit', async () => {
  const job = makeJob({ status: 'queued', started_at: null, completed_at: null, metadata: { flowdeck_title: 'One' } });
  gateway.worker.use(...surfaceWith(() => job));
  const { screen } = await renderApp('/local/jobs');
  await screen.getByRole('checkbox', { name: 'Select One' }).click();
  const bar = screen.getByRole('toolbar', { name: 'Selected jobs' });
  await expect.element(bar.getByRole('button', { name: 'Move to front' })).toBeVisible();
  for (const width of [390, 860, 1024, 1290, 1440, 1690, 1920]) {
    await page.viewport(width, 900);
    const overflow = () => bar.element().scrollWidth - bar.element().clientWidth;
    await expect.poll(() => ({ width, overflow: overflow() })).toEqual({ width, overflow: 0 });
  }
});

it.each([
  ['/local/jobs', 'Cancel One'],
  [`/local/jobs/${JOB_ID}`, 'Cancel'],
])('a cancel that comes too late is reported at %s', async (path, name) => {
  const job = makeJob({ status: 'running', completed_at: null, metadata: { flowdeck_title: 'One' } });
  gateway.worker.use(
    http.post('*/api/v2/jobs/:id/cancel', () => HttpResponse.json({ ...job, status: 'succeeded' })),
    ...surfaceWith(() => job),
  );
  const { screen } = await renderApp(path);
  await screen.getByRole('button', { name, exact: true }).click();
  await expect.element(screen.getByText('One had already ended: succeeded')).toBeVisible();
});
