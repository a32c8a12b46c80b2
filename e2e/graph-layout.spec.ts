import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { savedCanvas } from './graphs';

interface Canvas {
  nodes: { id: number; pos: number[]; size?: number[] }[];
  groups: object[];
}

/** The nodes from right to left, in a group, with a note below. */
function arranged(): object {
  const places: Record<number, number[]> = { 5: [900, 100], 9: [0, 100], 7: [0, 400] };
  const canvas = savedCanvas() as Canvas;
  for (const node of canvas.nodes) {
    node.pos = places[node.id] ?? [600, 300];
    node.size = [300, 160];
  }
  canvas.groups = [{ title: 'Grow and save', bounding: [-20, 40, 1260, 240], color: '#3f789e' }];
  return canvas;
}

test('a workflow opens in the graph as its author arranged it, also after a reload', async ({ page, files }) => {
  const file = await files.workflow('arranged.json', arranged());
  await page.goto('/local/submit');
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), file);
  const graph = page.getByRole('application', { name: /^Graph of arranged/ });
  const source = graph.getByRole('group', { name: /node 5$/ });
  const output = graph.getByRole('group', { name: /node 9$/ });
  const isReversed = async () => ((await output.boundingBox())?.x ?? 0) < ((await source.boundingBox())?.x ?? 0);
  const expectArranged = async () => {
    await expect(source).toBeVisible();
    await expect.poll(isReversed).toBe(true);
    await expect(graph.getByText('Grow and save')).toBeVisible();
  };
  await expectArranged();
  await page.getByRole('button', { name: '1 note' }).click();
  await expect(page.getByRole('region', { name: 'Notes of the author' })).toContainText('Change the seed');

  await page.getByRole('button', { name: 'Tidy layout' }).click();
  await expect.poll(isReversed).toBe(false);
  await page.getByRole('button', { name: 'Tidy layout' }).click();
  await page.reload();
  await expectArranged();
});
