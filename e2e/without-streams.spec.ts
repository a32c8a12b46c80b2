import { ENGINE_TIME, jobIdOf, openStartedJob, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { scripted } from './graphs';

const STREAMS = /\/events$/;

test.use({ gatewayFlags: ['--engine', 'scripted', '--scripted-parallel', '2'] });

test(
  'without any event stream a run is submitted, followed, canceled and shown by polling alone',
  { tag: '@without-streams' },
  async ({ page, api, traffic, files }) => {
    traffic.cut(STREAMS);
    const open = async (name: string, graph: object) => {
      await page.goto('/local/submit');
      await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), await files.workflow(name, graph));
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await runButton(page).click();
      await openStartedJob(page);
      await expect(page).toHaveURL(/\/local\/jobs\//);
      return jobIdOf(page);
    };

    const endless = await open('endless.json', scripted(['ScriptSteps', { steps: 3000, ms: 100 }]));
    await expect(page.getByText('polling', { exact: true })).toBeVisible();
    await expect(page.getByText(/step \d+ of 3000/).first()).toBeVisible(ENGINE_TIME);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/^Canceled (?:at step \d+ of 3000|while it ran)\./)).toBeVisible(ENGINE_TIME);
    expect((await api.job(endless)).status).toBe('canceled');

    const short = await open(
      'short.json',
      scripted(
        ['ScriptOutput', { name: 'early.png' }],
        ['ScriptSteps', { steps: 30, ms: 100 }],
        ['ScriptText', { text: 'late' }],
      ),
    );
    await expect(page.getByRole('img', { name: 'Output early.png' })).toBeVisible(ENGINE_TIME);
    await expect(page.getByText('succeeded', { exact: true })).toBeVisible(ENGINE_TIME);
    expect((await api.job(short)).outputs).toHaveLength(2);

    await page.goto('/local/jobs');
    const elsewhere = await api.submit(scripted(['ScriptSteps', { steps: 20, ms: 100 }]), 'from elsewhere');
    await expect(page.getByRole('link', { name: 'from elsewhere' })).toBeVisible(ENGINE_TIME);
    await expect.poll(async () => (await api.job(elsewhere.id)).status, ENGINE_TIME).toBe('succeeded');
    await expect(page.getByText('succeeded', { exact: true })).toHaveCount(2, ENGINE_TIME);
    expect(traffic.requests.filter(({ path, status }) => STREAMS.test(path) && status !== null)).toEqual([]);
  },
);
