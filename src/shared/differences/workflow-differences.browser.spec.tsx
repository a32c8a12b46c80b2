import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeDraft } from '@/domains/drafts/drafts';
import { clearDeviceData } from '@/domains/history/device-data';
import { makeDraft } from '@/domains/drafts/make-draft';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { openDraft } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { closeDialog } from '@/shared/dialog-requests/dialogs';

let gateway: BrowserGateway;

beforeEach(async () => {
  await clearDeviceData('drafts');
  await page.viewport(1440, 900);
  gateway = await mountGateway();
});
afterEach(async () => {
  closeDialog('differences');
  await unmountGateway();
});

const workflow = {
  '1': scripted('ScriptText', { text: 'a red fox in the snow' }, { title: 'Prompt' }),
  '2': scripted('ScriptOutput', { seed: 7 }, { title: 'Draw', after: '1' }),
};

const dialog = () => page.getByRole('dialog', { name: 'Workflow differences' });
const differences = () => dialog().getByRole('region', { name: 'Differences by node' });

async function choose(side: 'Before' | 'After', name: RegExp): Promise<void> {
  await dialog().getByRole('combobox', { name: side }).click();
  await page.getByRole('option', { name }).click();
}

describe('the differences of a draft', () => {
  it('are shown to the file as opened, prompts word by word', async () => {
    const { screen } = await openDraft(workflow);
    await screen.getByRole('textbox', { name: 'text' }).fill('a blue fox in the snow');
    await screen.getByRole('textbox', { name: 'seed' }).fill('18446744073709551615');
    await screen.getByRole('button', { name: '2 changes' }).click();
    await page.getByRole('menuitem', { name: 'Show all differences' }).click();
    await expect.element(dialog().getByRole('status')).toHaveTextContent('2 nodes: 2 changed');
    await expect.element(differences()).toHaveTextContent('7→18446744073709551615');
    const words = () => [...differences().element().querySelectorAll('p del, p ins')].map((part) => part.textContent);
    await expect.poll(words).toEqual(['red', 'blue']);
  });

  it('are filtered, and copied as text as shown', async () => {
    await openDraft(workflow);
    await writeDraft(makeDraft('local', { text: otherText(), title: 'other.json', origin: 'file' }, Date.now()));
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await compareWithAnother();
    await choose('Before', /^Draft other\.json/);
    await expect.element(dialog().getByRole('status')).toHaveTextContent('2 nodes: 1 changed, 1 added');
    await dialog().getByRole('radio', { name: 'Structure' }).click();
    await expect.element(differences()).toHaveTextContent('after');
    await expect.element(differences()).not.toHaveTextContent('seed');
    await dialog().getByRole('radio', { name: 'Values' }).click();
    await expect.element(dialog().getByRole('status')).toHaveTextContent('1 node: 1 changed');
    await dialog().getByRole('button', { name: 'Copy as text' }).click();
    await expect.poll(() => copied.mock.lastCall?.[0]).toContain('Changed: Draw (ScriptOutput), node 2\n  seed: 9 → 7');
    expect(copied.mock.lastCall?.[0]).not.toContain('Added');
    copied.mockRestore();
  });

  it('are those to the workflow of a job, in either direction', async () => {
    await gateway.submit(JSON.parse(otherText()));
    await openDraft(workflow);
    await compareWithAnother();
    await choose('Before', /^Job /);
    await expect.element(dialog().getByRole('status')).toHaveTextContent('1 changed, 1 added');
    await dialog().getByRole('button', { name: 'Swap the workflows' }).click();
    await expect.element(dialog().getByRole('status')).toHaveTextContent('1 changed, 1 removed');
    await expect.element(differences()).toHaveTextContent('7→9');
  });

  it('closes with Escape and returns the focus', async () => {
    const { screen } = await openDraft(workflow);
    const button = screen.getByRole('button', { name: 'More actions' });
    await compareWithAnother();
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });
});

describe('the differences of a job', () => {
  it('are opened from the workflow in its details', async () => {
    await writeDraft(makeDraft('local', { text: otherText(), title: 'other.json', origin: 'file' }, Date.now()));
    const job = await gateway.submit(workflow);
    await renderApp(`/local/jobs/${job.id}?tab=workflow`);
    await page.getByRole('button', { name: 'Compare with…' }).click();
    await expect.element(differences()).toHaveTextContent('Choose two workflows to compare.');
    await choose('Before', /^Draft other\.json/);
    await expect.element(dialog().getByRole('status')).toHaveTextContent('1 changed, 1 added');
  });

  it('are opened from the comparison of two jobs', async () => {
    const jobs = [await gateway.submit(workflow), await gateway.submit(JSON.parse(otherText()))];
    await renderApp(`/local/jobs?compare=${jobs.map(({ id }) => id).join(',')}`);
    await page.getByRole('button', { name: 'Compare workflows' }).click();
    await expect.element(dialog().getByRole('status')).toHaveTextContent(/1 changed, 1 (added|removed)/);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('dialog', { name: '2 jobs compared' })).toBeVisible();
  });

  it('name a workflow that cannot be read, and why', async () => {
    const job = await gateway.submit(workflow);
    await openDraft(workflow);
    gateway.worker.use(http.get(`*/api/v2/jobs/${job.id}/workflow`, () => problem(404, 'not_found', 'Job not found')));
    await compareWithAnother();
    await choose('Before', /^Job /);
    await expect.element(differences()).toHaveTextContent(/^Job .* could not be read: Job not found/);
  });

  it('refuses an editor format', async () => {
    const job = await gateway.submit(workflow);
    await openDraft(workflow);
    gateway.worker.use(
      http.get(`*/api/v2/jobs/${job.id}/workflow`, () =>
        HttpResponse.json({ workflow: { nodes: [], links: [] }, format: 'save' }),
      ),
    );
    await compareWithAnother();
    await choose('Before', /^Job /);
    await expect.element(differences()).toHaveTextContent('This is the editor format');
  });
});

async function compareWithAnother(): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Compare with another workflow' }).click();
}

function otherText(): string {
  return JSON.stringify({ '2': scripted('ScriptOutput', { seed: 9 }, { title: 'Draw' }) });
}
