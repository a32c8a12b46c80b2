import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { originsOf } from '@contract/console/surfaces';
import { forgetKey, keepKey, lockKey } from '@/api/change-keys';
import { partnerKeys } from '@/api/partner-keys';
import { credentials } from '@/api/surfaces/direct-credentials';
import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { afterRunSetting } from '@/features/submit/draft/run-count';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { HOSTED_KEY, HostedServers, QUICK_GRAPH } from '@/testing/hosted-servers';
import { renderApp, type RenderedApp } from '@/testing/render-app';
import { forgetRuns } from '@/testing/run-fixtures';

const PASSPHRASE = 'correct horse';
const WRONG = /^Wrong passphrase, or the stored key was changed\. Try again/;

type Screen = RenderedApp['screen'];

let gateway: BrowserGateway;
/** Of this test alone: the page probes a server in the background, and may do so after the test that unlocked it. */
let cloud: string;
let servers: HostedServers;
/** Requests to the server: method, path, credential and text of the body. */
let sent: { call: string; bearer: string | null; body: string }[];

beforeEach(async () => {
  await page.viewport(1280, 900);
  gateway = await mountGateway();
  servers = new HostedServers();
  afterRunSetting.set('job');
  cloud = `https://cloud-${crypto.randomUUID()}.example`;
  sent = [];
});
afterEach(async () => {
  vi.unstubAllGlobals();
  forgetKey(partnerKeys, cloud);
  await servers.close();
  await unmountGateway();
});

/** A directly reached server, whose key is encrypted on this device, and locked as after a load. */
async function openLocked(kind: 'serverless' | 'router' = 'serverless') {
  const hosted = await servers.open(gateway, cloud, { kind });
  const own = sent;
  gateway.worker.use(
    http.all(`${cloud}/*`, async ({ request }) => {
      const call = `${request.method} ${new URL(request.url).pathname}`;
      own.push({ call, bearer: request.headers.get('authorization'), body: await request.clone().text() });
      return hosted.fetch(request);
    }),
  );
  const urls = kind === 'router' ? { routerBaseUrl: cloud } : { baseUrl: cloud };
  servers.configure({ id: 'cloud', name: 'Cloud', kind, ...urls });
  const origins = originsOf({ baseUrl: null, routerBaseUrl: null, ...urls });
  const entered = { id: 'cloud', origins, value: { value: HOSTED_KEY, origins } };
  await keepKey(credentials, entered, { place: 'device', passphrase: PASSPHRASE });
  lockKey(credentials, 'cloud');
}

async function openDraft(surfaceId: string, graph: object): Promise<RenderedApp> {
  const draft = makeDraft(surfaceId, { text: JSON.stringify(graph), title: 'test.json', origin: 'file' }, Date.now());
  await writeDraft(draft);
  return renderApp(`/${surfaceId}/submit/${draft.id}`);
}

async function unlock(screen: Screen, label: string) {
  await screen.getByLabelText(label).fill(PASSPHRASE);
  await screen.getByRole('button', { name: 'Unlock' }).last().click();
}

async function choose(screen: Screen, place: string) {
  await screen.getByRole('combobox', { name: 'Keep the key' }).click();
  await screen.getByRole('option', { name: place }).click();
}

async function enterPartnerKey(screen: Screen, place: string) {
  const panel = screen.getByRole('region', { name: /partner node/ });
  await panel.getByLabelText('API key for partner nodes').fill('partner-secret');
  await choose(screen, place);
  return panel;
}

const readableText = () => JSON.stringify({ ...localStorage, ...sessionStorage });

describe('a server whose key is locked', () => {
  it('gets no request until its passphrase was entered, which can be tried again', async () => {
    await openLocked();
    const { screen } = await renderApp('/cloud/jobs');
    await expect.element(screen.getByRole('heading', { name: 'Key locked' })).toBeVisible();
    await expect.element(screen.getByText('The key of Cloud is locked. Enter your passphrase.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Cloud.*Key locked/ })).toBeVisible();
    await screen.getByLabelText('Passphrase for Cloud').fill('wrong horse');
    await screen.getByRole('button', { name: 'Unlock' }).click();
    await expect.element(screen.getByText(WRONG)).toBeVisible();
    expect(sent).toEqual([]);
    await unlock(screen, 'Passphrase for Cloud');
    await expect.element(screen.getByRole('heading', { name: /No jobs/ })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Cloud.*Connected/ })).toBeVisible();
    expect(new Set(sent.map(({ bearer }) => bearer))).toEqual(new Set([`Bearer ${HOSTED_KEY}`]));
    expect(readableText()).not.toContain(HOSTED_KEY);
  });

  it('is not sent a workflow, and runs it once it is unlocked', async () => {
    await openLocked();
    const { screen, router } = await openDraft('cloud', QUICK_GRAPH);
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.element(screen.getByText('The key of Cloud is locked. Enter your passphrase.')).toBeVisible();
    expect(sent).toEqual([]);
    await unlock(screen, 'Passphrase for Cloud');
    await expect.element(screen.getByLabelText('Passphrase for Cloud')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/cloud\/jobs\/.+/);
    expect(sent.find(({ call }) => call === 'POST /api/v2/jobs')?.bearer).toBe(`Bearer ${HOSTED_KEY}`);
  });

  it('is not sent a call of a model, and runs it once it is unlocked', async () => {
    await openLocked('router');
    const { screen, router } = await renderApp('/cloud/models');
    await unlock(screen, 'Passphrase for Cloud');
    await screen.getByRole('link', { name: /echo/i }).first().click();
    await expect.poll(() => router.state.location.pathname).toBe('/cloud/models/scripted/echo');
    await screen.getByRole('textbox', { name: /prompt/i }).fill('fog');
    lockKey(credentials, 'cloud');
    await screen.getByRole('button', { name: /^Run(?! on)/ }).click();
    await expect.element(screen.getByLabelText('Passphrase for Cloud').first()).toBeVisible();
    // Reads may be under way while the key is locked.
    expect(sent.filter(({ call }) => !call.startsWith('GET'))).toEqual([]);
    await unlock(screen, 'Passphrase for Cloud');
    // Deriving the key takes long on a busy machine. Until then, the run would fail again.
    await expect.element(screen.getByLabelText('Passphrase for Cloud')).not.toBeInTheDocument();
    await screen
      .getByRole('button', { name: /^(?:Try again|Run again)/ })
      .first()
      .click();
    await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
    await forgetRuns();
  });

  it('can be edited, unlocked, locked again and forgotten in the settings', async () => {
    await openLocked();
    const { screen } = await renderApp('/local/settings#servers');
    await expect.element(screen.getByLabelText('Passphrase for Cloud')).toBeVisible();
    await screen.getByRole('button', { name: 'Edit' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Edit Cloud' });
    await expect.element(dialog.getByText(/^The stored key is locked\. Unlock it in the list/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Test' })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await unlock(screen, 'Passphrase for Cloud');
    await expect.element(screen.getByLabelText('Passphrase for Cloud')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Actions for Cloud' }).click();
    await screen.getByRole('menuitem', { name: 'Lock the key' }).click();
    await expect.element(screen.getByText('Key locked').first()).toBeVisible();
    await screen.getByRole('button', { name: 'Forget the key' }).click();
    await expect.element(screen.getByLabelText('Passphrase for Cloud')).not.toBeInTheDocument();
    expect(localStorage.getItem('flowdeck.credential.cloud')).toBeNull();
  });
});

describe('a key that is entered for a server', () => {
  it('is encrypted on this device with a passphrase of enough characters', async () => {
    await servers.open(gateway, cloud);
    const { screen } = await renderApp('/local/settings#servers');
    await screen.getByRole('button', { name: 'Add a server' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Add a server' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Cloud');
    await dialog.getByRole('textbox', { name: 'URL' }).fill(cloud);
    await dialog.getByLabelText('API key').fill(HOSTED_KEY);
    await dialog.getByRole('radio', { name: 'Directly from this page' }).click();
    await expect
      .element(dialog.getByRole('combobox', { name: 'Keep the key' }))
      .toHaveTextContent('Until this page is closed');
    await choose(screen, 'On this device');
    await dialog.getByRole('checkbox', { name: 'Encrypt it with a passphrase' }).click();
    await dialog.getByLabelText('Passphrase', { exact: true }).fill('short');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.element(dialog.getByText('A passphrase has at least 8 characters.')).toBeVisible();
    await dialog.getByLabelText('Passphrase', { exact: true }).fill(PASSPHRASE);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.element(screen.getByText(/^Connected/)).toBeVisible();
    expect(JSON.parse(localStorage.getItem('flowdeck.credential.cloud') ?? '')).toMatchObject({ sealed: 1 });
    expect(readableText()).not.toMatch(new RegExp(`${HOSTED_KEY}|${PASSPHRASE}`));
    forgetKey(credentials, 'cloud');
  });

  it('cannot be encrypted in a page over plain http, with the reason', async () => {
    vi.stubGlobal('isSecureContext', false);
    const { screen } = await renderApp('/local/settings#servers');
    await screen.getByRole('button', { name: 'Add a server' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Add a server' });
    await dialog.getByRole('radio', { name: 'Directly from this page' }).click();
    await choose(screen, 'On this device');
    const encrypt = dialog.getByRole('checkbox', { name: 'Encrypt it with a passphrase' });
    await expect.element(encrypt).toBeDisabled();
    await expect.element(encrypt).toHaveAccessibleDescription(/^Encryption needs https, or a page of this computer/);
  });
});

describe('a key for partner nodes', () => {
  const graph = { ...QUICK_GRAPH, '3': { class_type: 'KlingTextToVideoNode', inputs: { prompt: 'A boat' } } };

  beforeEach(async () => {
    await openLocked();
    forgetKey(credentials, 'cloud');
    servers.configure({ id: 'cloud', name: 'Cloud', baseUrl: cloud });
  });

  it.each([
    ['Until this page is closed', 'Kept until this page is closed.', []],
    ['In this tab', 'Kept in this tab.', ['session']],
    ['On this device', 'Kept on this device, unencrypted.', ['local']],
  ])('is kept %s, and nowhere else', async (place, kept, areas) => {
    const { screen } = await openDraft('cloud', graph);
    const panel = await enterPartnerKey(screen, place);
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect.element(panel.getByText(`Runs use your API key. ${kept}`)).toBeVisible();
    const holds = (storage: Storage) => JSON.stringify({ ...storage }).includes('partner-secret');
    expect([...(holds(sessionStorage) ? ['session'] : []), ...(holds(localStorage) ? ['local'] : [])]).toEqual(areas);
    await panel.getByRole('button', { name: 'Remove' }).click();
    await expect.element(panel.getByLabelText('API key for partner nodes')).toHaveFocus();
    expect(readableText()).not.toContain('partner-secret');
  });

  it('is asked for by its passphrase while it is locked, and is then sent with the run', async () => {
    const { screen } = await openDraft('cloud', graph);
    const panel = await enterPartnerKey(screen, 'On this device');
    await panel.getByRole('checkbox', { name: 'Encrypt it with a passphrase' }).click();
    await panel.getByLabelText('Passphrase', { exact: true }).fill(PASSPHRASE);
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect.element(panel.getByText('Runs use your API key. Encrypted on this device.')).toBeVisible();
    expect(readableText()).not.toContain('partner-secret');

    await panel.getByRole('button', { name: 'Lock' }).click();
    const run = screen.getByRole('button', { name: 'Run', exact: true });
    await expect.element(run).toHaveAccessibleDescription('Unlock the key for the partner nodes first.');
    await expect.element(panel.getByText('The key for partner nodes is locked. Enter your passphrase.')).toBeVisible();
    await expect.element(panel.getByLabelText('Passphrase')).toHaveFocus();
    await screen.getByRole('button', { name: 'Unlock' }).last().click();
    await expect.element(panel.getByLabelText('Passphrase')).toHaveFocus();
    await panel.getByLabelText('Passphrase').fill('wrong horse');
    await panel.getByRole('button', { name: 'Unlock' }).click();
    await expect.element(panel.getByText(WRONG)).toBeVisible();
    await panel.getByLabelText('Passphrase').fill(PASSPHRASE);
    await panel.getByRole('button', { name: 'Unlock' }).click();
    await expect.element(panel.getByText('Runs use your API key. Encrypted on this device.')).toBeVisible();
    await run.click();
    const posted = () => sent.find(({ call }) => call === 'POST /api/v2/jobs');
    await expect.poll(posted).toBeDefined();
    expect(JSON.parse(posted()?.body ?? '')).toMatchObject({ extra_data: { api_key_svc_org: 'partner-secret' } });
  });
});
