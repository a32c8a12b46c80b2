import { expectAccessible } from './axe';
import { ENGINE_TIME, jobIdOf, openStartedJob, runButton, toasts } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { growing } from './graphs';

const STARTS_LATER = 'This job starts once the queue is resumed.';

test('a paused queue takes jobs, lets them be moved, and runs them in order once it is resumed', async ({
  page,
  api,
  gateway,
  files,
}) => {
  await page.goto('/local/jobs?status=queued');
  await page.getByRole('button', { name: 'Pause queue' }).click();
  await expect(page.getByText('New jobs wait. Running jobs continue.')).toBeVisible();

  await page.goto('/local/submit');
  const zone = page.getByRole('region', { name: 'Open a workflow' });
  await dropOn(page, zone, await files.workflow('first.json', growing({ steps: 5 })));
  await expect(page.getByText('Queue paused. Runs wait until you resume it.')).toBeVisible();
  await runButton(page).click();
  await openStartedJob(page);
  await expect(page.getByText(STARTS_LATER)).toBeVisible();
  const first = jobIdOf(page);
  const second = (await api.submit(growing({ steps: 5 }), 'the second one')).id;
  const positions = async () => [(await api.job(first)).queue_position, (await api.job(second)).queue_position];
  expect(await positions()).toEqual([1, 2]);

  await page.goto('/local/jobs');
  await page.getByRole('button', { name: 'More actions for the second one' }).click();
  await page.getByRole('menuitem', { name: 'Move to front' }).click();
  await expect(toasts(page).getByText('the second one moved to the front')).toBeVisible();
  expect(await positions()).toEqual([2, 1]);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(positions).toEqual([1, 2]);
  await expectAccessible(page);

  await gateway.restart();
  await page.reload();
  await expect(page.getByText('#2 in queue · queue paused')).toBeVisible();
  expect(await positions()).toEqual([1, 2]);

  await page.getByRole('button', { name: 'Resume queue' }).click();
  const statuses = async () => (await api.jobs()).map(({ status }) => status);
  await expect.poll(statuses, ENGINE_TIME).toEqual(['succeeded', 'succeeded']);
  const started = async (id: string) => Date.parse((await api.job(id)).started_at ?? '');
  expect(await started(first)).toBeLessThan(await started(second));
  await expect(page.getByText('2 jobs wait. Running jobs continue.')).toHaveCount(0);
});
