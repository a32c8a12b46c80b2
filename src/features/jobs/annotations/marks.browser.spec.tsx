import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearDeviceData } from '@/domains/history/device-data';
import { readAnnotations } from '@/domains/annotations/annotation-records';
import { writeAnnotations } from '@/domains/annotations/write-annotations';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { HostedServers } from '@/testing/hosted-servers';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;
const good = { '1': scripted('ScriptText', { text: 'done' }) };

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  await clearDeviceData('history');
});
afterEach(async () => {
  await clearDeviceData('history');
  await unmountGateway();
});

it('stars and tags of a row are stored, filter the list by URL, and sync from other tabs', async () => {
  const [one, two] = [
    await gateway.submit(good, { flowdeck_title: 'One' }),
    await gateway.submit(good, { flowdeck_title: 'Two' }),
  ];
  const { screen, router } = await renderApp('/local/jobs');
  await screen.getByRole('button', { name: 'More actions for One' }).click();
  await screen.getByRole('menuitem', { name: 'Star' }).click();
  await expect.element(screen.getByRole('img', { name: 'Starred' })).toBeInTheDocument();
  await expect.poll(readAnnotations).toEqual([{ surfaceId: 'local', jobId: one.id, isStarred: true, tags: [] }]);

  await screen.getByRole('button', { name: 'More actions for One' }).click();
  await screen.getByRole('menuitem', { name: 'Rating and tags…' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'New tag' })).toHaveFocus();
  await userEvent.keyboard('best, night{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Remove tag night' })).toBeVisible();
  await screen.getByRole('button', { name: 'Done' }).click();

  await screen.getByRole('button', { name: 'Starred, rated and tagged' }).click();
  const best = screen.getByRole('menuitem', { name: 'best 1', exact: true });
  await expect.element(best.getByText('1', { exact: true })).toBeVisible();
  await best.click();
  await expect.poll(() => router.state.location.search).toEqual({ tags: 'best' });
  await expect.element(screen.getByRole('button', { name: 'best 1', pressed: true })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'One' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Two' })).not.toBeInTheDocument();

  // Simulates another tab.
  await writeAnnotations('local', [two], { addTags: ['best'] });
  await expect.element(screen.getByRole('button', { name: 'best 2', pressed: true })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Two' })).toBeVisible();
  await screen.getByRole('button', { name: 'Starred 1' }).click();
  await expect.element(screen.getByRole('link', { name: 'Two' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show all jobs' }).click();
  await expect.poll(() => router.state.location.search).toEqual({});
});

it('several jobs are starred at once with a shortcut, and the job page shows it', async () => {
  for (const title of ['One', 'Two']) await gateway.submit(good, { flowdeck_title: title });
  const { screen } = await renderApp('/local/jobs');
  await screen.getByRole('checkbox', { name: 'Select One' }).click();
  await screen.getByRole('checkbox', { name: 'Select Two' }).click();
  await expect.element(screen.getByRole('toolbar', { name: 'Selected jobs' })).toBeVisible();
  await awaitShortcuts();
  await userEvent.keyboard('s');
  await expect.element(screen.getByRole('button', { name: 'Remove star' })).toBeVisible();
  await expect.poll(async () => (await readAnnotations()).length).toBe(2);
  await screen.getByRole('link', { name: 'Two' }).click();
  const star = screen.getByRole('button', { name: 'Star', exact: true });
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  await star.click();
  await expect.poll(async () => (await readAnnotations()).length).toBe(1);
});

it('a rating is set with a key or a star, cleared with the star, and filters the list by URL', async () => {
  const job = await gateway.submit(good, { flowdeck_title: 'One' });
  await gateway.submit(good, { flowdeck_title: 'Two' });
  const { screen, router } = await renderApp(`/local/jobs/${job.id}`);
  const star = (stars: number) =>
    screen.getByRole('radiogroup', { name: 'Rating' }).getByRole('radio', { name: `${stars} of 5` });
  const kept = async () => (await readAnnotations()).map(({ rating }) => rating);
  await expect.element(star(4)).not.toBeChecked();
  await awaitShortcuts();
  await userEvent.keyboard('4');
  await expect.element(star(4)).toBeChecked();
  await expect.poll(kept).toEqual([4]);
  await star(2).click();
  await expect.poll(kept).toEqual([2]);
  await star(2).click();
  await expect.poll(kept).toEqual([]);
  await userEvent.keyboard('3');
  await expect.poll(kept).toEqual([3]);

  await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' }, search: { rated: 3 } });
  await expect.element(screen.getByRole('button', { name: 'Rated 3 or more 1', pressed: true })).toBeVisible();
  // Numbers: a rating does not look like the star beside it.
  await expect.element(screen.getByRole('img', { name: 'Rated 3 of 5' })).toHaveTextContent('3/5');
  await expect.element(screen.getByRole('link', { name: 'Two' })).not.toBeInTheDocument();
  await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' }, search: { rated: 4 } });
  await expect.element(screen.getByText('No matching jobs')).toBeVisible();
});

it('are said to stay in this browser for a server that does not keep them', async () => {
  const hosted = new HostedServers();
  await hosted.open(gateway, 'https://studio.test');
  hosted.configure({ id: 'studio', name: 'Studio', baseUrl: 'https://studio.test' });
  const { screen, router } = await renderApp('/studio/jobs?star=true');
  const note = screen.getByText('Stars, ratings and tags of jobs on Studio stay in this browser.');
  await expect.element(note).toBeVisible();
  await router.navigate({ to: '/$surface/settings', params: { surface: 'local' }, hash: 'servers' });
  await screen.getByRole('button', { name: 'What Studio can do' }).click();
  await expect.element(note).toBeVisible();
  await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' }, search: { star: true } });
  await expect.element(screen.getByRole('group', { name: 'Filter by marks' })).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await hosted.close();
});
