import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openCommandView } from '@/shared/dialog-requests/command-view';
import { t } from '@/lib/i18n/messages';
import { resetChoices } from '@/lib/settings/setting';
import { CHOICES, entryOf } from '@/lib/settings/stored-keys';
import { readText } from '@/lib/settings/stored-text';
import { themeSetting } from '@/lib/theme';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { SETTINGS_SECTIONS } from './section-list';

beforeEach(async () => {
  await page.viewport(1280, 800);
  await mountGateway();
});
afterEach(async () => {
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
