import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { switchSingleKeys } from '@/lib/character-shortcuts';
import { readText } from '@/lib/local-storage';
import { applyTheme, readTheme } from '@/lib/theme';
import { resetKeys } from '@/shared/shortcuts/keymap';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { http } from 'msw';
import { openCommandView } from './overlay-store';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  openCommandView(null);
  switchSingleKeys(true);
  applyTheme('system');
  await unmountGateway();
});

const named = (title: string) => ({ flowdeck_title: title });
const hanging = { '1': scripted('ScriptHang') };

/** The layer of the keys is there when the title tells of the job that runs. */
async function renderWithKeys(path = '/local/jobs') {
  await gateway.submit(hanging, named('Long one'));
  const app = await renderApp(path);
  await expect.poll(() => document.title, { timeout: 10_000 }).toMatch(/^\(1\) /);
  return app;
}

describe('the palette', () => {
  it('takes what is typed before its code is there', async () => {
    const { screen } = await renderWithKeys();
    await userEvent.keyboard('{Control>}k{/Control}sample');
    await expect.element(screen.getByRole('combobox')).toHaveValue('sample');
    await expect.element(screen.getByRole('option', { name: /^Open a sample/ })).toBeVisible();
  });

  it('opens by its button, and closes by its own keys and by Escape, with the focus back', async () => {
    const { screen } = await renderWithKeys();
    const button = screen.getByRole('button', { name: 'Commands' });
    await button.click();
    await expect.element(screen.getByRole('combobox')).toHaveFocus();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(button).toHaveFocus();
    await button.click();
    await expect.element(screen.getByRole('combobox')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
  });

  it('switches the theme, and the switch follows', async () => {
    const { screen, router } = await renderWithKeys();
    await router.navigate({ to: '/$surface/settings', params: { surface: 'local' } });
    await expect.element(screen.getByRole('radio', { name: 'System' })).toBeChecked();
    await userEvent.keyboard('{Control>}k{/Control}light');
    await expect.element(screen.getByRole('option', { name: /^Light theme/ })).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.poll(readTheme).toBe('light');
    await expect.element(screen.getByRole('radio', { name: 'Light' })).toBeChecked();
  });

  it('says that the jobs could not be read, and never that there are none', async () => {
    const { screen } = await renderWithKeys('/local/submit');
    gateway.worker.use(http.get('*/api/v2/jobs', () => problem(500, 'upstream_error', 'The disk is tired.')));
    await userEvent.keyboard('{Control>}k{/Control}zzzz');
    await expect.element(screen.getByText(/Jobs could not be loaded/)).toBeVisible();
  });
});

describe('the page of a job', () => {
  it('is told by name what its buttons do, and says what rests', async () => {
    const job = await gateway.submit(hanging, named('Long one'));
    await expect.poll(async () => (await gateway.read(job.id)).status).toBe('running');
    const { screen, router } = await renderApp(`/local/jobs/${job.id}`);
    await screen.getByRole('button', { name: 'Commands' }).click();
    await userEvent.keyboard('cancel');
    await screen.getByRole('option', { name: /^Cancel this job/ }).click();
    await screen.getByRole('button', { name: 'Cancel 1 job' }).click();
    await expect.poll(async () => (await gateway.read(job.id)).status).toBe('canceled');
    await screen.getByRole('button', { name: 'Done' }).click();
    await expect.element(screen.getByRole('button', { name: 'Cancel', exact: true })).not.toBeInTheDocument();

    await screen.getByRole('button', { name: 'Commands' }).click();
    await userEvent.keyboard('cancel');
    const resting = screen.getByRole('option', { name: /^Cancel this job.*already ended: canceled/ });
    await resting.click();
    await expect.element(resting).toBeVisible();
    await screen.getByRole('combobox').fill('tab json');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('tab', { name: 'JSON' })).toHaveAttribute('aria-selected', 'true');
    expect(router.state.location.search).toMatchObject({ tab: 'json' });
  });
});

describe('single keys', () => {
  it('rest while somebody types, and under a layer', async () => {
    const { screen, router } = await renderWithKeys();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(screen.getByRole('combobox')).toHaveFocus();
    await userEvent.keyboard('gs?');
    await expect.element(screen.getByRole('combobox')).toHaveValue('gs?');
    expect(router.state.location.pathname).toBe('/local/jobs');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }).query()).toBeNull();
  });

  it('do nothing once they are switched off, but the arrows of the list', async () => {
    const { screen, router } = await renderWithKeys();
    switchSingleKeys(false);
    const row = screen.getByRole('link', { name: 'Long one' });
    await userEvent.keyboard('jgs?');
    await expect.element(row).not.toHaveFocus();
    expect(router.state.location.pathname).toBe('/local/jobs');
    switchSingleKeys(true);
    await userEvent.keyboard('j');
    await expect.element(row).toHaveFocus();
  });
});

describe('changed keys', () => {
  const sheet = 'Keyboard shortcuts';
  afterEach(resetKeys);

  it('are told when another command has them, taken from it on request, stored, shown and reset', async () => {
    const { screen, router } = await renderWithKeys();
    await userEvent.keyboard('?');
    const dialog = screen.getByRole('dialog', { name: sheet });
    await dialog.getByRole('link', { name: 'Change shortcuts' }).click();
    await screen.getByRole('button', { name: 'Change shortcuts' }).click();
    await screen.getByRole('button', { name: 'Change the key of Jobs', exact: true }).click();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(screen.getByText('Ctrl K is used by “Commands”.')).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(readText('flowdeck.shortcuts')).toBeNull();

    await screen.getByRole('button', { name: 'Change the key of Jobs', exact: true }).click();
    await userEvent.keyboard('?');
    await screen.getByRole('button', { name: 'Use it here' }).click();
    await expect.poll(() => readText('flowdeck.shortcuts')).toBe('{"go-jobs":["?"],"help":[]}');

    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await userEvent.keyboard('?');
    await expect.poll(() => router.state.location.pathname).toBe('/local/jobs');
    await userEvent.keyboard('{Control>}k{/Control}jobs');
    await expect.element(screen.getByRole('option', { name: /^Jobs Question mark/ })).toBeInTheDocument();
    await screen.getByRole('combobox').fill('keyboard sh');
    await userEvent.keyboard('{Enter}');
    await dialog.getByRole('link', { name: 'Change shortcuts' }).click();
    await screen.getByRole('button', { name: 'Reset all' }).click();
    await expect.poll(() => readText('flowdeck.shortcuts')).toBeNull();
  });
});

it('finds a model by its name, and opens it', async () => {
  const { screen, router } = await renderWithKeys();
  await userEvent.keyboard('{Control>}k{/Control}echo');
  const model = screen.getByRole('group', { name: 'Models' }).getByRole('option').first();
  await expect.element(model).toBeVisible();
  await model.click();
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/models\/.+\/.*echo/);
});
