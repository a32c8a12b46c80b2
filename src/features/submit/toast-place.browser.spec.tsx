import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dismissToast, showToast } from '@/shared/feedback/toasts';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { openDraft } from '@/testing/open-draft';
import { scripted } from '@/testing/scripted-graph';

beforeEach(mountGateway);
afterEach(unmountGateway);

it.each([390, 1024, 1440])('toasts do not cover Run at %i px', async (width) => {
  await page.viewport(width, 900);
  const { screen } = await openDraft({ '1': scripted('ScriptText', { text: 'done' }) });
  const run = screen.getByRole('button', { name: /^Run\b/ });
  await expect.element(run).toBeVisible();
  const ids = ['First toast', 'Second toast'].map((title) =>
    showToast({ tone: 'warn', title, description: 'It has two lines.', stays: true }),
  );
  await expect.element(screen.getByText('Second toast', { exact: true })).toBeVisible();
  const isUncovered = () => {
    const { left, top, width: wide, height } = run.element().getBoundingClientRect();
    return run.element().contains(document.elementFromPoint(left + wide / 2, top + height / 2));
  };
  await expect.poll(isUncovered).toBe(true);
  for (const id of ids) dismissToast(id);
});
