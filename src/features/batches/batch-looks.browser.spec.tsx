import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { LOCAL_SURFACE } from '@/api/surface';
import type { BatchAxis } from '@/domains/batches/batch-plan';
import { actOnBatch, removeBatch, resumeBatches, startBatch } from '@/domains/batches/batches';
import { useBatchView } from '@/domains/batches/batches-store';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

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
