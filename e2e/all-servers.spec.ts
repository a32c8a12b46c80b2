import { spawnHosted, type HostedAddresses } from '../scripts/processes/hosted-process.mjs';
import { expectAccessible } from './axe';
import { expect, test as base } from './fixtures';

const test = base.extend<{ hosted: readonly HostedAddresses[] }>({
  // Playwright reads the names of fixtures from the pattern of the first parameter.
  // oxlint-disable-next-line no-empty-pattern
  hosted: async ({}, provide) => {
    const { surfaces, end } = await spawnHosted(['serverless', 'managed']);
    await provide(surfaces);
    await end();
  },
});

const WORKFLOW = {
  '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'story' } },
};

async function submit(baseUrl: string, title: string, key?: string): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v2/jobs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify({ workflow: WORKFLOW, metadata: { flowdeck_title: title } }),
  });
  expect(response.status).toBe(201);
}

test('jobs of all servers are in one list, and one that is down is named', async ({ page, hosted, gateway }) => {
  const [serverless, managed] = hosted;
  if (!serverless || !managed) throw new Error('No hosted servers');
  const servers = [
    {
      id: 'studio',
      name: 'Studio',
      color: 'blue',
      kind: 'serverless',
      baseUrl: serverless.baseUrl,
      key: serverless.keys.valid,
    },
    { id: 'cloud', name: 'Cloud', color: 'green', kind: 'managed', baseUrl: managed.baseUrl, key: managed.keys.valid },
    { id: 'lab', name: 'Lab', color: 'amber', kind: 'serverless', baseUrl: 'http://127.0.0.1:9', key: 'none' },
  ];
  for (const { key, ...server } of servers) {
    const surface = { ...server, routerBaseUrl: null, access: 'relay', routerAuth: 'bearer', dialect: 'service' };
    const response = await fetch(`${gateway.address}/console/surfaces/${server.id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ surface, credential: key }),
    });
    expect(response.status).toBe(200);
  }
  await submit(gateway.address, 'First, here');
  await submit(serverless.baseUrl, 'Second, studio', serverless.keys.valid);
  await submit(gateway.address, 'Third, here');

  await page.goto('/local/jobs');
  await expect(page.getByRole('link', { name: 'Third, here' })).toBeVisible();
  await page.getByRole('radio', { name: 'All servers' }).click();
  const jobs = page.getByRole('list', { name: 'Jobs' }).getByRole('link');
  const inOrder = ['Third, here', 'Second, studio', 'First, here'];
  await expect(jobs).toHaveText(inOrder.map((title) => new RegExp(title)));
  const missing = page.getByRole('status', { name: 'Missing jobs' });
  await expect(missing).toContainText('Lab');
  await expect(missing).toContainText('This server does not list jobs.');
  await expectAccessible(page);

  await page.reload();
  await expect(jobs).toHaveText(inOrder.map((title) => new RegExp(title)));
  await page.getByRole('group', { name: 'Filter by server' }).getByRole('button', { name: 'Studio' }).click();
  await expect(jobs).toHaveText([/Second, studio/]);
  await jobs.first().click();
  await expect(page).toHaveURL(/\/studio\/jobs\/[\da-f-]{36}$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/local\/jobs\?scope=all&servers=studio$/);
  await expect(jobs).toHaveText([/Second, studio/]);
});
