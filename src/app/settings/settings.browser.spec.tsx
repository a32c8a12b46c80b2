import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LOCAL_SURFACE } from '@/api/surface';
import { removeBatch, startBatch } from '@/domains/batches/batches';
import { useBatchView } from '@/domains/batches/batches-store';
import { openCommandView } from '@/shared/dialog-requests/command-view';
import { t } from '@/lib/i18n/messages';
import { resetChoices } from '@/lib/settings/setting';
import { CHOICES, entryOf } from '@/lib/settings/stored-keys';
import { readText } from '@/lib/settings/stored-text';
import { themeSetting } from '@/lib/theme';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { watchDownloads } from '@/testing/watch-downloads';
import type { WebhookRequest } from '@server/webhook/webhook-request';
import { SETTINGS_SECTIONS } from './section-list';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  vi.restoreAllMocks();
  openCommandView(null);
  resetChoices();
  await unmountGateway();
});

describe('the settings page', () => {
  it('contains every setting, and applies and stores each change at once', async () => {
    const { screen } = await renderApp('/local/settings');
    const radio = (group: string, name: string) =>
      screen.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });
    await radio('Theme', 'Light').click();
    await expect.poll(themeSetting.get).toBe('light');
    await radio('Row height', 'Compact').click();
    await radio('Dates and times', 'UTC').click();
    await screen.getByRole('switch', { name: 'Live previews' }).click();
    await radio('After a single run', 'Go to the job').click();
    await radio('When seeds change', 'Before each run').click();
    await radio('Dropped media with a workflow', 'Use as input').click();
    await screen.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await screen.getByRole('textbox', { name: 'File names' }).fill('{seed}.{ext}');
    await expect.element(screen.getByRole('switch', { name: 'Notify me when a job finishes' })).toBeInTheDocument();
    const keys = [
      'density',
      'time-zone',
      'previews',
      'after-run',
      'seed-timing',
      'picture-drop',
      'single-keys',
      'zip-pattern',
    ];
    await expect
      .poll(() => keys.map((key) => readText(`flowdeck.${key}`)))
      .toEqual(['compact', 'utc', 'off', 'job', 'before', 'input', 'off', '{seed}.{ext}']);
    await expect
      .element(screen.getByRole('region', { name: 'Connection' }).getByText('Queue', { exact: true }))
      .toBeInTheDocument();
    await expect.element(screen.getByRole('region', { name: 'Storage' }).getByText('Job history')).toBeInTheDocument();
  });

  it('opens at the section in the URL, and moves the focus when another section is linked', async () => {
    const { screen } = await renderApp('/local/settings#storage');
    await expect.element(screen.getByRole('heading', { name: 'Storage' })).toBeInViewport();
    await screen.getByRole('link', { name: 'Appearance' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Appearance' })).toHaveFocus();
    await expect.element(screen.getByRole('heading', { name: 'Appearance' })).toBeInViewport();
    await expect.element(screen.getByRole('link', { name: 'Appearance' })).toHaveAttribute('aria-current', 'page');
  });

  it('is linked in the sidebar, and reachable from the job list', async () => {
    const { screen, router } = await renderApp('/local/jobs');
    await screen.getByRole('button', { name: 'View', exact: true }).click();
    await screen.getByRole('menuitem', { name: 'Time zone and other settings' }).click();
    await expect.poll(() => router.state.location.href).toBe('/local/settings#appearance');
    await expect.element(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('data-status', 'active');
  });

  it('shows each setting in the section that the table of stored keys defines', async () => {
    const { screen } = await renderApp('/local/settings');
    const rows = CHOICES.map(entryOf).filter(({ section }) => section !== undefined);
    expect(rows.length).toBeGreaterThan(9);
    for (const { section = '', label } of rows) {
      const [, title] = SETTINGS_SECTIONS.find(([id]) => id === section) ?? [];
      if (!title || !label) throw new Error(`Not on the settings page: ${section}`);
      const region = screen.getByRole('region', { name: t(title), exact: true });
      await expect.element(region.getByText(t(label), { exact: true })).toBeInTheDocument();
    }
  });
});

describe('on a phone', () => {
  it('gives access to commands, outbox, import, notifications and connection', async () => {
    await page.viewport(390, 844);
    const { screen, router } = await renderApp('/local/jobs');
    await awaitShortcuts();
    const more = screen.getByRole('button', { name: /^More/ });
    const sheet = screen.getByRole('dialog', { name: 'More' });
    const choose = async (role: 'button' | 'link', name: RegExp) => {
      await more.click();
      await sheet.getByRole(role, { name }).click();
    };
    await choose('button', /^Commands/);
    await expect.element(screen.getByRole('dialog', { name: 'Commands' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    // The sheet does not list an empty outbox.
    await expect.element(sheet).not.toBeInTheDocument();
    await more.click();
    await expect.element(sheet.getByRole('button', { name: /^Connection/ })).toBeVisible();
    await expect.element(sheet.getByRole('button', { name: /^Outbox/ })).not.toBeInTheDocument();
    await sheet.getByRole('button', { name: /^Commands/ }).click();
    await screen
      .getByRole('dialog', { name: 'Commands' })
      .getByRole('option', { name: /^Outbox/ })
      .click();
    await expect.element(screen.getByRole('dialog', { name: 'Outbox' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await choose('button', /^Connection/);
    await expect.element(screen.getByRole('dialog', { name: 'Connection' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await choose('link', /^Notifications/);
    await expect.poll(() => router.state.location.href).toBe('/local/settings#notifications');
    const notify = screen.getByRole('switch', { name: 'Notify me when a job finishes' });
    await expect.element(notify).toBeInViewport();

    // The file dialog of the browser is not visible to the test.
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
    await choose('button', /^Import jobs/);
    await expect.poll(() => opened.mock.contexts.map((input) => (input as HTMLInputElement).type)).toEqual(['file']);
    opened.mockRestore();
  });
});

async function openWebhook() {
  const { screen } = await renderApp('/local/settings#webhook');
  const region = screen.getByRole('region', { name: 'Webhook' });
  return { region, button: (name: string) => region.getByRole('button', { name }) };
}

describe('the webhook in the settings', () => {
  let sent: WebhookRequest[];
  let status: number;

  const sendWebhook = async (request: WebhookRequest) => {
    sent.push(request);
    return status;
  };

  beforeEach(() => {
    sent = [];
    status = 200;
  });
  afterEach(async () => {
    for (const id of Object.keys(useBatchView.getState().entries)) await removeBatch(id);
  });

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

async function openDiagnostics() {
  const { screen } = await renderApp('/local/settings#diagnostics');
  const region = screen.getByRole('region', { name: 'Diagnostics', exact: true });
  const report = region.getByRole('region', { name: 'Diagnostics report' });
  const button = (name: string) => region.getByRole('button', { name });
  return { report, button };
}

describe('the diagnostics', () => {
  it('show the report first, and save exactly what they show', async () => {
    themeSetting.set('light');
    const { report, button } = await openDiagnostics();
    await expect.element(button('Save as a file')).not.toBeInTheDocument();
    await button('Make a report').click();
    await expect.element(report).toHaveTextContent(/"version": "0\.0\.0-test"/);
    await expect.element(report).toHaveTextContent(/"theme": "light"/);
    const downloads = watchDownloads();
    await button('Save as a file').click();
    expect(downloads).toMatchObject([{ name: expect.stringMatching(/^flowdeck-diagnostics-[\d-]+\.json$/) }]);
    const saved = await (await fetch(downloads[0]?.url ?? '')).text();
    expect(saved).toBe(report.element().textContent);
    expect(JSON.parse(saved)).toMatchObject({ gateway: { status: { engine: { name: 'scripted' } } } });
  });

  it('report the browser even if the gateway does not respond', async () => {
    gateway.worker.use(http.get('*/console/diagnostics', () => HttpResponse.error()));
    const { report, button } = await openDiagnostics();
    await button('Make a report').click();
    await expect.element(report).toHaveTextContent(/"problem": /);
    await expect.element(report).toHaveTextContent(/"browser": "Mozilla/);
  });
});
