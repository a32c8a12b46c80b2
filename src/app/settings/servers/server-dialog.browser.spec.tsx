import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { RelayFailure } from '@server/console/relay/relay-fetch';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';

const TOKEN = 'token-of-the-box';

let gateway: BrowserGateway;
let asked: string[];
let added: string[];

/**
 * box:8188 is a ComfyUI, box:8189 a Flowdeck gateway with a token; at port 8100 is a login page, at 8200 a server of jobs, and at 8300
 * one of models; there is nothing else, and no TLS.
 */
async function respond(request: Request): Promise<Response> {
  const url = new URL(request.url);
  asked.push(request.url);
  if (url.protocol === 'https:') throw new RelayFailure('tls', 'does not speak TLS at this port');
  const isComfyui = url.host === 'box:8188';
  if (isComfyui && url.pathname === '/system_stats') {
    return Response.json({ system: { comfyui_version: '0.33.0' }, devices: [] });
  }
  if (isComfyui && url.pathname === '/object_info') return Response.json({ KSampler: {} });
  if (url.port === '8100') return new Response(null, { status: 302, headers: { location: '/login' } });
  if (url.port === '8200' && url.pathname === '/api/v2/jobs') return Response.json({ jobs: [], has_more: false });
  if (url.port === '8300' && url.pathname === '/v2/models') return Response.json({ data: [], has_more: false });
  if (url.host !== 'box:8189') return new Response('nothing', { status: 404 });
  const isOpen = url.pathname === '/console/session';
  if (!isOpen && request.headers.get('authorization') !== `Bearer ${TOKEN}`) {
    return Response.json({ error: { code: 'unauthorized', message: 'Authentication required' } }, { status: 401 });
  }
  return gateway.app.fetch(new Request(location.origin + url.pathname + url.search));
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  asked = [];
  added = [];
  gateway = await mountGateway({
    relayFetch: respond,
    engineSetup: { problemWith: () => null, add: (url) => (added.push(url), null), remove: () => null },
  });
});
afterEach(unmountGateway);

async function openDialog(url: string, name = 'Box') {
  const { screen, queryClient } = await renderApp('/local/settings#servers');
  await screen.getByRole('button', { name: 'Add a server' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Add a server' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill(url);
  return { screen, dialog, queryClient };
}

it.each(['Test', 'Add'])('a ComfyUI is recognized on %s, and becomes an engine instead of a server', async (button) => {
  const { screen, dialog } = await openDialog('box:8188');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect.element(dialog.getByText('This is ComfyUI 0.33.0 with 1 node class.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use as engine of this computer' }).click();
  await expect.element(dialog.getByText(/It is connected\.$/)).toBeVisible();
  expect(added).toEqual(['http://box:8188']);
  for (const name of ['Test', 'Add', 'Cancel']) expect(dialog.getByRole('button', { name }).query()).toBeNull();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(screen.getByText('Box', { exact: true }).elements()).toEqual([]);
});

it('text that is no URL is reported at its field, and nothing is asked', async () => {
  const { dialog } = await openDialog('my server');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText('Enter an http or https URL without a user name or a password.')).toBeVisible();
  expect(asked).toEqual([]);
});

it('another address can be tested once a ComfyUI is connected', async () => {
  const { dialog } = await openDialog('box:8188');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await dialog.getByRole('button', { name: 'Use as engine of this computer' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill('box:8189');
  await expect.element(dialog.getByRole('button', { name: 'Test' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Done' })).not.toBeInTheDocument();
});

it('a ComfyUI and another gateway are recognized where a Model Router is expected', async () => {
  const { screen, dialog } = await openDialog('');
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await screen.getByRole('option', { name: 'Model Router' }).click();
  const url = dialog.getByRole('textbox', { name: 'URL', exact: true });
  await url.fill('http://box:8188');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText('This is ComfyUI 0.33.0 with 1 node class.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Use as engine of this computer' })).toBeVisible();
  // Its models alone are a choice.
  await url.fill('http://box:8189');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText('Model Router: the API key is missing or wrong')).toBeVisible();
  await expect.element(dialog.getByRole('combobox', { name: 'Kind' })).toHaveTextContent('Model Router');
});

it('a server of jobs is recognized where a Model Router is expected', async () => {
  const { screen, dialog } = await openDialog('');
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await screen.getByRole('option', { name: 'Model Router' }).click();
  await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill('http://cloud.example:8200');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const result = dialog.getByRole('list', { name: 'Result of the test' });
  await expect.element(result).toHaveTextContent('This server runs workflowsAdd it as “Managed service”.');
  await dialog.getByRole('button', { name: 'Use this kind' }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Kind' })).toHaveTextContent('Managed service');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText(/^Job API: connected/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(screen.getByText('Managed service · http://cloud.example:8200')).toBeVisible();
});

it('a Model Router is recognized where jobs are expected', async () => {
  const { dialog } = await openDialog('http://models.example:8300');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText('Add it as “Model Router”.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use this kind' }).click();
  await expect
    .element(dialog.getByRole('textbox', { name: 'URL', exact: true }))
    .toHaveValue('http://models.example:8300');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText(/^Model Router: connected/)).toBeVisible();
});

it('another gateway needs its address and its token, whatever kind was chosen', async () => {
  const { screen, dialog } = await openDialog('box:8189');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText('Enter the token that this gateway was started with.')).toBeVisible();
  await expect.element(dialog.getByRole('combobox', { name: 'Kind' })).toHaveTextContent('Self-hosted');
  await dialog.getByLabelText(/^API key(?! header)/).fill(TOKEN);
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText(/^Job API: connected/)).toBeVisible();
  await expect.element(dialog.getByText(/^Model Router: connected/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(screen.getByText('Self-hosted · http://box:8189')).toBeVisible();
});

it('another gateway that is added without a test has its models, too', async () => {
  const { screen, dialog } = await openDialog('http://box:8189/');
  await dialog.getByLabelText(/^API key(?! header)/).fill(TOKEN);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(screen.getByText('Self-hosted · http://box:8189')).toBeVisible();
  const { surfaces } = (await (await gateway.app.fetch(new Request(`${location.origin}/console/surfaces`))).json()) as {
    surfaces: object[];
  };
  expect(surfaces).toMatchObject([
    { kind: 'self-hosted', baseUrl: 'http://box:8189', routerBaseUrl: 'http://box:8189' },
  ]);
});

it('a server that is neither is tested as before', async () => {
  const { dialog } = await openDialog('http://other.example/api');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText('Job API: not at this path')).toBeVisible();
  expect(asked.filter((url) => url.endsWith('/system_stats'))).toEqual([]);
});

it.each(['box:8100', '127.0.0.1:8100', 'http://gpu.example:8100'])('%s asks for a login', async (url) => {
  const { dialog } = await openDialog(url);
  await dialog.getByRole('button', { name: 'Test' }).click();
  const result = dialog.getByRole('list', { name: 'Result of the test' });
  await expect.element(result).toHaveTextContent(`${url.replace('http://', '')} asks for a login.`);
  await expect.element(result).toHaveTextContent(/Enter the address of the server itself/);
});

it('a public address without TLS needs its scheme', async () => {
  const { dialog } = await openDialog('gpu.example:8200');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText('The secure connection to gpu.example:8200 failed.')).toBeVisible();
  await expect.element(dialog.getByText(/Try the address with http:\/\/ in front\.$/)).toBeVisible();
  expect(asked.filter((url) => url.startsWith('http://') && url.includes('/api/v2/'))).toEqual([]);
});

it('a private address without a scheme is tried over http', async () => {
  const { screen, dialog } = await openDialog('192.168.1.20:8200');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText(/^Job API: connected/)).toBeVisible();
  const url = dialog.getByRole('textbox', { name: 'URL', exact: true });
  await expect.element(url).toHaveValue('http://192.168.1.20:8200');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(screen.getByText('Managed service · http://192.168.1.20:8200')).toBeVisible();
});

it('a private address without a scheme is tried over http also if it is added without a test', async () => {
  const { screen, dialog } = await openDialog('192.168.1.20:8200');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(screen.getByText('Managed service · http://192.168.1.20:8200')).toBeVisible();
});

it('a server is tested without a name, which its host suggests', async () => {
  const { screen, dialog } = await openDialog('127.0.0.1:8200', '');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(dialog.getByText('A name is required.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText(/^Job API: connected/)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('127.0.0.1:8200');
  await expect.element(dialog.getByText('A name is required.')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(screen.getByText('Managed service · http://127.0.0.1:8200')).toBeVisible();
});

it('a URL that was typed for another kind is not kept where it is hidden', async () => {
  const { screen, dialog } = await openDialog('');
  const choose = async (kind: string) => {
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await screen.getByRole('option', { name: kind }).click();
  };
  const url = dialog.getByRole('textbox', { name: 'URL', exact: true });
  await choose('Model Router');
  await url.fill('http://other.example:8200');
  await choose('Self-hosted');
  await expect.element(url).toHaveValue('http://other.example:8200');
  await dialog.getByText('Advanced').click();
  await expect.element(dialog.getByRole('textbox', { name: 'URL of the models' })).toHaveValue('');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect.element(dialog.getByText(/^Job API: connected/)).toBeVisible();
  expect(dialog.getByText(/^Model Router:/).elements()).toEqual([]);
});

it('pages of a server read it again once it has another key', async () => {
  const { screen, dialog, queryClient } = await openDialog('http://box:8189/');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(screen.getByText('Self-hosted · http://box:8189')).toBeVisible();
  const { surfaces } = (await (await gateway.app.fetch(new Request(`${location.origin}/console/surfaces`))).json()) as {
    surfaces: { id: string }[];
  };
  const key = [surfaces[0]?.id, 'listJobs', 'head'];
  queryClient.setQueryData(key, 'as read with the key before');
  await screen.getByRole('button', { name: 'Edit' }).click();
  const editing = screen.getByRole('dialog', { name: 'Edit Box' });
  await editing.getByLabelText(/^API key(?! header)/).fill(TOKEN);
  await editing.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(editing).not.toBeInTheDocument();
  await expect.poll(() => queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});
