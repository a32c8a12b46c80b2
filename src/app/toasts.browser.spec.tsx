import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeAction } from '@/features/jobs/selection/selection-store';
import { showToast, useToasts } from '@/shared/feedback/toasts';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;

beforeEach(async () => {
  gateway = await mountGateway();
});
afterEach(async () => {
  useToasts.setState({ toasts: [] });
  closeAction();
  await unmountGateway();
});

/** By their boxes: while a dialog is open, a toast can be drawn over what still gets the clicks. */
function isUncovered(element: Element): boolean {
  const box = shownBox(element);
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Dismiss', exact: true }) })
    .elements()
    .every((toast) => {
      const { left, top, right, bottom } = shownBox(toast);
      return left >= box.right || right <= box.left || top >= box.bottom || bottom <= box.top;
    });
}

/** What the panes around an element let through of it. */
function shownBox(element: Element): Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'> {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const box = { left, top, right, bottom };
  for (let pane = element.parentElement; pane; pane = pane.parentElement) {
    if (getComputedStyle(pane).overflowY === 'visible') continue;
    const { left: start, top: ceiling, right: end, bottom: floor } = pane.getBoundingClientRect();
    box.left = Math.max(box.left, start);
    box.top = Math.max(box.top, ceiling);
    box.right = Math.min(box.right, end);
    box.bottom = Math.min(box.bottom, floor);
  }
  return box;
}

describe.each([390, 840, 1100, 1440])('toasts at %i px', (width) => {
  const showTwo = async () => {
    for (const title of ['First toast', 'Second toast'])
      showToast({ tone: 'warn', title, description: 'It has two lines, and a good many words in them.', stays: true });
    await expect.element(page.getByText('Second toast', { exact: true })).toBeVisible();
  };
  beforeEach(() => page.viewport(width, 800));

  it('do not cover the Run button of a model', async () => {
    const { screen } = await renderApp('/local/models/scripted/echo');
    const run = screen.getByRole('button', { name: /^Run\b/ });
    await expect.element(run).toBeVisible();
    await showTwo();
    await expect.poll(() => isUncovered(run.element())).toBe(true);
  });

  it('do not cover the actions for selected jobs, nor the buttons of its dialog', async () => {
    await gateway.submit({ '1': scripted('ScriptText', { text: 'done' }) }, { flowdeck_title: 'One' });
    const { screen } = await renderApp('/local/jobs');
    await screen.getByRole('checkbox', { name: 'Select One' }).click();
    const bar = screen.getByRole('toolbar', { name: 'Selected jobs' });
    await expect.element(bar).toBeVisible();
    await showTwo();
    const buttons = () => bar.getByRole('button').elements();
    await expect.poll(() => buttons().length).toBeGreaterThan(8);
    const covered = () => buttons().filter((button) => !isUncovered(button));
    await expect.poll(() => covered().map((button) => button.textContent)).toEqual([]);
    await bar.getByRole('button', { name: 'Run again' }).click();
    const run = screen.getByRole('dialog').getByRole('button', { name: 'Run 1 job' });
    await expect.element(run).toBeVisible();
    await expect.poll(() => isUncovered(run.element())).toBe(true);
    const dialog = screen.getByRole('dialog');
    const others = [dialog.getByRole('heading'), dialog.getByRole('button', { name: 'Close' })];
    for (const other of [...others, dialog.getByRole('button', { name: 'Cancel' })])
      await expect.poll(() => isUncovered(other.element())).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('do not cover what a page offers, wherever it is, nor the title of a dialog that fills the window', async () => {
    const job = await gateway.submit({ '1': scripted('ScriptText', { text: 'done' }) });
    const { screen } = await renderApp(`/local/jobs/${job.id}`);
    await expect.element(screen.getByRole('button', { name: 'More actions' })).toBeVisible();
    await showTwo();
    const covered = () =>
      screen
        .getByRole('main')
        .getByRole('button')
        .elements()
        // An output is shown in a larger button.
        .filter((button) => button.clientHeight <= 48 && !isUncovered(button))
        .map((button) => button.textContent);
    await expect.poll(covered).toEqual([]);
    await userEvent.keyboard('?');
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    await expect.poll(() => isUncovered(dialog.getByRole('heading').first().element())).toBe(true);
    await expect.poll(() => isUncovered(dialog.getByRole('button', { name: 'Close' }).element())).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('stay while Escape closes a dialog, and close by the next one', async () => {
    const { screen } = await renderApp('/local/jobs');
    await awaitShortcuts();
    await userEvent.keyboard('?');
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    showToast({ tone: 'neutral', title: 'One job is deleted' });
    const toast = screen.getByText('One job is deleted');
    await expect.element(toast).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(toast).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(toast).not.toBeInTheDocument();
  });
});

it('a toast about a page closes with it, and other toasts stay', async () => {
  const { screen, router } = await renderApp('/local/jobs');
  showToast({ tone: 'bad', title: 'About this page', isOfPage: true });
  showToast({ tone: 'neutral', title: 'About all', action: { label: 'Undo', onSelect: () => undefined } });
  await expect.element(screen.getByText('About this page')).toBeVisible();
  await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' }, search: { status: 'failed' } });
  await expect.element(screen.getByText('About this page')).toBeVisible();
  await router.navigate({ to: '/$surface/assets', params: { surface: 'local' } });
  await expect.element(screen.getByText('About this page')).not.toBeInTheDocument();
  await expect.element(screen.getByText('About all')).toBeVisible();
});
