import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, problem } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

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
