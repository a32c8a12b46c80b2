import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { ModelExample } from './model-example';

let gateway: BrowserGateway;

beforeEach(async () => {
  gateway = await mountGateway();
});
afterEach(unmountGateway);

const THREE = ['flowdeck/halftone', 'flowdeck/digest', 'mylab/halftone'];

async function openCatalog(ids: readonly string[], width: number, height: number) {
  await page.viewport(width, height);
  const data = ids.map((id) => {
    const [provider, model] = id.split('/');
    return { id, provider, model, billing: { charges_on_policy_rejection: 'no' } };
  });
  gateway.worker.use(http.get('*/v2/models', () => HttpResponse.json({ data, limit: 100, has_more: false })));
  const { screen } = await renderApp('/local/models');
  const image = screen.getByRole('img', { name: 'Example output of flowdeck/halftone' });
  await expect.element(image).toBeVisible();
  return { screen, image };
}

it('shows an example output beside each built-in model, as an image or as text', async () => {
  const { screen } = await openCatalog(THREE, 800, 600);
  const image = screen.getByRole('img', { name: 'Example output of flowdeck/halftone' });
  await expect.element(image).toHaveAttribute('src', '/samples/models/halftone.webp');
  await expect.element(screen.getByText(/^Example output of flowdeck\/digest: In the evening/)).toBeVisible();
  await expect.poll(() => screen.getByRole('img', { name: /^Example output/ }).elements().length).toBe(1);
});

it('shows no examples for another router, whose models of the same name differ', async () => {
  const elsewhere = { ...LOCAL_SURFACE, routerBaseUrl: 'https://router.example' };
  const screen = await render(<ModelExample surface={elsewhere} modelId="flowdeck/halftone" />);
  await expect.element(screen.getByRole('img')).not.toBeInTheDocument();
  expect(screen.container).toBeEmptyDOMElement();
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

it('uses rows for a larger catalog', async () => {
  const many = Array.from({ length: 11 }, (_, index) => `mylab/model-${index}`);
  const { screen, image } = await openCatalog([...THREE, ...many].toSorted(), 1440, 900);
  await expect.element(image).toHaveAttribute('src', '/samples/models/halftone.webp');
  expect(screen.getByRole('article').elements()).toHaveLength(0);
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
    await expect.element(result.getByText('the gateway’s machine')).toBeVisible();
    await expect.element(result.getByText('free', { exact: true })).toBeVisible();
    const box = () => image.element().getBoundingClientRect();
    await expect.poll(() => box().width).toBeGreaterThan(width === 2560 ? 650 : 500);
    await expect.poll(() => box().width / box().height).toBeCloseTo(1.6, 1);
  },
);
