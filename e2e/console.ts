import { expect, type Locator, type Page } from '@playwright/test';

/** Timeout for real computations of an engine: a busy machine is slow. */
export const ENGINE_TIME = { timeout: 90_000 };

/** Windows for stories that must work on both. */
export const DEVICES = [
  ['on a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const;

/** Steps shared by many tests. */

export async function openSample(page: Page, title: string): Promise<void> {
  await page.goto('/local/submit');
  const samples = page.getByRole('region', { name: /^Samples/ });
  await expect(samples).toBeVisible();
  // Folded for someone with own work.
  const sample = samples.getByRole('button', { name: new RegExp(title) });
  if (!(await sample.isVisible())) await samples.getByRole('heading').click();
  await sample.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Presses one of the options beside Run, such as `Sweep…`. */
export async function chooseStart(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Start options' }).click();
  await page.getByRole('dialog', { name: 'Start options' }).getByRole('button', { name }).click();
}

/** Returns the image input of "Soften and frame". */
export function photoSlot(page: Page): Locator {
  return page.getByRole('region', { name: 'Your photo' }).getByRole('group', { name: 'image' });
}

/** Returns the size input of "Fit to width" in "Soften and frame": a small image is processed quickly. */
export function sizeBox(page: Page): Locator {
  return page.getByRole('region', { name: 'Fit to width' }).getByRole('textbox', { name: 'width' });
}

export function runButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Run\b/ });
}

/** Opens the newest job that was started from the draft. */
export async function openStartedJob(page: Page): Promise<void> {
  await page.getByRole('complementary', { name: 'Result' }).getByRole('link', { name: 'Open job' }).click();
}

/** Finds toasts; their text also exists in a copy for screen readers only. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: /^Notification/ });
}

/** Returns the job id from the job page's URL. */
export function jobIdOf(page: Page): string {
  const id = /\/jobs\/([\da-f-]{36})/.exec(page.url())?.[1];
  if (!id) throw new Error(`${page.url()} is not the page of a job`);
  return id;
}

const MAX_TABS = 80;

/** Presses Tab until the control has the focus, as keyboard users do. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let pressed = 0; pressed < MAX_TABS; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${String(control)} cannot be reached by Tab`);
}
