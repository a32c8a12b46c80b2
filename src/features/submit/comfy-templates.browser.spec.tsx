import axe from 'axe-core';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeDialog } from '@/shared/dialog-requests/dialogs';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { doubleLibrary } from '@server/engines/comfyui/testing/connected-library';
import { DoubleLibrary } from '@server/engines/comfyui/testing/double-library';

let gateway: BrowserGateway;
let library: DoubleLibrary;

beforeEach(async () => {
  await page.viewport(1440, 900);
  gateway = await mountGateway();
  library = new DoubleLibrary();
  const kinds = { mediaType: 'image', mediaSubtype: 'webp' };
  library.templates = [
    {
      title: 'Image',
      templates: [
        { name: 'fox', title: 'A fox in snow', description: 'Text to image', models: ['SDXL'], ...kinds },
        { name: 'api_owl', title: 'An owl', description: 'By a partner', tags: ['API'], ...kinds },
      ],
    },
    {
      title: 'Video',
      templates: [{ name: 'sea', title: 'The sea moves', description: '', models: ['Wan'], ...kinds }],
    },
  ];
  library.packTemplates = { 'My-Pack': ['two_steps'] };
  const fox = JSON.stringify({ '1': scripted('ScriptText', { text: 'a fox' }) });
  library.files = {
    '/templates/fox.json': fox,
    '/templates/fox-1.webp': await image(),
  };
  gateway.engine.connectedLibraries = [doubleLibrary('gpu', library)];
  const here = { url: 'http://127.0.0.1:8188', state: 'here', version: '0.3.64', memory: null };
  Object.assign(gateway.engine, { comfyui: () => ({ ...here, unreachableSince: null, queue: null }) });
});
afterEach(async () => {
  closeDialog('templates');
  closeDialog('commands');
  await unmountGateway();
});

async function image(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(80, 60);
  canvas.getContext('2d')?.fillRect(0, 0, 80, 60);
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp' })).arrayBuffer());
}

const dialog = () => page.getByRole('dialog', { name: 'ComfyUI templates' });
const titles = () =>
  dialog()
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('.font-semibold')?.textContent);

async function browse() {
  const app = await renderApp('/local/submit');
  await page.getByRole('button', { name: 'Browse templates' }).click();
  return app;
}

describe('the templates of ComfyUI', () => {
  it('are searched, and open as a draft', async () => {
    const { router } = await browse();
    await expect.element(dialog().getByRole('searchbox', { name: 'Search templates' })).toHaveFocus();
    await expect.poll(titles).toEqual(['A fox in snow', 'An owl', 'The sea moves', 'two steps']);
    await expect.poll(() => dialog().element().querySelector('img')?.naturalWidth).toBe(80);
    expect((await axe.run(dialog().element())).violations).toEqual([]);
    await userEvent.keyboard('wan');
    await expect.poll(titles).toEqual(['The sea moves']);
    await userEvent.keyboard('xyz');
    await expect.element(dialog().getByText('No template contains all of these words.')).toBeVisible();
    await dialog().getByRole('searchbox').fill('snow fox');
    await dialog()
      .getByRole('button', { name: /^A fox in snow/ })
      .click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\/.+/);
    await expect.element(page.getByRole('textbox', { name: 'text' })).toHaveValue('a fox');
    await expect.element(page.getByRole('heading', { name: 'A fox in snow', exact: true, level: 1 })).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('come first in a search if their title has the words', async () => {
    library.templates = [
      {
        title: 'Image',
        templates: [
          { name: 'fabric', title: 'Cloth', description: 'Every stitch is sharp' },
          { name: 'grid', title: 'Stitch a grid', description: '' },
          { name: 'panorama', title: 'Image stitch', description: '' },
        ],
      },
    ];
    await browse();
    await expect.poll(titles).toEqual(['Cloth', 'Stitch a grid', 'Image stitch', 'two steps']);
    await dialog().getByRole('searchbox').fill('stitch');
    await expect.poll(titles).toEqual(['Stitch a grid', 'Image stitch', 'Cloth']);
  });

  it('have a search field that is whole on a phone, with its ring', async () => {
    await page.viewport(390, 844);
    await browse();
    await expect.element(dialog().getByRole('searchbox')).toHaveFocus();
    const field = dialog().getByRole('searchbox').element();
    expect(field.clientWidth).toBeGreaterThan(300);
    const { outlineWidth, outlineOffset } = getComputedStyle(field);
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    let box: Element | null = field.parentElement;
    while (box && getComputedStyle(box).overflowY === 'visible') box = box.parentElement;
    const space = field.getBoundingClientRect().top - (box?.getBoundingClientRect().top ?? 0);
    expect(ring).toBeGreaterThan(0);
    expect(space).toBeGreaterThanOrEqual(ring);
  });

  it('are narrowed to a category, and those of partners are marked', async () => {
    await browse();
    await dialog().getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Image' }).click();
    await expect.poll(titles).toEqual(['A fox in snow', 'An owl']);
    await expect.element(dialog().getByRole('button', { name: /An owl.*Paid/ })).toBeVisible();
  });

  it('say before they are opened that they need a newer ComfyUI, and open all the same', async () => {
    const version = (name: string, needed: unknown) => ({ name, title: name, minComfyUIVersion: needed });
    library.templates = [
      {
        title: 'Image',
        templates: [
          version('fox', '0.3.70'),
          version('same', '0.3.64'),
          version('odd', 'newest'),
          version('none', null),
        ],
      },
    ];
    const { router } = await browse();
    const fox = dialog().getByRole('button', { name: /^fox Needs ComfyUI 0\.3\.70; this one is 0\.3\.64\./ });
    await expect.element(fox).toBeVisible();
    expect(
      dialog()
        .getByText(/^Needs ComfyUI/)
        .elements(),
    ).toHaveLength(1);
    expect((await axe.run(dialog().element())).violations).toEqual([]);
    await fox.click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\/.+/);
    await expect.element(page.getByRole('textbox', { name: 'text' })).toHaveValue('a fox');
  });

  it('say nothing about versions if that of ComfyUI is not known', async () => {
    const unknown = { url: 'http://127.0.0.1:8188', state: 'here', version: null, memory: null };
    Object.assign(gateway.engine, { comfyui: () => ({ ...unknown, unreachableSince: null, queue: null }) });
    library.templates = [{ title: 'Image', templates: [{ name: 'fox', minComfyUIVersion: '99.0' }] }];
    await browse();
    await expect.poll(titles).toContain('fox');
    await expect.element(dialog().getByText(/^Needs ComfyUI/)).not.toBeInTheDocument();
  });

  it('stay open if one cannot be loaded, with the reason', async () => {
    await browse();
    await dialog()
      .getByRole('button', { name: /^An owl/ })
      .click();
    await expect.element(page.getByText('Could not open the template')).toBeVisible();
    await expect.element(dialog()).toBeVisible();
  });

  it('are none on an older ComfyUI', async () => {
    library.isOld = true;
    library.templates = null;
    await browse();
    await expect.element(dialog().getByText(/This ComfyUI serves none/)).toBeVisible();
  });

  it('can be requested again after a failure', async () => {
    gateway.worker.use(http.get('*/console/library/templates', () => HttpResponse.error(), { once: true }));
    await browse();
    await expect.element(dialog().getByText('Server unreachable')).toBeVisible();
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(titles).toContain('A fox in snow');
  });

  it('are in the palette, on every page', async () => {
    await renderApp('/local/jobs');
    await expect
      .element(
        page
          .getByText('ComfyUI 0.3.64')
          .or(page.getByText(/scripted/))
          .first(),
      )
      .toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await page.getByRole('combobox', { name: /Search/ }).fill('comfyui templates');
    await page.getByRole('option', { name: /Browse ComfyUI templates/ }).click();
    await expect.poll(titles).toContain('A fox in snow');
  });

  it('are the next step in the dialog of the connection, which closes for them', async () => {
    await renderApp('/local/jobs');
    await awaitShortcuts();
    await userEvent.keyboard('{Control>}k{/Control}');
    await page.getByRole('combobox', { name: /Search/ }).fill('connection');
    await page
      .getByRole('option', { name: /Connection/ })
      .first()
      .click();
    const connection = page.getByRole('dialog', { name: 'Connection' });
    await connection.getByRole('button', { name: 'Browse templates' }).click();
    await expect.poll(titles).toContain('A fox in snow');
    await expect.element(connection).not.toBeInTheDocument();
  });
});

it('leads to the connection instead of templates without a ComfyUI', async () => {
  Object.assign(gateway.engine, { comfyui: () => null });
  await renderApp('/local/submit');
  const row = page.getByRole('region', { name: 'ComfyUI is not connected' });
  await row.getByRole('button', { name: 'Connect ComfyUI' }).click();
  await expect.element(page.getByRole('button', { name: 'Browse templates' })).not.toBeInTheDocument();
  const connection = page.getByRole('dialog', { name: 'Connection' });
  await expect.element(connection.getByRole('textbox', { name: 'Address of ComfyUI' })).toBeVisible();
});

it('names the ComfyUI that has stopped', async () => {
  const away = { url: 'http://127.0.0.1:8188', state: 'away', version: null, memory: null };
  Object.assign(gateway.engine, { comfyui: () => ({ ...away, unreachableSince: 1, queue: null }) });
  gateway.engine.setWaiting('ComfyUI does not respond');
  await renderApp('/local/submit');
  const row = page.getByRole('region', { name: 'ComfyUI does not respond' });
  await expect.element(row.getByText(/^Start it at http:\/\/127\.0\.0\.1:8188, /)).toBeVisible();
  await row.getByRole('button', { name: 'Connection' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Connection' })).toBeVisible();
});
