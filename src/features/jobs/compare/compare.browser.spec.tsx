import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearDeviceData } from '@/domains/history/device-data';
import { readAnnotations } from '@/domains/annotations/annotation-records';
import { singleKeysSetting } from '@/lib/keyboard/character-shortcuts';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { makeJob, makeOutput } from '@/testing/job-fixtures';
import { videoOf } from '@/testing/make-video';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { pngOf, serveContent, showJob } from '@/testing/show-job';
import { withMotion } from '@/testing/with-motion';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
  // Stars of the specs before it.
  await clearDeviceData('history');
});
afterEach(unmountGateway);

describe('comparing outputs', () => {
  const outputs = ['one.png', 'two.png', 'three.png'].map((name, index) =>
    makeOutput({ name, id: `a1b2c3d4-0000-4000-8000-00000000000${index}` }),
  );

  it('overlays two images, and stores the outputs and the mode in the URL', async () => {
    serveContent(gateway, await pngOf(64, 64), 'image/png');
    const { screen, router } = await showJob(gateway, makeJob({ outputs }));
    const compare = screen.getByRole('button', { name: 'Compare', exact: true });
    await expect.element(compare).toHaveAttribute('title', 'Compare outputs (V)');
    await awaitShortcuts();
    await userEvent.keyboard('v');
    const dialog = screen.getByRole('dialog', { name: 'Compare' });
    await expect.element(dialog.getByRole('img', { name: 'Output two.png' })).toBeVisible();
    await expect.element(dialog.getByRole('img', { name: 'Output three.png' })).toBeVisible();
    expect(router.state.location.search).toMatchObject({ compare: outputs[1]?.id, output: outputs[2]?.id });

    const divider = dialog.getByRole('slider', { name: 'Divider' });
    // A dialog takes the focus once it is open.
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    (divider.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(divider).toHaveAttribute('aria-valuenow', '46');
    await userEvent.keyboard('{Home}');
    await expect.element(divider).toHaveAttribute('aria-valuenow', '0');

    await dialog.getByRole('button', { name: 'Side by side' }).click();
    await expect.element(dialog.getByRole('group', { name: /^Left: two\.png/ })).toBeVisible();
    await expect.poll(() => router.state.location.search).toMatchObject({ mode: 'side' });
    await dialog.getByRole('button', { name: 'Swap the sides' }).click();
    await expect.element(dialog.getByRole('group', { name: /^Left: three\.png/ })).toBeVisible();
    (dialog.getByRole('group', { name: /^Left/ }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(dialog.getByRole('group', { name: /^Right: one\.png/ })).toBeVisible();

    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(router.state.location.search).not.toHaveProperty('compare');
  });

  it('zooms both together', async () => {
    serveContent(gateway, await pngOf(1200, 1200), 'image/png');
    // Unique URLs, since the browser caches the images of other tests.
    const large = outputs.map((output) => ({ ...output, url: `${output.url}?large` }));
    const search = `?compare=${outputs[0]?.id}&output=${outputs[1]?.id}&mode=side`;
    const { screen } = await showJob(gateway, makeJob({ outputs: large }), search);
    const dialog = screen.getByRole('dialog', { name: 'Compare' });
    const width = (name: string) => dialog.getByRole('img', { name }).element().getBoundingClientRect().width;
    await expect.element(dialog.getByRole('button', { name: /^Zoom is/ })).toBeVisible();
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('z');
    await expect.poll(() => width('Output one.png')).toBeCloseTo(1200 / devicePixelRatio, 0);
    await expect.poll(() => width('Output two.png') - width('Output one.png')).toBe(0);
  });

  it('alternates between the two, and shows only the differences', async () => {
    await withMotion();
    serveContent(gateway, await pngOf(64, 64), 'image/png');
    const search = `?compare=${outputs[0]?.id}&output=${outputs[1]?.id}&mode=flicker`;
    const { screen } = await showJob(gateway, makeJob({ outputs }), search);
    const dialog = screen.getByRole('dialog', { name: 'Compare' });
    await dialog.getByRole('button', { name: 'Stop' }).click();
    const other = dialog.getByRole('button', { name: /^(Left|Right) image$/ });
    await expect.element(dialog.getByRole('button', { name: 'Alternate' })).toBeVisible();
    const first = other.element().textContent;
    await other.click();
    await expect.poll(() => other.element().textContent).not.toBe(first);
    await dialog.getByRole('button', { name: 'Difference' }).click();
    await expect.element(dialog.getByText('Black = identical')).toBeVisible();
  });

  it('adds a third and a fourth in a grid with shared zoom, and removes one', async () => {
    serveContent(gateway, await pngOf(64, 64), 'image/png');
    const search = `?compare=${outputs[0]?.id}&output=${outputs[1]?.id}`;
    const { screen, router } = await showJob(gateway, makeJob({ outputs }), search);
    const dialog = screen.getByRole('dialog', { name: 'Compare' });
    await dialog.getByRole('button', { name: 'Add another image' }).click();
    await expect.element(dialog.getByRole('group', { name: /^Third: three\.png/ })).toBeVisible();
    expect(router.state.location.search).toMatchObject({ more: outputs[2]?.id });
    await expect.element(dialog.getByRole('button', { name: 'Add another image' })).not.toBeInTheDocument();
    await expect.element(dialog.getByRole('button', { name: 'Flicker' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('z');
    const width = (name: string) => dialog.getByRole('img', { name }).element().getBoundingClientRect().width;
    await expect.poll(() => width('Output three.png')).toBeCloseTo(64 / devicePixelRatio, 0);
    await dialog.getByRole('button', { name: 'Remove the first image' }).click();
    await expect.element(dialog.getByRole('slider', { name: 'Divider' })).toBeVisible();
    await expect.poll(() => router.state.location.search).toMatchObject({ compare: outputs[1]?.id });
  });

  it('plays two videos in sync, and reports that one is shorter', async () => {
    const videos = [await videoOf(2), await videoOf(1, { hue: 20 })];
    const clips = outputs.slice(0, 2).map((output, at) => ({
      ...output,
      name: `clip${at}.webm`,
      content_type: 'video/webm',
      url: URL.createObjectURL(videos[at] as Blob),
    }));
    const search = `?compare=${clips[0]?.id}&output=${clips[1]?.id}&mode=side`;
    const { screen } = await showJob(gateway, makeJob({ outputs: clips }), search);
    const dialog = screen.getByRole('dialog', { name: 'Compare' });
    await expect.element(dialog.getByText(/^Of different length: Left 2 s, Right 1 s/)).toBeVisible();
    const [left, right] = [...dialog.element().querySelectorAll('video')] as [HTMLVideoElement, HTMLVideoElement];
    const moment = dialog.getByRole('slider', { name: 'Seek' });
    await moment.fill('0.5');
    await expect.poll(() => [left.currentTime, right.currentTime]).toEqual([0.5, 0.5]);
    await moment.fill('1.5');
    await expect.poll(() => [left.currentTime, right.currentTime]).toEqual([1.5, 1]);

    await userEvent.keyboard('k');
    await expect.poll(() => left.paused).toBe(false);
    await expect.poll(() => right.paused).toBe(true);
    // Playback restarts: from then on, both play.
    await expect.poll(() => right.currentTime > 0.2 && right.currentTime < 1).toBe(true);
    await userEvent.keyboard('k');
    await expect.poll(() => left.paused && right.paused && !right.seeking).toBe(true);
    expect(Math.abs(Math.min(left.currentTime, 1) - right.currentTime)).toBeLessThan(1 / 24);
  });
});

describe('comparing jobs', () => {
  const graph = (text: string) => ({
    '1': scripted('ScriptText', { text }, { title: 'Words' }),
    '2': scripted('ScriptOutput', { seed: 7, note: 'alike' }, { title: 'Picture' }),
  });

  it('overlays the outputs of two jobs in every mode, and marks the better one', async () => {
    await withMotion();
    const withTwo = (text: string) => ({ ...graph(text), '3': scripted('ScriptOutput', { seed: 8 }) });
    const jobs = [await gateway.submit(withTwo('dawn')), await gateway.submit(withTwo('noon'))];
    for (const { id } of jobs) await expect.poll(async () => (await gateway.read(id)).status).toBe('succeeded');
    const { screen } = await renderApp(`/local/jobs?compare=${jobs.map(({ id }) => id).join(',')}`);
    const dialog = screen.getByRole('dialog', { name: '2 jobs compared' });
    const side = dialog.getByRole('region', { name: 'Job B' });
    await expect.element(side.getByRole('img')).toBeVisible();
    const boxOf = (locator: typeof side) => locator.element().getBoundingClientRect();
    expect(boxOf(side.getByRole('combobox', { name: 'Output of job B' })).right).toBeLessThan(boxOf(side).right);
    expect(boxOf(side.getByRole('link')).width).toBeGreaterThan(40);
    await dialog.getByRole('button', { name: 'Slider' }).click();
    await expect.element(dialog.getByRole('slider', { name: 'Divider' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Flicker' }).click();
    const flip = dialog.getByRole('button', { name: /^(Left|Right) / });
    await expect.element(flip).toHaveAttribute('title', 'Show the other one (Space)');
    // The space key stops the alternation, unless character key shortcuts are disabled.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    singleKeysSetting.set(false);
    await userEvent.keyboard(' ');
    await expect.element(dialog.getByRole('button', { name: 'Stop' })).toBeVisible();
    singleKeysSetting.set(true);
    await userEvent.keyboard(' ');
    await expect.element(dialog.getByRole('button', { name: 'Alternate' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Difference' }).click();
    await expect.element(dialog.getByRole('button', { name: /^Amplify/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Star job B' }).click();
    await dialog.getByRole('radiogroup', { name: 'Rating of job B' }).getByRole('radio', { name: '4 of 5' }).click();
    await expect.poll(readAnnotations).toMatchObject([{ jobId: jobs[1]?.id, isStarred: true, rating: 4 }]);
    await clearDeviceData('history');
  });

  it('shows their outputs side by side and their inputs, first those that differ, and is stored in the URL', async () => {
    for (const text of ['dawn', 'noon', 'dusk'])
      await gateway.submit(graph(text), { flowdeck_title: `Harbour ${text}` });
    const { screen, router } = await renderApp('/local/jobs');
    await expect.element(screen.getByRole('checkbox', { name: 'Select Harbour dusk' })).toBeInTheDocument();
    await expect.element(screen.getByText('queued', { exact: true })).not.toBeInTheDocument();
    await expect.element(screen.getByText('running', { exact: true })).not.toBeInTheDocument();
    await screen.getByRole('checkbox', { name: 'Select Harbour dusk' }).click();
    const compare = screen.getByRole('toolbar', { name: 'Selected jobs' }).getByRole('button', { name: 'Compare' });
    await expect.element(compare).toHaveAttribute('aria-disabled', 'true');
    await screen.getByRole('checkbox', { name: 'Select Harbour dawn' }).click({ modifiers: ['Shift'] });
    await compare.click();

    const dialog = screen.getByRole('dialog', { name: '3 jobs compared' });
    const table = dialog.getByRole('region', { name: 'Inputs', exact: true });
    await expect.element(table.getByRole('heading')).toHaveTextContent('1 difference');
    await expect
      .poll(() =>
        table
          .getByRole('cell')
          .elements()
          .map((cell) => cell.textContent),
      )
      .toEqual(['A"dusk"', 'B"noon"', 'C"dawn"', 'The same in all', '7']);
    await expect.element(table.getByRole('rowheader').first()).toHaveTextContent('Words #1text');
    await table.getByRole('button', { name: /^Show .* equal value/ }).click();
    await expect.element(table.getByText('"alike"')).toBeVisible();
    await table.getByRole('button', { name: 'More for Seed' }).click();
    await expect.element(dialog.getByRole('menuitem', { name: 'Reuse in a draft' })).toBeVisible();
    await expect.element(dialog.getByRole('menuitem', { name: 'Find jobs with this value' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await table.getByRole('button', { name: 'Copy text of B' }).click();
    expect(write).toHaveBeenLastCalledWith('noon');
    write.mockRestore();
    await expect.element(dialog.getByRole('region', { name: 'Job C' }).getByRole('img')).toBeVisible();
    await userEvent.keyboard('z');
    const widths = () =>
      dialog
        .getByRole('img')
        .elements()
        .map((image) => image.getBoundingClientRect().width);
    await expect.poll(() => [widths().length, new Set(widths()).size]).toEqual([3, 1]);

    expect(router.state.location.search).toMatchObject({ compare: expect.stringMatching(/^[^,]+,[^,]+,[^,]+$/) });
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(router.state.location.search).not.toHaveProperty('compare');
  });
});
