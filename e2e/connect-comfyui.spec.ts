import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GatewayStatus } from '@contract/console/gateway-status';
import { recording } from '@server/engines/comfyui/testing/recordings';
import { ComfyuiDouble } from '@server/engines/comfyui/testing/comfyui-double';
import { expectAccessible } from './axe';
import { ENGINE_TIME, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test as base } from './fixtures';

const frames = recording('steps-and-frames');

/** The embedded engine alone: the configuration lists no ComfyUI, so that one on this machine is not found. */
const test = base.extend<{ comfyui: ComfyuiDouble; config: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright demands the pattern
  comfyui: async ({}, provide) => {
    const comfyui = new ComfyuiDouble();
    comfyui.plays(frames);
    comfyui.version = '0.33.0';
    await comfyui.start();
    await provide(comfyui);
    if (comfyui.isOpen) await comfyui.stop();
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright demands the pattern
  config: async ({}, provide) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-config-'));
    const file = path.join(folder, 'flowdeck.config.json');
    await writeFile(file, '{ "engines": [] }');
    await provide(file);
    await rm(folder, { recursive: true, force: true });
  },
  gatewayFlags: async ({ config }, provide) => {
    await provide(['--engine', 'auto', '--config', config]);
  },
});

test('a dropped workflow runs on a ComfyUI that is connected by its address, without a restart or a reload', async ({
  page,
  files,
  comfyui,
  config,
  gateway,
  api,
}) => {
  const { host } = new URL(comfyui.url);
  await page.goto('/local/submit');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const workflow = await files.workflow('default_api.json', frames.graph);
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), workflow);
  const panel = page.getByRole('region', { name: /needs? ComfyUI, which is not connected/ });
  await expect(runButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(panel.getByText(/npm start|flowdeck --/)).toHaveCount(0);

  // First what goes wrong: nothing listens there.
  const address = panel.getByRole('textbox', { name: 'Address of ComfyUI' });
  await address.fill('127.0.0.1:1');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Nothing listens at 127.0.0.1:1.')).toBeVisible();
  await address.fill(`localhost:${host.split(':')[1]}/`);
  await expect(panel.getByText('Nothing listens')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Test' }).click();
  await expect(panel.getByText(/^This is ComfyUI 0\.33\.0 with \d+ node classes\.$/)).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Run workflows there' }).click();

  await expect(panel).toHaveCount(0);
  await expect(runButton(page)).not.toHaveAttribute('aria-disabled');
  await runButton(page).click();
  await expect.poll(async () => (await api.jobs()).map(({ status }) => status), ENGINE_TIME).toEqual(['succeeded']);
  expect(comfyui.executions).toHaveLength(1);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  expect(JSON.parse(await readFile(config, 'utf8'))).toEqual({ engines: [{ name: host, url: comfyui.url }] });
  await gateway.restart();
  const connected = async () => {
    const status = (await (await fetch(`${gateway.address}/console/status`)).json()) as GatewayStatus;
    return status.engine.comfyui?.state;
  };
  await expect.poll(connected, ENGINE_TIME).toBe('here');
});

test('a ComfyUI is connected and disconnected in the settings', async ({ page, comfyui, config }) => {
  const { host } = new URL(comfyui.url);
  await page.goto('/local/settings#connection');
  const section = page.getByRole('region', { name: 'ComfyUI' });
  await section.getByRole('textbox', { name: 'Address of ComfyUI' }).fill(comfyui.url);
  await section.getByRole('button', { name: 'Test' }).click();
  await section.getByRole('button', { name: 'Run workflows there' }).click();
  await section.getByRole('button', { name: `Disconnect ${host}` }).click();
  await expect(section.getByRole('textbox', { name: 'Address of ComfyUI' })).toBeVisible();
  expect(JSON.parse(await readFile(config, 'utf8'))).toEqual({ engines: [] });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(section.getByRole('button', { name: `Disconnect ${host}` })).toBeVisible();

  const second = new ComfyuiDouble();
  await second.start();
  try {
    await section.getByText('Connect another ComfyUI').click();
    await section.getByRole('textbox', { name: 'Address of ComfyUI' }).fill(second.url);
    await section.getByRole('button', { name: 'Test' }).click();
    await section.getByRole('button', { name: 'Run workflows there' }).click();
    const engines = page.getByRole('region', { name: 'Engines' });
    const other = new URL(second.url).host;
    await expect(engines.getByRole('listitem', { name: other })).toBeVisible();
    await engines.getByRole('button', { name: `Remove ${other}` }).click();
    await expect(section.getByRole('button', { name: `Disconnect ${host}` })).toBeVisible();
    await expectAccessible(page);
  } finally {
    await second.stop();
  }
});

test.describe('a gateway whose flags name the engines', () => {
  test.use({ gatewayFlags: ['--engine', 'embedded'] });

  test('says why a ComfyUI cannot be connected there, with the command', async ({ page, comfyui }) => {
    await page.goto('/local/settings#connection');
    const section = page.getByRole('region', { name: 'ComfyUI' });
    await section.getByRole('textbox', { name: 'Address of ComfyUI' }).fill(comfyui.url);
    await section.getByRole('button', { name: 'Test' }).click();
    await expect(section.getByText(`flowdeck --engine auto --comfyui ${comfyui.url}`)).toBeVisible();
    await expect(section.getByRole('button', { name: 'Run workflows there' })).toHaveCount(0);
  });
});
