import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { formatDateTime } from '@/lib/format';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';

const MADE_AT = Date.UTC(2026, 10, 22, 14, 32);

beforeEach(async () => {
  await page.viewport(1440, 900);
});
afterEach(unmountGateway);

async function connection() {
  const { screen } = await renderApp('/local/settings#connection');
  return screen.getByRole('region', { name: 'Connection' });
}

it('the connection shows when the newest backup was made, and why the last one failed', async () => {
  let problem: string | null = null;
  await mountGateway({ backups: () => ({ problem, madeAt: MADE_AT }) });
  const region = await connection();
  await expect.element(region.getByText(formatDateTime(MADE_AT))).toBeVisible();
  await expect.element(region.getByText('The last backup failed or is incomplete')).not.toBeInTheDocument();
  problem = 'The disk of the backup folder /mnt is full.';
  await expect.element(region.getByText('The last backup failed or is incomplete')).toBeVisible();
  await expect.element(region.getByText(problem)).toBeVisible();
});

it('the connection of a gateway without a backup says so', async () => {
  await mountGateway({ backups: () => ({ problem: null, madeAt: null }) });
  await expect.element((await connection()).getByText('none yet')).toBeVisible();
});

it('the connection does not mention backups if none are scheduled', async () => {
  await mountGateway();
  const region = await connection();
  await expect.element(region.getByText('Response time')).toBeVisible();
  await expect.element(region.getByText('Last backup')).not.toBeInTheDocument();
});
