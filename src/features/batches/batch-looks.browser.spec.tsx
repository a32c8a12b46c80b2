import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '@/testing/console-styles';
import { LOCAL_SURFACE } from '@/api/surface';
import type { BatchAxis } from '@/domains/batches/batch-plan';
import { makeBatch } from '@/domains/batches/testing/make-batch';
import { actOnBatch, removeBatch, resumeBatches, startBatch } from '@/domains/batches/batches';
import { useBatchView } from '@/domains/batches/batches-store';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { BatchProgress } from './batch-progress';

beforeEach(async () => {
  await page.viewport(1280, 800);
  await mountGateway();
  await resumeBatches();
  await removeBatches();
});
afterEach(async () => {
  await removeBatches();
  await unmountGateway();
});

async function removeBatches() {
  for (const id of Object.keys(useBatchView.getState().entries)) {
    await actOnBatch(id, { kind: 'user_stop' });
    await removeBatch(id);
  }
}

/** Starts a batch of texts with a row of values for each input, and waits until its cells have succeeded. */
async function startTexts(axes: Record<string, readonly string[]>): Promise<string> {
  const id = await startBatch(LOCAL_SURFACE, {
    title: 'Texts',
    workflowText: JSON.stringify({
      '1': scripted('ScriptText', { text: '' }),
      '2': scripted('ScriptLog', { message: '', level: 'info' }),
    }),
    plan: { axes: Object.entries(axes).map(([input, values]) => axis(input, values)) },
    limit: 4,
    draftId: null,
    needsPartnerKey: false,
  });
  const count = Object.values(axes).reduce((product, { length }) => product * length, 1);
  await expect.poll(() => useBatchView.getState().entries[id]?.tally.succeeded).toBe(count);
  return id;
}

function axis(input: string, values: readonly string[]): BatchAxis {
  return {
    label: input,
    inputs: [{ nodeId: input === 'text' ? '1' : '2', input, label: input }],
    rows: values.map((value) => ({ label: value, values: [value] })),
  };
}

describe('the grid', () => {
  it('fills the width with few columns, also after the window was resized', async () => {
    const id = await startTexts({ text: ['sun', 'sea'], message: ['a', 'b', 'c', 'd'] });
    const { screen } = await renderApp(`/local/batches/${id}`);
    const grid = screen.getByRole('grid');
    const last = screen.getByRole('button', { name: 'text sea, message d: succeeded' });
    await expect.element(last).toBeVisible();
    for (const width of [1280, 1000]) {
      await page.viewport(width, 800);
      await expect
        .poll(() => {
          const { right } = grid.element().getBoundingClientRect();
          const free = right - last.element().getBoundingClientRect().right;
          // The padding of the grid and the place for its scroll bar.
          return { free: free >= 0 && free < 45, isScrolled: grid.element().scrollWidth > grid.element().clientWidth };
        })
        .toEqual({ free: true, isScrolled: false });
    }
  });

  it('tells the size of its cells in proportion to the default', async () => {
    const id = await startTexts({ text: ['sun', 'sea'] });
    const { screen } = await renderApp(`/local/batches/${id}`);
    await expect
      .element(screen.getByRole('slider', { name: 'Size of the cells' }))
      .toHaveAttribute('aria-valuetext', '100 %');
  });
});

it('has the same age among the jobs as among the batches', async () => {
  const id = await startTexts({ text: ['sun', 'sea', 'sky'] });
  const createdAt = new Date(useBatchView.getState().entries[id]?.createdAt ?? 0).toISOString();
  const shownTimes = () => [...document.querySelectorAll<HTMLTimeElement>('main time')].map(({ dateTime }) => dateTime);
  const { screen, router } = await renderApp('/local/batches');
  await expect.element(screen.getByRole('link', { name: 'Texts' })).toBeVisible();
  expect(shownTimes()).toEqual([createdAt]);
  await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' } });
  await expect.element(screen.getByRole('button', { name: /^Texts/ })).toBeVisible();
  expect(shownTimes()).toEqual([createdAt]);
});

describe('the progress of a batch', () => {
  it('is filled by finished cells only, and tells what was sent without claiming that it runs', async () => {
    const batch = makeBatch({
      count: 8,
      next: 4,
      tally: { succeeded: 2, failed: 0, canceled: 0, refused: 0, unsettled: 0 },
      inFlight: [sentCell(2), sentCell(3)],
    });
    const screen = await render(
      <div style={{ width: 800 }}>
        <BatchProgress batch={batch} />
      </div>,
    );
    const bar = screen.getByRole('progressbar');
    await expect.element(bar).toHaveAttribute('aria-valuetext', '2 of 8 succeeded · 2 sent');
    const parts = [...bar.element().children].map((part) => ({
      width: part.getBoundingClientRect().width,
      isFaint: opacityOf(getComputedStyle(part).backgroundColor) < 0.25,
    }));
    expect(parts).toEqual([
      { width: 200, isFaint: false },
      { width: 200, isFaint: true },
    ]);
  });
});

const sentCell = (cell: number) => ({
  cell,
  attempt: 1,
  retryOf: null,
  surfaceId: 'local',
  entryId: `batch.${cell}.1`,
  jobId: `job-${cell}`,
  startedAt: 0,
  isWithdrawn: false,
});

/** Of a color in any notation, from 0 to 1. */
function opacityOf(color: string): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return (context.getImageData(0, 0, 1, 1).data[3] ?? 0) / 255;
}
