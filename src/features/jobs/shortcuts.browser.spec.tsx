import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearDeviceData } from '@/domains/history/device-data';
import { readAnnotations } from '@/domains/annotations/annotation-records';
import { writeAnnotations } from '@/domains/annotations/write-annotations';
import { changeKeys, resetKeys } from '@/shared/commands/keymap';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, makeOutput } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { pngOf, serveContent, showJob } from '@/testing/show-job';
import { closeAction } from './selection/selection-store';

let gateway: BrowserGateway;
const good = { '1': scripted('ScriptText', { text: 'done' }) };
const named = (title: string) => ({ flowdeck_title: title });

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  await clearDeviceData('history');
});
afterEach(async () => {
  closeAction();
  resetKeys();
  await clearDeviceData('history');
  await unmountGateway();
});

async function twoJobs() {
  const jobs = [await gateway.submit(good, named('One')), await gateway.submit(good, named('Two'))];
  const app = await renderApp('/local/jobs');
  await expect.element(app.screen.getByRole('checkbox', { name: 'Select One' })).toBeInTheDocument();
  await awaitShortcuts();
  return { ...app, jobs };
}

describe('shortcuts of the job list', () => {
  it('select all jobs of a list that was just opened, without focus', async () => {
    const { screen } = await twoJobs();
    expect(document.activeElement?.closest('[data-row]')).toBeFalsy();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(screen.getByText('2 selected')).toBeVisible();
    expect(getSelection()?.toString()).toBe('');
  });

  it('star the focused job and run it again, without a selection', async () => {
    const { screen, jobs } = await twoJobs();
    await userEvent.keyboard('j');
    await expect.element(screen.getByRole('link', { name: 'Two' })).toHaveFocus();
    await userEvent.keyboard('s');
    await expect.poll(async () => (await readAnnotations()).map(({ jobId }) => jobId)).toEqual([jobs[1]?.id]);
    await userEvent.keyboard('r');
    await expect.element(screen.getByRole('button', { name: 'Run 1 job' })).toBeVisible();
  });

  it('clear ratings with an undo', async () => {
    const { screen, jobs } = await twoJobs();
    await writeAnnotations('local', jobs, { rating: 4 });
    await expect.element(screen.getByRole('img', { name: 'Rated 4 of 5' }).first()).toBeVisible();
    await userEvent.keyboard('{Control>}a{/Control}0');
    await expect.poll(readAnnotations).toEqual([]);
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await readAnnotations()).map(({ rating }) => rating)).toEqual([4, 4]);
  });

  it('use a changed key', async () => {
    const { screen } = await twoJobs();
    changeKeys({ next: ['n'], star: ['u'] });
    await userEvent.keyboard('j');
    await expect.element(screen.getByRole('link', { name: 'Two' })).not.toHaveFocus();
    await userEvent.keyboard('n');
    await expect.element(screen.getByRole('link', { name: 'Two' })).toHaveFocus();
    await userEvent.keyboard('s');
    await userEvent.keyboard('u');
    await expect.poll(async () => (await readAnnotations()).map(({ isStarred }) => isStarred)).toEqual([true]);
  });
});

describe('shortcuts of the job page', () => {
  const outputs = ['one.png', 'two.png', 'three.png'].map((name, index) =>
    makeOutput({ name, id: `a1b2c3d4-0000-4000-8000-00000000000${index}` }),
  );

  async function openJob() {
    serveContent(gateway, await pngOf(64, 64), 'image/png');
    const app = await showJob(gateway, makeJob({ outputs }));
    await expect.element(app.screen.getByRole('img', { name: 'Output three.png' })).toBeVisible();
    await awaitShortcuts();
    return app;
  }

  it('switch outputs with the arrow keys, except on the tabs', async () => {
    const { screen } = await openJob();
    // Two presses before the first one is on screen.
    for (const _press of [1, 2]) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    }
    await expect.element(screen.getByRole('img', { name: 'Output one.png' })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(screen.getByRole('img', { name: 'Output two.png' })).toBeVisible();
    await screen.getByRole('tab', { name: 'Inputs' }).click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(screen.getByRole('tab', { name: 'Graph' })).toHaveFocus();
    await expect.element(screen.getByRole('img', { name: 'Output two.png' })).toBeVisible();
  });

  it('star and run again, and compare with the same key as in the list', async () => {
    const { screen } = await openJob();
    await userEvent.keyboard('s');
    await expect
      .element(screen.getByRole('button', { name: 'Star', exact: true }))
      .toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('v');
    await expect.element(screen.getByRole('dialog', { name: 'Compare' })).toBeVisible();
  });

  it('run the job again', async () => {
    const job = await gateway.submit(good, named('One'));
    const { screen, router } = await renderApp(`/local/jobs/${job.id}`);
    await expect.element(screen.getByRole('button', { name: 'Run again' })).toBeVisible();
    await awaitShortcuts();
    await userEvent.keyboard('r');
    await expect.poll(() => router.state.location.pathname).not.toContain(job.id);
  });

  it('do not change the rating on 0, and confirm before canceling', async () => {
    const job = await gateway.submit({ '1': scripted('ScriptHang') }, named('One'));
    await writeAnnotations('local', [job], { rating: 4 });
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    await expect.element(screen.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
    await awaitShortcuts();
    await userEvent.keyboard('0c');
    await expect.element(screen.getByRole('dialog', { name: 'Cancel jobs' })).toBeVisible();
    expect((await gateway.read(job.id)).status).toMatch(/queued|running/);
    expect((await readAnnotations()).map(({ rating }) => rating)).toEqual([4]);
  });
});
