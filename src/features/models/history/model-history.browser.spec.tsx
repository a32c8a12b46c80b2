import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { createQueryClient } from '@/api/query-client';
import { durableRuns } from '@/domains/model-calls/run-journal';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { videoOf } from '@/testing/make-video';
import { forgetRuns, storeResponse, storeRun, makeResponse, makeRun } from '@/testing/run-fixtures';
import { PNG_BASE64 } from '../result/testing/response-fixtures';
import { ModelHistory } from './model-history';
import '@/testing/console-styles';

beforeEach(async () => {
  await page.viewport(1000, 800);
  await mountGateway();
});
afterEach(async () => {
  await forgetRuns();
  await unmountGateway();
});

const PICTURE = { data: [{ b64_json: PNG_BASE64 }] };

async function show(modelId?: string) {
  const onOpen = vi.fn();
  const onRerun = vi.fn();
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <main style={{ display: 'flex', flexDirection: 'column', height: 700 }}>
        <ModelHistory surface={LOCAL_SURFACE} {...(modelId ? { modelId } : {})} onOpen={onOpen} onRerun={onRerun} />
      </main>
    </QueryClientProvider>,
  );
  return { screen, onOpen, onRerun };
}

describe('the run history', () => {
  it('shows the output of a run, stores its thumbnail, and fills the form with its input', async () => {
    const run = await storeResponse(PICTURE, { durationMs: 3100 });
    const { screen, onOpen, onRerun } = await show('bfl/flux-2-pro');
    await expect.element(screen.getByText('1 run · 3.1 s median over 1 run')).toBeVisible();
    await expect.poll(() => screen.container.querySelector('li img')).not.toBeNull();
    await screen.getByRole('button', { name: 'Show the run of bfl/flux-2-pro, succeeded' }).click();
    await expect.poll(() => onOpen.mock.lastCall).toEqual([run]);
    await screen.getByRole('button', { name: /^More actions for the run/ }).click();
    await screen.getByRole('menuitem', { name: 'Edit and run again' }).click();
    await expect.poll(() => onRerun.mock.lastCall?.[1]).toBe('{"prompt":"a harbour at dawn"}');
  });

  it('shows a frame of a video', async () => {
    await storeRun(
      makeRun({ state: { name: 'done', answer: { ...makeResponse(), contentType: 'video/webm' } } }),
      '{}',
      await videoOf(1),
    );
    const { screen } = await show();
    await expect.poll(() => screen.container.querySelector<HTMLImageElement>('li img')?.naturalWidth).toBe(160);
  });

  it('pins a run, and deletes all others except those with a result to collect', async () => {
    const pinned = await storeResponse(PICTURE);
    await storeResponse({ text: 'gone soon' }, {}, { modelId: 'anthropic/small' });
    const until = Date.now() + 3_600_000;
    const open = makeRun({ modelId: 'veo/3', state: { name: 'collectable', until, why: 'aborted', failure: null } });
    await storeRun(open, '{}', new Blob([]));
    const { screen } = await show();
    await screen.getByRole('button', { name: 'Pin the run of bfl/flux-2-pro, succeeded' }).click();
    await expect
      .element(screen.getByRole('button', { name: 'Unpin the run of bfl/flux-2-pro, succeeded' }))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Clear' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Delete 1 run?' })).toBeVisible();
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(screen.getByText('2 runs')).toBeVisible();
    expect((await durableRuns.all()).map(({ id }) => id)).toEqual(expect.arrayContaining([pinned.id, open.id]));
    await expect.element(screen.getByText('result pending')).toBeVisible();
  });

  it('selects ranges with Shift, and with the keys of the job list', async () => {
    for (const at of [1, 2, 3, 4]) await storeResponse(PICTURE, {}, { createdAt: Date.now() + at });
    const { screen } = await show();
    const checked = () =>
      screen
        .getByRole('checkbox')
        .elements()
        .map((one) => one.matches(':checked'));
    await screen.getByRole('checkbox').nth(0).click();
    await screen
      .getByRole('checkbox')
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await expect.poll(checked).toEqual([true, true, true, false]);
    await expect.element(screen.getByText('3 selected')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(checked).toEqual([false, false, false, false]);
    const rows = screen.getByRole('button', { name: /^Show the run of/ });
    rows.nth(1).element().focus();
    await userEvent.keyboard('x');
    await expect.poll(checked).toEqual([false, true, false, false]);
    rows.nth(3).element().focus();
    await userEvent.keyboard('{Shift>}x{/Shift}');
    await expect.poll(checked).toEqual([false, true, true, true]);
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.poll(checked).toEqual([true, true, true, true]);
    await screen.getByRole('button', { name: 'Done' }).click();
    await expect.poll(checked).toEqual([false, false, false, false]);
  });

  it('compares two runs, and shows their differences', async () => {
    await storeRun(
      makeRun({ createdAt: 1000, state: { name: 'done', answer: makeResponse() } }),
      '{"seed":18446744073709551615}',
      new Blob([JSON.stringify(PICTURE)]),
    );
    await storeRun(
      makeRun({ createdAt: 2000, state: { name: 'done', answer: makeResponse() } }),
      '{"seed":18446744073709551614}',
      new Blob([JSON.stringify({ ...PICTURE, size: '1x1' })]),
    );
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { screen } = await show();
    for (const index of [0, 1]) await screen.getByRole('checkbox').nth(index).click();
    await screen.getByRole('button', { name: 'Compare' }).click();
    const inputs = screen.getByRole('region', { name: 'Inputs' });
    await expect.element(inputs.getByRole('cell', { name: '18446744073709551615' })).toBeVisible();
    await expect.element(inputs.getByRole('cell', { name: '18446744073709551614' })).toBeVisible();
    const outputs = screen.getByRole('region', { name: 'Output' });
    await expect.element(outputs.getByText('1 difference')).toBeVisible();
    await expect.element(screen.getByRole('group', { name: /^A: flux-2-pro-1.png/ })).toBeVisible();
    await inputs.getByRole('button', { name: 'Copy seed of B' }).click();
    await expect.poll(() => write.mock.lastCall).toEqual(['18446744073709551614']);
    write.mockRestore();
  });

  it.each([
    ['of three runs', ['a reef', 'a wreck', 'a shoal']],
    ['of two runs with more text than is compared by word', ['a'.repeat(20_001), 'b'.repeat(20_001)]],
  ])('shows differences of captions that are not on screen, %s', async (_name, captions) => {
    for (const [at, caption] of captions.entries()) {
      await storeResponse({ ...PICTURE, caption }, {}, { createdAt: Date.now() + at });
    }
    const { screen } = await show();
    for (const at of captions.keys()) await screen.getByRole('checkbox').nth(at).click();
    await screen.getByRole('button', { name: 'Compare' }).click();
    const outputs = screen.getByRole('region', { name: 'Output' });
    await expect.element(outputs.getByText('1 difference')).toBeVisible();
    await expect.element(outputs.getByRole('rowheader', { name: 'caption' })).toBeVisible();
  });

  it('overlays the images of two runs, and steps through the files of both', async () => {
    for (const more of ['x', 'y']) {
      await storeResponse({ data: [{ b64_json: PNG_BASE64 }, { b64_json: btoa(atob(PNG_BASE64) + more) }] });
    }
    const { screen } = await show();
    for (const index of [0, 1]) await screen.getByRole('checkbox').nth(index).click();
    await screen.getByRole('button', { name: 'Compare' }).click();
    const dialog = screen.getByRole('dialog', { name: '2 runs compared' });
    await expect.element(dialog.getByRole('region', { name: 'Run B' }).getByRole('img')).toBeVisible();
    await expect
      .element(dialog.getByRole('region', { name: 'Output' }))
      .toHaveTextContent('Nothing differs beyond what is shown.');
    await dialog.getByRole('button', { name: 'Difference' }).click();
    await expect.element(dialog.getByText('Black = identical')).toBeVisible();
    await dialog.getByRole('button', { name: 'Side by side' }).click();
    const shown = dialog.getByRole('group', { name: /^[AB]: flux/ });
    const names = () => shown.elements().map((one) => one.getAttribute('aria-label')?.split('. ')[0]);
    await expect.poll(names).toEqual(['A: flux-2-pro-1.png', 'B: flux-2-pro-1.png']);
    // A dialog takes the focus once it is open.
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(names).toEqual(['A: flux-2-pro-2.png', 'B: flux-2-pro-2.png']);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(names).toEqual(['A: flux-2-pro-1.png', 'B: flux-2-pro-1.png']);
    await expect.element(dialog.getByRole('combobox', { name: 'File of run A' })).toBeVisible();
  });

  it('leaves the window to what differs if the runs have nothing to show', async () => {
    for (const [createdAt, seed] of [1, 2].entries()) {
      await storeRun(makeRun({ createdAt, state: { name: 'canceled' } }), `{"seed":${seed}}`, new Blob([]));
    }
    const { screen } = await show();
    for (const index of [0, 1]) await screen.getByRole('checkbox').nth(index).click();
    await screen.getByRole('button', { name: 'Compare' }).click();
    const dialog = screen.getByRole('dialog', { name: '2 runs compared' });
    await expect.element(dialog.getByRole('region', { name: 'Inputs' }).getByText('1 difference')).toBeVisible();
    await expect.element(dialog.getByRole('group', { name: 'Comparison mode' })).not.toBeInTheDocument();
    const height = (name: string) => dialog.getByRole('region', { name }).element().getBoundingClientRect().height;
    await expect.poll(() => height('What differs') > 4 * height('Run A')).toBe(true);
  });

  it('compares the texts of two answers, formatted', async () => {
    for (const content of ['# Harbor\n\nA **calm** sea', 'A storm <b>over</b> [land](https://land.example)']) {
      await storeResponse({ choices: [{ message: { content } }] });
    }
    const { screen } = await show();
    for (const index of [0, 1]) await screen.getByRole('checkbox').nth(index).click();
    await screen.getByRole('button', { name: 'Compare' }).click();
    const texts = screen.getByRole('dialog').getByRole('region', { name: 'What the model wrote' });
    await expect
      .poll(() =>
        texts
          .elements()
          .map((text) => text.textContent)
          .toSorted(),
      )
      .toEqual(['A storm <b>over</b> land (https://land.example)', 'Harbor\nA calm sea']);
    expect(
      texts.elements().flatMap((text) => [...text.querySelectorAll('strong')].map((part) => part.textContent)),
    ).toEqual(['calm']);
    expect(texts.getByRole('link').elements()).toEqual([]);
    const dialog = screen.getByRole('dialog');
    await expect
      .element(dialog.getByRole('region', { name: 'Output' }))
      .toHaveTextContent('Nothing differs beyond what is shown.');
    const changed = dialog.getByRole('region', { name: 'Text', exact: true });
    await expect.poll(() => changed.element().querySelectorAll('ins').length).toBeGreaterThan(0);
    await expect.poll(() => changed.element().querySelectorAll('del').length).toBeGreaterThan(0);
    expect(changed.element().querySelectorAll('b, a')).toHaveLength(0);
  });
});
