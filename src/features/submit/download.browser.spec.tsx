import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { dataTransferOf, drag, openDraft, whenDropsAreTaken } from '@/testing/open-draft';
import { renderApp, type RenderedApp } from '@/testing/render-app';

beforeEach(async () => {
  await mountGateway();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await unmountGateway();
});

const at = { pos: [10, 20], size: [200, 80] };

const canvas = {
  nodes: [
    { ...at, id: 1, type: 'PreviewAny', inputs: [{ name: 'source', type: '*', link: 1 }], outputs: [] },
    {
      ...at,
      id: 2,
      type: 'PrimitiveInt',
      inputs: [],
      outputs: [{ name: 'INT', type: 'INT', links: [1] }],
      widgets_values: [12],
    },
  ],
  links: [[1, 2, 0, 1, 0, 'INT']],
  groups: [{ title: 'Mine', bounding: [0, 0, 9, 9] }],
  version: 0.4,
};
const source = JSON.stringify(canvas, null, 2);

async function openCanvas(): Promise<RenderedApp> {
  const app = await whenDropsAreTaken(renderApp('/local/submit'));
  const file = new File([source], 'canvas.json', { type: 'application/json' });
  drag(app.screen.getByRole('heading', { level: 1 }).element(), dataTransferOf(file), { drop: true });
  await expect.element(app.screen.getByRole('heading', { level: 1, name: 'canvas.json' })).toBeVisible();
  return app;
}

/** Records what the page saves. */
function recordSaves(): { name: () => string | undefined; text: () => Promise<string | undefined> } {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const blobs = vi.spyOn(URL, 'createObjectURL');
  return {
    name: () => {
      const anchor = saved.mock.contexts.at(-1);
      return anchor instanceof HTMLAnchorElement ? anchor.download : undefined;
    },
    text: async () => {
      const blob = blobs.mock.lastCall?.[0];
      return blob instanceof Blob ? blob.text() : undefined;
    },
  };
}

describe('the workflow of a draft', () => {
  it('is downloaded in both formats if it was one of the UI format, with the changed values in their places', async () => {
    const { screen } = await openCanvas();
    await screen.getByRole('textbox', { name: 'value' }).fill('34');
    const saves = recordSaves();
    await screen.getByRole('button', { name: 'More actions' }).click();
    await screen.getByRole('menuitem', { name: 'Download workflow' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Download workflow' });
    await expect
      .element(dialog.getByRole('button', { name: 'Download UI format' }))
      .not.toHaveAttribute('aria-disabled');
    await dialog.getByRole('button', { name: 'Download UI format' }).click();
    await expect.poll(saves.name).toBe('canvas.json');
    await expect.poll(saves.text).toBe(source.replace('12', '34'));
    await expect.element(dialog).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'More actions' }).click();
    await screen.getByRole('menuitem', { name: 'Download workflow' }).click();
    await dialog.getByRole('button', { name: 'Download API format' }).click();
    await expect.poll(saves.name).toBe('canvas-api.json');
    await expect
      .poll(async () => JSON.parse((await saves.text()) ?? '{}'))
      .toMatchObject({ '2': { inputs: { value: 34 } } });
  });

  it('is its graph at once if it was opened in the API format', async () => {
    const { screen } = await openDraft({ '1': { class_type: 'PrimitiveInt', inputs: { value: 1 } } });
    const saves = recordSaves();
    await screen.getByRole('button', { name: 'More actions' }).click();
    await screen.getByRole('menuitem', { name: 'Download workflow' }).click();
    await expect.poll(saves.name).toBe('test.json');
  });
});
