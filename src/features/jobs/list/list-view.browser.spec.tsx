import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { timeZoneSetting } from '@/lib/time-zone';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, problem } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { densitySetting, layoutSetting, toggleColumn } from '../view/list-view';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  densitySetting.set('comfortable');
  layoutSetting.set('rows');
  timeZoneSetting.set('local');
  await unmountGateway();
});

describe('the order of the job list', () => {
  const quick = { '1': scripted('ScriptOutput', { name: 'harbour.png' }) };
  const endless = { '1': scripted('ScriptHang') };

  it('the job list is sorted by its column headers, and the URL contains the order', async () => {
    await gateway.submit(quick, { flowdeck_title: 'One' });
    const { screen, router } = await renderApp('/local/jobs');
    const head = screen.getByRole('table', { name: 'Order' });
    await head.getByRole('button', { name: 'Submitted, newest first. Sort oldest first' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ sort: 'oldest' });
    await head.getByRole('button', { name: 'Run time. Sort longest run first' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ sort: 'longest_run' });
    await head.getByRole('button', { name: 'Run time, longest run first. Sort shortest run first' }).click();
    await expect.poll(() => router.state.location.search).toEqual({ sort: 'shortest_run' });
    await head.getByRole('button', { name: 'Run time, shortest run first. Sort newest first' }).click();
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  it('the job list is sorted by title and status with the keyboard, keeps the focus, and exposes the order to screen readers', async () => {
    await gateway.submit(quick, { flowdeck_title: 'Run 10' });
    await gateway.submit(endless, { flowdeck_title: 'Waves' });
    await gateway.submit(quick, { flowdeck_title: 'run 9' });
    const { screen } = await renderApp('/local/jobs');
    const head = screen.getByRole('table', { name: 'Order' });
    const titles = () =>
      [...document.querySelectorAll('[data-row-id]')].map((link) => link.getAttribute('aria-label')).join(', ');
    const titleHead = head.getByRole('columnheader', { name: /^Job/ });
    await expect.element(titleHead).not.toHaveAttribute('aria-sort');
    (titleHead.getByRole('button').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(titles).toBe('run 9, Run 10, Waves');
    await expect.element(titleHead).toHaveAttribute('aria-sort', 'ascending');
    await expect.element(titleHead.getByRole('button', { name: 'Job, A to Z. Sort Z to A' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(titles).toBe('Waves, Run 10, run 9');
    await expect.element(titleHead).toHaveAttribute('aria-sort', 'descending');
    await expect.element(titleHead.getByRole('button')).toHaveFocus();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(head.getByRole('columnheader', { name: /^Status/ })).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(titles).toMatch(/^Waves, /);
  });

  it('the job list shows how many jobs are sorted on a server that cannot sort', async () => {
    const jobs = Array.from({ length: 60 }, (_, index) =>
      makeJob({
        id: `00000000-0000-4000-8000-${String(60 - index).padStart(12, '0')}`,
        created_at: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString(),
        metadata: { flowdeck_title: `Run ${60 - index}` },
      }),
    );
    gateway.worker.use(
      http.get('*/console/jobs', () => problem(404, 'not_found', 'No such path')),
      http.get('*/api/v2/jobs', ({ request }) => {
        const isFirst = !new URL(request.url).searchParams.has('cursor');
        return HttpResponse.json(
          isFirst ? { jobs: jobs.slice(0, 50), next_cursor: '50', truncated: true } : { jobs: jobs.slice(50) },
        );
      }),
    );
    const { screen } = await renderApp('/local/jobs?sort=title');
    const notice = screen.getByText('This server cannot sort. Only the 50 loaded jobs are in this order.');
    await expect.element(notice).toBeVisible();
    // With newest first, the first would be Run 60; of the loaded ones, Run 11 is the first by title.
    await expect.element(screen.getByRole('link', { name: 'Run 11', exact: true })).toBeVisible();
    document.querySelector('[data-row-id]')?.closest('.overflow-y-auto')?.scrollTo(0, 1e6);
    await screen.getByRole('button', { name: 'Show older jobs' }).click();
    await expect.element(notice).not.toBeInTheDocument();
  });
});

it('rows and columns are set with the keyboard, apply at once and are stored', async () => {
  await gateway.submit({ '1': scripted('ScriptText', { text: 'done' }) }, { flowdeck_title: 'One' });
  const { screen } = await renderApp('/local/jobs');
  // Queried past the open menu, which hides the rest of the page from assistive technology.
  const rowHeight = () => document.querySelector('[data-row]')?.getBoundingClientRect().height;
  await expect.element(screen.getByRole('checkbox', { name: 'Select One' })).toBeInTheDocument();
  await expect.poll(rowHeight).toBe(60);

  const trigger = screen.getByRole('button', { name: 'View', exact: true });
  await expect.element(trigger).toBeVisible();
  (trigger.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('menuitemradio', { name: 'List', checked: true })).toHaveFocus();
  // The menu moves its focus shortly after the key press.
  for (const name of ['Wall', 'Comfortable', 'Compact']) {
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('menuitemradio', { name })).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.poll(rowHeight).toBe(40);
  await expect.element(screen.getByRole('menuitemradio', { name: 'Compact', checked: true })).toHaveFocus();
  await expect.poll(() => localStorage.getItem('flowdeck.density')).toBe('compact');

  await screen.getByRole('menuitemcheckbox', { name: 'Submitted (date and time)' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(trigger).toHaveFocus();
  timeZoneSetting.set('utc');
  await expect.element(screen.getByText(/^\d+ \w+, \d\d:\d\d:\d\d UTC$/).first()).toBeVisible();
  await expect.poll(() => localStorage.getItem('flowdeck.list-columns')).toBe('progress run age time');
  toggleColumn('time');
  await expect.poll(() => localStorage.getItem('flowdeck.list-columns')).toBeNull();
});

function listJobs(count: number): void {
  const jobs = Array.from({ length: count }, (_, index) =>
    makeJob({
      id: `00000000-0000-4000-8000-${String(count - index).padStart(12, '0')}`,
      created_at: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString(),
      metadata: { flowdeck_title: `Tile ${index}` },
    }),
  );
  gateway.worker.use(http.get('*/api/v2/jobs', () => HttpResponse.json({ jobs, truncated: false })));
}

describe('the wall', () => {
  const tiles = () => [...document.querySelectorAll('[data-row]')].map((tile) => tile.getBoundingClientRect());
  /** Number of tiles beside each other. */
  const columns = () => tiles().filter(({ top }) => top === tiles()[0]?.top).length;
  const focused = () => document.activeElement?.getAttribute('aria-label');

  it('the job list is shown as a wall of large pictures, which this browser remembers', async () => {
    await gateway.submit({ '1': scripted('ScriptOutput', { name: 'harbour.png' }) }, { flowdeck_title: 'Coral' });
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('table', { name: 'Order' })).toBeInTheDocument();
    await screen.getByRole('button', { name: 'View', exact: true }).click();
    await screen.getByRole('menuitemradio', { name: 'Wall' }).click();
    // The menu stays open; row heights and columns are for the list.
    await expect.element(screen.getByRole('menuitemradio', { name: 'Wall', checked: true })).toBeVisible();
    expect(screen.getByRole('menuitemradio', { name: 'Compact' }).query()).toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => localStorage.getItem('flowdeck.list-layout')).toBe('wall');
    await expect.element(screen.getByRole('table', { name: 'Order' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('link', { name: 'Coral' })).toBeInTheDocument();
    await expect.poll(() => tiles()[0]?.width ?? 0).toBeGreaterThan(200);
    await screen.getByRole('button', { name: 'More actions for Coral' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'Run again' })).toBeVisible();
  });

  it('the wall is moved through with the arrow keys in both directions, and tiles are selected like rows', async () => {
    layoutSetting.set('wall');
    listJobs(30);
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('link', { name: 'Tile 0', exact: true })).toBeInTheDocument();
    await expect.poll(columns).toBeGreaterThan(2);
    const count = columns();
    await awaitShortcuts();
    await userEvent.keyboard('j');
    await expect.poll(focused).toBe('Tile 0');
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(focused).toBe('Tile 1');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(focused).toBe(`Tile ${1 + count}`);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(focused).toBe(`Tile ${count}`);
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(focused).toBe('Tile 0');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.element(screen.getByText(`${count + 1} selected`)).toBeVisible();
    await userEvent.keyboard('{End}');
    await expect.poll(focused).toBe('Tile 29');
    await screen.getByRole('checkbox', { name: 'Select Tile 29' }).click();
    await expect.element(screen.getByText(`${count + 2} selected`)).toBeVisible();
  });

  it('the wall renders only what is near, and fits on a phone', async () => {
    layoutSetting.set('wall');
    await page.viewport(390, 844);
    listJobs(200);
    const { screen } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('link', { name: 'Tile 0', exact: true })).toBeInTheDocument();
    await expect.poll(columns).toBe(2);
    await expect.poll(() => tiles().length).toBeLessThan(40);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
