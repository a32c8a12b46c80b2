import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { layoutSetting } from '../view/list-view';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  layoutSetting.set('rows');
  await unmountGateway();
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
