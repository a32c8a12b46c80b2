import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { timeZoneSetting } from '@/lib/time-zone';
import { densitySetting, toggleColumn } from '../view/list-view';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  densitySetting.set('comfortable');
  timeZoneSetting.set('local');
  await unmountGateway();
});

it('rows and columns are set with the keyboard, apply at once and are stored', async () => {
  await gateway.submit({ '1': scripted('ScriptText', { text: 'done' }) }, { flowdeck_title: 'One' });
  const { screen } = await renderApp('/local/jobs');
  // Queried past the open menu, which hides the rest of the page from assistive technology.
  const rowHeight = () => document.querySelector('[data-row]')?.getBoundingClientRect().height;
  await expect.element(screen.getByRole('checkbox', { name: 'Select One' })).toBeInTheDocument();
  await expect.poll(rowHeight).toBe(60);

  const trigger = screen.getByRole('button', { name: 'View', exact: true });
  await expect.element(trigger).toBeVisible();
  (trigger.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('menuitemradio', { name: 'List', checked: true })).toHaveFocus();
  // The menu moves its focus shortly after the key press.
  for (const name of ['Wall', 'Comfortable', 'Compact']) {
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('menuitemradio', { name })).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.poll(rowHeight).toBe(40);
  await expect.element(screen.getByRole('menuitemradio', { name: 'Compact', checked: true })).toHaveFocus();
  await expect.poll(() => localStorage.getItem('flowdeck.density')).toBe('compact');

  await screen.getByRole('menuitemcheckbox', { name: 'Submitted (date and time)' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(trigger).toHaveFocus();
  timeZoneSetting.set('utc');
  await expect.element(screen.getByText(/^\d+ \w+, \d\d:\d\d:\d\d UTC$/).first()).toBeVisible();
  await expect.poll(() => localStorage.getItem('flowdeck.list-columns')).toBe('progress run age time');
  toggleColumn('time');
  await expect.poll(() => localStorage.getItem('flowdeck.list-columns')).toBeNull();
});
