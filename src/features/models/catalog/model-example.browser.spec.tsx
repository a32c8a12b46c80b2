import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { forgetRuns, storeResponse } from '@/testing/run-fixtures';
import { pngOf } from '@/testing/show-job';
import { ModelExample } from './model-example';

let gateway: BrowserGateway;

beforeEach(async () => {
  gateway = await mountGateway();
});
afterEach(async () => {
  localStorage.clear();
  await forgetRuns();
  await unmountGateway();
});

const THREE = ['flowdeck/halftone', 'flowdeck/digest', 'mylab/halftone'];

const manyModels = (count: number) => Array.from({ length: count }, (_, index) => `mylab/model-${index + 100}`);

async function openModels(ids: readonly string[], width: number, height: number) {
  await page.viewport(width, height);
  const data = ids.map((id) => {
    const [provider, model] = id.split('/');
    return { id, provider, model, billing: { charges_on_policy_rejection: 'no' } };
  });
  gateway.worker.use(http.get('*/v2/models', () => HttpResponse.json({ data, limit: 100, has_more: false })));
  return renderApp('/local/models');
}

/** Opens models that include `flowdeck/halftone`, whose picture has this name. */
async function openCatalog(
  ids: readonly string[],
  width: number,
  height: number,
  picture = 'Example output of flowdeck/halftone',
) {
  const { screen } = await openModels(ids, width, height);
  const image = screen.getByRole('img', { name: picture });
  await expect.element(image).toBeVisible();
  return { screen, image };
}

it('shows an example output beside each built-in model, as an image or as text', async () => {
  const { screen } = await openCatalog(THREE, 600, 800);
  const image = screen.getByRole('img', { name: 'Example output of flowdeck/halftone' });
  await expect.element(image).toHaveAttribute('src', '/samples/models/halftone.webp');
  await expect.element(screen.getByText(/^Example output of flowdeck\/digest: In the evening/)).toBeVisible();
  await expect.poll(() => screen.getByRole('img', { name: /^Example output/ }).elements().length).toBe(1);
});

it('shows no examples for another router, whose models of the same name differ', async () => {
  const elsewhere = { ...LOCAL_SURFACE, routerBaseUrl: 'https://router.example' };
  const screen = await render(<ModelExample surface={elsewhere} modelId="flowdeck/halftone" />);
  expect(screen.container.firstElementChild).not.toBeNull();
  await expect.element(screen.getByRole('img')).not.toBeInTheDocument();
});

it.each([1024, 1440, 2560])('fills a window of %i px with large examples if there are few models', async (width) => {
  const { screen, image } = await openCatalog(THREE, width, 900);
  await expect.element(image).toHaveAttribute('src', '/samples/models/halftone-large.webp');
  const listWidth = () => screen.getByRole('list', { name: 'Models' }).element().getBoundingClientRect().width;
  const cards = () =>
    screen
      .getByRole('article')
      .elements()
      .map((card) => card.getBoundingClientRect());
  const inFirstLine = () => cards().filter(({ top }, _index, all) => top === all[0]?.top);
  const filled = () => inFirstLine().reduce((sum, card) => sum + card.width, 0) / listWidth();
  await expect.poll(() => cards().length).toBe(3);
  await expect.poll(() => inFirstLine().length).toBe(width < 1100 ? 2 : 3);
  await expect.poll(filled).toBeGreaterThan(0.9);
  await expect.poll(() => Math.min(...cards().map((card) => card.height / card.width))).toBeGreaterThan(0.7);
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

it('moves between cards with the row keys, and opens a card on a click anywhere on it', async () => {
  const { screen, image } = await openCatalog(THREE, 1440, 900);
  await userEvent.keyboard('jj');
  await expect.element(screen.getByRole('link', { name: /^flowdeck.*digest$/ })).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(screen.getByRole('link', { name: /^flowdeck.*halftone$/ })).toHaveFocus();
  const rowAtImage = () => {
    const { left, top } = image.element().getBoundingClientRect();
    return document.elementFromPoint(left + 20, top + 20)?.getAttribute('data-row-id');
  };
  await expect.poll(rowAtImage).toBe('flowdeck/halftone');
  await screen.getByRole('button', { name: 'flowdeck/halftone, favorite' }).click();
  await expect
    .element(screen.getByRole('button', { name: 'flowdeck/halftone, favorite', pressed: true }))
    .toBeVisible();
});

it.each([
  [640, 2],
  [1024, 2],
  [1440, 3],
  [2560, 5],
])(
  'shows the cards of a long catalog in a window of %i px, and renders only those near the window',
  async (width, columns) => {
    const { screen } = await openCatalog([...THREE, ...manyModels(400)], width, 900);
    const cards = () => screen.getByRole('article').elements();
    const lefts = () => new Set(cards().map((card) => card.getBoundingClientRect().left)).size;
    await expect.poll(lefts).toBe(columns);
    await expect.poll(() => cards().length).toBeLessThan(60);
    const links = screen.getByRole('listitem').getByRole('link');
    (links.elements()[0] as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(screen.getByRole('link', { name: /model-499$/ })).toHaveFocus();
    await expect.element(screen.getByRole('link', { name: /model-499$/ })).toBeInViewport();
    await expect.poll(() => cards().length).toBeLessThan(60);
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width);
  },
);

it('shows a list to those who choose it, then and later, and on phones', async () => {
  const { screen } = await openCatalog([...THREE, ...manyModels(20)], 1440, 900);
  const cards = () => screen.getByRole('article').elements().length;
  await expect.poll(cards).toBeGreaterThan(9);
  await screen.getByRole('radio', { name: 'List' }).click();
  await expect.poll(cards).toBe(0);
  await expect.element(screen.getByRole('link', { name: /model-100$/ })).toBeVisible();
  await screen.unmount();
  const later = await openCatalog([...THREE, ...manyModels(20)], 1440, 900);
  await expect.element(later.screen.getByRole('radio', { name: 'List', checked: true })).toBeVisible();
  expect(later.screen.getByRole('article').elements()).toHaveLength(0);
  await later.screen.getByRole('radio', { name: 'Cards' }).click();
  await expect.poll(() => later.screen.getByRole('article').elements().length).toBeGreaterThan(9);
  await page.viewport(390, 844);
  await expect.poll(() => later.screen.getByRole('article').elements().length).toBe(0);
});

it('shows the last result of a model as its picture, in cards and in the list', async () => {
  const file = async (width: number) => new File([await pngOf(width, 40)], 'a.png');
  const image = { contentType: 'image/png' };
  const hour = 3_600_000;
  const createdAt = (hoursAgo: number) => ({ createdAt: Date.now() - hoursAgo * hour });
  await storeResponse({ text: 'An older answer.' }, {}, { modelId: 'mylab/writer', ...createdAt(2) });
  await storeResponse(
    { text: '# Tides\n\nHigh at **six**, see [the table](https://a.example/b).' },
    {},
    { modelId: 'mylab/writer', ...createdAt(1) },
  );
  await storeResponse(await file(64), image, { modelId: 'mylab/painter' });
  await storeResponse(await file(64), image, { modelId: 'flowdeck/halftone' });
  await storeResponse(await file(64), image, { modelId: 'mylab/elsewhere', surfaceId: 'cloud' });
  const ids = ['flowdeck/digest', 'flowdeck/halftone', 'mylab/elsewhere', 'mylab/painter', 'mylab/writer'];
  const { screen } = await openCatalog(ids, 1440, 900, 'Last result of flowdeck/halftone');
  const shown = async () => {
    await expect.element(screen.getByRole('img', { name: 'Last result of mylab/painter' })).toBeVisible();
    await expect.element(screen.getByRole('img', { name: 'Last result of flowdeck/halftone' })).toBeVisible();
    await expect
      .element(screen.getByText('Last result of mylab/writer: Tides High at six, see the table.'))
      .toBeVisible();
    await expect.element(screen.getByText(/^Example output of flowdeck\/digest/)).toBeVisible();
    await expect.element(screen.getByText(/Last result of mylab\/elsewhere/)).not.toBeInTheDocument();
    await expect.poll(() => screen.getByRole('img').elements().length).toBe(2);
  };
  await shown();
  await screen.getByRole('radio', { name: 'List' }).click();
  await expect.poll(() => screen.getByRole('article').elements().length).toBe(0);
  await shown();
});

it('shows a list of models without any picture until cards are chosen', async () => {
  const { screen } = await openModels(manyModels(3), 1440, 900);
  await expect.element(screen.getByRole('radio', { name: 'List', checked: true })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /model-100$/ })).toBeVisible();
  expect(screen.getByRole('article').elements()).toHaveLength(0);
  await screen.getByRole('radio', { name: 'Cards' }).click();
  await expect.poll(() => screen.getByRole('article').elements().length).toBe(3);
});

it.each([1440, 2560])(
  'shows the example and the description of a model before its first run, %i px wide',
  async (width) => {
    await page.viewport(width, 900);
    const billing = { charges_on_policy_rejection: 'no' };
    const detail = { id: 'flowdeck/halftone', provider: 'flowdeck', model: 'halftone', billing };
    const details = {
      id: detail.id,
      title: 'Halftone',
      summary: 'Prints.',
      isFree: true,
      isLocal: true,
      uploadHost: null,
    };
    const models = [{ ...details, inputModalities: ['image'], outputModalities: ['image'] }];
    gateway.worker.use(
      http.get('*/v2/models/flowdeck/halftone', () => HttpResponse.json(detail)),
      http.get('*/console/models', () => HttpResponse.json({ build: '1', configProblem: null, models })),
    );
    const { screen } = await renderApp('/local/models/flowdeck/halftone');
    const result = screen.getByRole('region', { name: 'Result' });
    const image = result.getByRole('img', { name: 'Example output of flowdeck/halftone' });
    await expect.element(image).toBeVisible();
    await expect.element(result.getByRole('heading', { name: 'No result yet' })).toBeVisible();
    await expect.element(result.getByText('this computer')).toBeVisible();
    await expect.element(result.getByText('free', { exact: true })).toBeVisible();
    const box = () => image.element().getBoundingClientRect();
    await expect.poll(() => box().width).toBeGreaterThan(width === 2560 ? 650 : 500);
    await expect.poll(() => box().width / box().height).toBeCloseTo(1.6, 1);
  },
);
