import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EngineChangeProblem } from '@contract/console/engine-probe';
import { RelayFailure } from '@server/console/relay/relay-fetch';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';

/** By port: what is at each address of the test. */
let at: Record<string, (path: string) => Response>;
let problem: EngineChangeProblem | null;
let added: string[];

const comfyui = (version: string) => (path: string) =>
  path === '/object_info'
    ? Response.json({ KSampler: {}, VAEDecode: {} })
    : Response.json({ system: { comfyui_version: version }, devices: [{ name: 'cuda:0 Card' }] });

beforeEach(async () => {
  await page.viewport(1280, 800);
  at = {};
  problem = null;
  added = [];
  const gateway = await mountGateway({
    relayFetch: ({ url }) => {
      const { port, pathname } = new URL(url);
      const respond = at[port];
      return respond ? Promise.resolve(respond(pathname)) : Promise.reject(new RelayFailure('refused', 'refused'));
    },
    engineSetup: { problemWith: () => problem, add: (url) => (added.push(url), null), remove: () => null },
  });
  Object.assign(gateway.engine, { comfyui: () => null });
});
afterEach(unmountGateway);

async function openPanel() {
  const { screen } = await renderApp('/local/settings#connection');
  const section = screen.getByRole('region', { name: 'ComfyUI', exact: true });
  const address = section.getByRole('textbox', { name: 'Address of ComfyUI' });
  await expect.element(address).toBeVisible();
  return { screen, section, address };
}

describe('the panel that connects a ComfyUI', () => {
  it('tests the address that is typed, on Enter, and adds it', async () => {
    at['8188'] = comfyui('0.33.0');
    const { section, address } = await openPanel();
    await expect.element(section.getByRole('button', { name: 'Test' })).toHaveAttribute('aria-disabled', 'true');
    await address.fill('box');
    await userEvent.keyboard('{Enter}');
    await expect.element(section.getByText('This is ComfyUI 0.33.0 with 2 node classes.')).toBeVisible();
    await expect.element(section.getByText('Card', { exact: true })).toBeVisible();
    await section.getByRole('button', { name: 'Run workflows there' }).click();
    await expect.element(section.getByText(/It is connected\.$/)).toBeVisible();
    expect(added).toEqual(['http://box:8188']);
  });

  it('warns about a ComfyUI whose node classes cannot be read, also once it is connected', async () => {
    const whole = comfyui('0.33.0');
    at['8188'] = (path) => (path === '/object_info' ? new Response('', { status: 500 }) : whole(path));
    const { section, address } = await openPanel();
    await address.fill('box');
    await userEvent.keyboard('{Enter}');
    const status = section.getByRole('status');
    await expect.element(status.getByText(/^This is ComfyUI 0\.33\.0, but its node classes cannot/)).toBeVisible();
    await expect.element(status.getByText(/disable that custom node, restart ComfyUI/)).toBeVisible();
    await section.getByRole('button', { name: 'Run workflows there' }).click();
    await expect.element(status.getByText(/cannot be read\. It is connected\.$/)).toBeVisible();
    await expect.element(status.getByText(/disable that custom node, restart ComfyUI/)).toBeVisible();
  });

  it('says what is wrong with an address, and forgets it once another is typed', async () => {
    const { section, address } = await openPanel();
    await address.fill('my box');
    await section.getByRole('button', { name: 'Test' }).click();
    await expect.element(address).toBeInvalid();
    await expect.element(address).toHaveAccessibleDescription(/Enter an address such as/);
    await address.fill('box:9');
    await expect.element(address).toBeValid();
    await section.getByRole('button', { name: 'Test' }).click();
    const status = section.getByRole('status');
    await expect.element(status).toHaveTextContent(/^Nothing listens at box:9\.Start ComfyUI/);
    await address.fill('box:1');
    await expect.element(status).toBeEmptyDOMElement();
  });

  it('adds another gateway as a server, at the address that was typed', async () => {
    at['8189'] = (path) =>
      path === '/console/session'
        ? Response.json({ needsToken: true, isSignedIn: false })
        : new Response('', { status: 401 });
    const { screen, section, address } = await openPanel();
    await address.fill('box:8189');
    await userEvent.keyboard('{Enter}');
    await expect.element(section.getByText('box:8189 is another Flowdeck gateway, not ComfyUI.')).toBeVisible();
    await section.getByRole('button', { name: 'Add as a server' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Add a server' });
    await expect.element(dialog.getByRole('textbox', { name: 'URL', exact: true })).toHaveValue('http://box:8189');
    await expect.element(dialog.getByRole('combobox', { name: 'Kind' })).toHaveTextContent('Self-hosted');
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('box:8189');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(section.getByText('It is one of your servers.')).toBeVisible();
    expect(section.getByRole('button', { name: 'Add as a server' }).query()).toBeNull();
  });

  it('shows what to add where it cannot be added by a click', async () => {
    at['8188'] = comfyui('0.33.0');
    problem = { obstacle: 'named_by_flag', file: null, line: '--comfyui http://box:8188' };
    const { section, address } = await openPanel();
    await address.fill('box');
    await userEvent.keyboard('{Enter}');
    await expect.element(section.getByText('--comfyui http://box:8188')).toBeVisible();
    expect(section.getByRole('button', { name: 'Run workflows there' }).query()).toBeNull();
  });

  it('looks on this computer: tests the only one, and lists several', async () => {
    at['8000'] = comfyui('0.3.64');
    const { section, address } = await openPanel();
    const look = section.getByRole('button', { name: 'Look on this computer' });
    await look.click();
    await expect.element(section.getByText('This is ComfyUI 0.3.64 with 2 node classes.')).toBeVisible();
    await expect.element(address).toHaveValue('http://127.0.0.1:8000');
    at['8188'] = comfyui('0.33.0');
    await look.click();
    const found = section.getByRole('list', { name: 'Found on this computer' });
    await expect.element(found).toHaveTextContent('ComfyUI 0.33.0');
    await found.getByRole('button', { name: 'Test http://127.0.0.1:8188' }).click();
    await expect.element(section.getByText('This is ComfyUI 0.33.0 with 2 node classes.')).toBeVisible();
    at = {};
    await look.click();
    await expect.element(section.getByText('No ComfyUI was found on the usual ports.')).toBeVisible();
  });
});
