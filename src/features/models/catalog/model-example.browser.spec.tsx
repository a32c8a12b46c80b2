import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

it('shows an example output beside each built-in model, as an image or as text', async () => {
  const data = ['flowdeck/halftone', 'flowdeck/digest', 'mylab/halftone'].map((id) => {
    const [provider, model] = id.split('/');
    return { id, provider, model, billing: { charges_on_policy_rejection: 'no' } };
  });
  gateway.worker.use(http.get('*/v2/models', () => HttpResponse.json({ data, limit: 100, has_more: false })));
  const { screen } = await renderApp('/local/models');
  const image = screen.getByRole('img', { name: 'Example output of flowdeck/halftone' });
  await expect.element(image).toHaveAttribute('src', '/samples/models/halftone.webp');
  await expect.element(screen.getByText(/^Example output of flowdeck\/digest: In the evening/)).toBeVisible();
  expect(screen.getByRole('img', { name: /^Example output/ }).elements()).toHaveLength(1);
});

it('shows none for a router elsewhere, whose models of that name are other ones', async () => {
  const elsewhere = { ...LOCAL_SURFACE, routerBaseUrl: 'https://router.example' };
  const screen = await render(<ModelExample surface={elsewhere} modelId="flowdeck/halftone" />);
  await expect.element(screen.getByRole('img')).not.toBeInTheDocument();
  expect(screen.container).toBeEmptyDOMElement();
});
