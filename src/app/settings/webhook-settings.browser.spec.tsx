import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { removeBatch, startBatch } from '@/domains/batches/batches';
import { useBatchView } from '@/domains/batches/batches-store';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import type { WebhookRequest } from '@server/webhook/webhook-request';

let sent: WebhookRequest[];
let status: number;

const sendWebhook = async (request: WebhookRequest) => {
  sent.push(request);
  return status;
};

beforeEach(async () => {
  await page.viewport(1280, 800);
  sent = [];
  status = 200;
});
afterEach(async () => {
  for (const id of Object.keys(useBatchView.getState().entries)) await removeBatch(id);
  await unmountGateway();
});

async function openWebhook(path = '/local/settings#webhook') {
  const { screen } = await renderApp(path);
  const region = screen.getByRole('region', { name: 'Webhook' });
  return { screen, region, button: (name: string) => region.getByRole('button', { name }) };
}

describe('the webhook in the settings', () => {
  it('is saved, tested and removed', async () => {
    await mountGateway({ sendWebhook });
    const { region, button } = await openWebhook();
    await region.getByRole('textbox', { name: 'URL' }).fill('ntfy.sh/mine');
    await button('Save').click();
    await expect.element(region.getByText(/^Enter a URL that begins with/)).toBeVisible();
    await region.getByRole('textbox', { name: 'URL' }).fill('https://ntfy.sh/mine');
    await region.getByRole('radio', { name: 'Text (ntfy)' }).click();
    await region.getByLabelText('Secret').fill('not shown again');
    await button('Save').click();
    await expect.element(region.getByText('Nothing was sent yet.')).toBeVisible();
    await expect.element(region.getByLabelText('Secret')).toHaveValue('');
    await expect.element(button('Remove secret')).toBeVisible();

    await button('Send a test').click();
    await expect.element(region.getByText('Test delivered')).toBeVisible();
    expect(sent).toMatchObject([{ url: 'https://ntfy.sh/mine', headers: { title: 'Flowdeck test' } }]);
    status = 403;
    await button('Send a test').click();
    await expect.element(region.getByText('Test not delivered')).toBeVisible();
    await expect.element(region.getByText('ntfy.sh responded with 403.')).toBeVisible();

    await region.getByRole('radio', { name: 'JSON' }).click();
    await expect.element(button('Send a test')).toHaveAttribute('aria-disabled', 'true');
    await button('Remove webhook').click();
    await expect.element(button('Send a test')).not.toBeInTheDocument();
    await expect.element(region.getByRole('textbox', { name: 'URL' })).toHaveValue('');
  });

  it('tells of a gateway that has none', async () => {
    await mountGateway();
    const { region } = await openWebhook();
    await expect.element(region.getByText('This gateway has no webhook.')).toBeVisible();
  });

  it('reports a batch of this browser when it ends', async () => {
    await mountGateway({ sendWebhook });
    const { region, button } = await openWebhook();
    await region.getByRole('textbox', { name: 'URL' }).fill('https://hooks.example');
    await region.getByRole('radio', { name: 'Only outside batches' }).click();
    await button('Save').click();
    await expect.element(region.getByText('Nothing was sent yet.')).toBeVisible();
    const id = await startBatch(LOCAL_SURFACE, {
      title: 'Words',
      workflowText: JSON.stringify({ '1': scripted('ScriptText', { text: 'done' }) }),
      plan: {
        axes: [
          {
            label: 'text',
            inputs: [{ nodeId: '1', input: 'text', label: 'text' }],
            rows: ['one', 'two'].map((text) => ({ label: text, values: [text] })),
          },
        ],
      },
      limit: 2,
      draftId: null,
      needsPartnerKey: false,
    });
    await expect
      .poll(() => sent.map(({ body }) => JSON.parse(body) as unknown))
      .toMatchObject([{ type: 'batch.ended', batch_id: id, title: 'Words', jobs: { succeeded: 2 } }]);
  });
});
