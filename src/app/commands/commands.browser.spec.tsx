import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { singleKeysSetting } from '@/lib/keyboard/character-shortcuts';
import { readText } from '@/lib/settings/stored-text';
import { themeSetting } from '@/lib/theme';
import { resetKeys } from '@/shared/commands/keymap';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { http, HttpResponse } from 'msw';
import { openCommandView } from '@/shared/dialog-requests/command-view';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  openCommandView(null);
  singleKeysSetting.set(true);
  themeSetting.set('system');
  await unmountGateway();
});

const named = (title: string) => ({ flowdeck_title: title });
const hanging = { '1': scripted('ScriptHang') };

/** The layer of the keys is there when the title tells of the job that runs. */
async function renderWithKeys(path = '/local/jobs') {
  await gateway.submit(hanging, named('Long one'));
  const app = await renderApp(path);
  await expect.poll(() => document.title).toMatch(/^\(1\) /);
  return app;
}

describe('the palette', () => {
  it('accepts text that is typed before its code has loaded', async () => {
    const { screen } = await renderWithKeys();
    await userEvent.keyboard('{Control>}k{/Control}sample');
    await expect.element(screen.getByRole('combobox')).toHaveValue('sample');
    await expect.element(screen.getByRole('option', { name: /^Open a sample/ })).toBeVisible();
  });

  it('opens with its button, closes with its shortcut and Escape, and restores the focus', async () => {
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

  it('opens the snippets and wildcard lists on any page', async () => {
    const { screen } = await renderWithKeys();
    for (const [title, added] of [
      ['Snippets', 'New snippet'],
      ['Wildcard lists', 'New wildcard list'],
    ] as const) {
      await userEvent.keyboard('{Control>}k{/Control}');
      await screen.getByRole('combobox').fill(title);
      await screen.getByRole('option', { name: title, exact: true }).click();
      const dialog = screen.getByRole('dialog', { name: title });
      await dialog.getByRole('button', { name: /^New / }).click();
      await expect.element(screen.getByRole('dialog', { name: added })).toBeVisible();
      await screen.getByRole('button', { name: 'Cancel' }).click();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect.element(dialog).not.toBeInTheDocument();
    }
  });

  it('changes the theme, and the theme setting reflects it', async () => {
    const { screen, router } = await renderWithKeys();
    await router.navigate({ to: '/$surface/settings', params: { surface: 'local' } });
    await expect.element(screen.getByRole('radio', { name: 'System' })).toBeChecked();
    await userEvent.keyboard('{Control>}k{/Control}light');
    await expect.element(screen.getByRole('option', { name: /^Light theme/ })).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.poll(themeSetting.get).toBe('light');
    await expect.element(screen.getByRole('radio', { name: 'Light' })).toBeChecked();
  });

  it('selects the best match of all groups', async () => {
    await gateway.submit(hanging, named('Running'));
    const { screen } = await renderWithKeys();
    await userEvent.keyboard('{Control>}k{/Control}running');
    await expect.element(screen.getByRole('option').first()).toHaveTextContent(/^Running(?! jobs)/);
    await expect.element(screen.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await expect.element(screen.getByRole('option', { name: /^Running jobs/ })).toBeVisible();
  });

  it('shows an error if signing out failed', async () => {
    gateway.worker.use(
      http.get('*/console/session', () => HttpResponse.json({ needsToken: true, isSignedIn: true })),
      http.delete('*/console/session', () => HttpResponse.error()),
    );
    const { screen } = await renderWithKeys();
    await userEvent.keyboard('{Control>}k{/Control}sign out');
    await expect.element(screen.getByRole('option', { name: /^Sign out/ })).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('Could not sign out')).toBeVisible();
  });

  it('shows an error if the jobs could not be read, not an empty list', async () => {
    const { screen } = await renderWithKeys('/local/submit');
    gateway.worker.use(http.get('*/api/v2/jobs', () => problem(500, 'upstream_error', 'The disk is tired.')));
    await userEvent.keyboard('{Control>}k{/Control}zzzz');
    await expect.element(screen.getByText(/Jobs could not be loaded/)).toBeVisible();
  });
});

describe('the commands of the job page', () => {
  it('do the same as its buttons, and give the reason if they are disabled', async () => {
    const job = await gateway.submit(hanging, named('Long one'));
    await expect.poll(async () => (await gateway.read(job.id)).status).toBe('running');
    const { screen, router } = await renderApp(`/local/jobs/${job.id}`);
    await screen.getByRole('button', { name: 'Commands' }).click();
    await expect.element(screen.getByRole('option', { name: /^Star/ })).toBeVisible();
    // Nobody came here through a list.
    await expect.element(screen.getByRole('option', { name: /^Next job in list/ })).not.toBeInTheDocument();
    await userEvent.keyboard('cancel');
    await screen.getByRole('option', { name: /^Cancel/ }).click();
    await screen.getByRole('button', { name: 'Cancel 1 job' }).click();
    await expect.poll(async () => (await gateway.read(job.id)).status).toBe('canceled');
    await screen.getByRole('button', { name: 'Done' }).click();
    await expect.element(screen.getByRole('button', { name: 'Cancel', exact: true })).not.toBeInTheDocument();

    await screen.getByRole('button', { name: 'Commands' }).click();
    await userEvent.keyboard('cancel');
    const resting = screen.getByRole('option', { name: /^Cancel.*already ended: canceled/ });
    await resting.click();
    await expect.element(resting).toBeVisible();
    await screen.getByRole('combobox').fill('details json');
    await expect.element(screen.getByRole('option', { selected: true })).toHaveTextContent(/json/i);
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('tab', { name: 'JSON' })).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => router.state.location.search).toMatchObject({ tab: 'json' });
  });
});

describe('character shortcuts', () => {
  it('are disabled while the user types, and under an overlay', async () => {
    const { screen, router } = await renderWithKeys();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(screen.getByRole('combobox')).toHaveFocus();
    await userEvent.keyboard('gs?');
    await expect.element(screen.getByRole('combobox')).toHaveValue('gs?');
    expect(router.state.location.pathname).toBe('/local/jobs');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }).query()).toBeNull();
  });

  it('do nothing once they are turned off, except for the arrow keys of the list', async () => {
    const { screen, router } = await renderWithKeys();
    singleKeysSetting.set(false);
    const row = screen.getByRole('link', { name: 'Long one' });
    await userEvent.keyboard('jgs?');
    await expect.element(row).not.toHaveFocus();
    expect(router.state.location.pathname).toBe('/local/jobs');
    singleKeysSetting.set(true);
    await userEvent.keyboard('j');
    await expect.element(row).toHaveFocus();
  });
});

describe('customized shortcuts', () => {
  const sheet = 'Keyboard shortcuts';
  afterEach(resetKeys);

  it('show conflicts with other commands, are reassigned on request, stored, displayed and reset', async () => {
    const { screen, router } = await renderWithKeys();
    await userEvent.keyboard('?');
    const dialog = screen.getByRole('dialog', { name: sheet });
    await dialog.getByRole('link', { name: 'Change shortcuts' }).click();
    await screen.getByRole('button', { name: 'Change shortcuts' }).click();
    const change = screen.getByRole('button', { name: 'Change the key of Jobs', exact: true });
    await change.click();
    await expect.element(change).toHaveTextContent('Press a key');
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(screen.getByText('Ctrl K is used by “Commands”.')).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(readText('flowdeck.shortcuts')).toBeNull();

    await change.click();
    await expect.element(change).toHaveTextContent('Press a key');
    await userEvent.keyboard('?');
    await screen.getByRole('button', { name: 'Use it here' }).click();
    await expect.poll(() => readText('flowdeck.shortcuts')).toBe('{"go-jobs":["?"],"help":[]}');

    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await userEvent.keyboard('?');
    await expect.poll(() => router.state.location.pathname).toBe('/local/jobs');
    await userEvent.keyboard('{Control>}k{/Control}jobs');
    await expect.element(screen.getByRole('option', { name: /^Jobs Question mark/ })).toBeInTheDocument();
    await screen.getByRole('combobox').fill('keyboard sh');
    await expect.element(screen.getByRole('option', { selected: true })).toHaveTextContent(/^Keyboard shortcuts/);
    await userEvent.keyboard('{Enter}');
    await dialog.getByRole('link', { name: 'Change shortcuts' }).click();
    await screen.getByRole('button', { name: 'Reset all' }).click();
    await expect.poll(() => readText('flowdeck.shortcuts')).toBeNull();
  });
});

it('the palette shows no model that does not match on the page of a model, whose commands are about models', async () => {
  const { screen } = await renderApp('/local/models/scripted/echo');
  await expect.element(screen.getByRole('button', { name: /^Run/ })).toBeVisible();
  await awaitShortcuts();
  await userEvent.keyboard('{Control>}k{/Control}');
  const input = screen.getByRole('combobox', { name: 'Search commands, jobs, drafts and models' });
  await expect.element(input).toBeVisible();
  // Matches a command of models and models of the catalog.
  await userEvent.keyboard('r');
  await expect.element(screen.getByRole('option', { name: /^Run the model/ })).toBeVisible();
  await expect.element(screen.getByRole('group', { name: 'Model catalog' })).toBeVisible();
  await userEvent.keyboard('{Backspace}prompt history');
  await expect
    .poll(() =>
      screen
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Prompt history']);
});

it('the palette finds a model by its name, and opens it', async () => {
  const { screen, router } = await renderWithKeys();
  await userEvent.keyboard('{Control>}k{/Control}echo');
  const model = screen.getByRole('group', { name: 'Model catalog' }).getByRole('option').first();
  await expect.element(model).toBeVisible();
  await model.click();
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/models\/.+\/.*echo/);
});
