import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { RESULT_TAG } from '@contract/jobs/schemas';
import { LOCAL_SURFACE } from '@/api/surface';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { makeDraft } from '@/domains/drafts/make-draft';
import { readDraft, writeDraft } from '@/domains/drafts/drafts';
import { EMPTY_TEMPLATE, pinInput } from '@/domains/drafts/template';
import { clearDeviceData } from '@/domains/history/device-data';
import { hasSubmittedSetting } from '@/domains/jobs/first-submission';
import { makeSavedTemplate, putTemplate } from '@/domains/templates/saved-templates';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { openDraft } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { homeParts, MAX_RESULTS, NO_PARTS } from './start/home-parts';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  await reset();
  gateway = await mountGateway();
});
afterEach(async () => {
  await unmountGateway();
  await reset();
});

async function reset(): Promise<void> {
  await clearDeviceData('drafts');
  await clearDeviceData('templates');
  homeParts('local').set(NO_PARTS);
  hasSubmittedSetting.set(false);
}

const lake = { '1': scripted('ScriptOutput', { type: 'image', name: 'lake.png' }) };
const words = { '1': scripted('ScriptText', { text: 'done' }) };

const drafts = () => page.getByRole('region', { name: 'Recent drafts' });
const templates = () => page.getByRole('region', { name: 'Templates' });
const results = () => page.getByRole('region', { name: 'Recent results' });
const samples = () => page.getByRole('region', { name: /^Samples/ });
const introduction = () => page.getByText(/^Flowdeck turns it into a form/);

/** A job that is over. */
async function finishedJob(workflow: object): Promise<string> {
  const { id } = await gateway.submit(workflow);
  await expect.poll(async () => (await gateway.read(id)).status).toBe('succeeded');
  return id;
}

async function keepDraft(title: string, workflow: object, more: { lastJobId?: string; templateId?: string } = {}) {
  const draft = makeDraft('local', { text: JSON.stringify(workflow), title, origin: 'file' }, Date.now());
  await writeDraft({ ...draft, ...more });
}

describe('the start page', () => {
  it('introduces itself on the first day', async () => {
    await renderApp('/local/submit');
    await expect.element(introduction()).toBeVisible();
    await expect.element(samples().getByRole('button', { name: /^Coral/ })).toBeVisible();
    await expect.element(drafts()).not.toBeInTheDocument();
    await expect.poll(() => homeParts('local').get()).toEqual(NO_PARTS);
  });

  it('shows drafts, templates and results with their pictures to someone with own work, and folds the samples', async () => {
    const lastJobId = await finishedJob(lake);
    await finishedJob(words);
    const saved = await makeSavedTemplate('local', {
      template: { ...pinInput(EMPTY_TEMPLATE, { nodeId: '1', input: 'name' }), title: 'Lakes' },
      workflowText: JSON.stringify(lake),
      seedModes: {},
    });
    await putTemplate(saved);
    await keepDraft('plain.json', words);
    await keepDraft('lake.json', lake, { lastJobId, templateId: saved.id });
    const { screen } = await renderApp('/local/submit');
    await expect.element(drafts().getByRole('link', { name: /^lake\.json/ })).toBeVisible();
    const picture = (link: RegExp) => drafts().getByRole('link', { name: link }).element().querySelector('img');
    await expect.poll(() => picture(/^lake\.json/)?.getAttribute('src')).toContain('thumb=');
    await expect.element(drafts().getByRole('link', { name: /^plain\.json/ })).toBeVisible();
    expect(picture(/^plain\.json/)).toBeNull();
    const template = templates().getByRole('button', { name: 'Open the template Lakes', exact: true });
    await expect.poll(() => template.element().querySelector('img')?.getAttribute('src')).toContain('thumb=');
    await expect
      .poll(
        () =>
          results()
            .getByRole('link', { name: /^Result of/ })
            .elements().length,
      )
      .toBe(1);
    await expect.element(introduction()).not.toBeVisible();
    await expect.element(samples().getByRole('button', { name: /^Coral/ })).not.toBeInTheDocument();
    await samples().getByRole('heading').click();
    await expect.element(samples().getByRole('button', { name: /^Coral/ })).toBeVisible();
    // One row, with the same ways in.
    const zone = screen.getByRole('region', { name: 'Open a workflow' });
    await expect.element(zone.getByRole('button', { name: 'Choose files' })).toBeVisible();
    await expect.poll(() => zone.element().getBoundingClientRect().height).toBeLessThan(70);
    await expect.poll(() => homeParts('local').get()).toEqual({ templates: 1, drafts: 2, results: 1 });
    await expect.poll(() => document.documentElement.scrollWidth <= innerWidth).toBe(true);
    // Four columns would be too narrow for names.
    await page.viewport(1024, 800);
    await expect.poll(() => template.element().getBoundingClientRect().width).toBeGreaterThan(300);
  });

  it('shows results of jobs and of models, which open in the gallery', async () => {
    await finishedJob(lake);
    const painted = new File(['a picture'], 'painted.png', { type: 'image/png' });
    const { signal } = new AbortController();
    expect(await uploadAsset(LOCAL_SURFACE, painted, 'u1', signal, [RESULT_TAG])).not.toBeNull();
    const { router, screen } = await renderApp('/local/submit');
    const links = () =>
      results()
        .getByRole('link', { name: /^Result of/ })
        .elements();
    await expect.poll(() => links().length).toBe(2);
    await results().getByRole('link', { name: 'Result of painted.png' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'painted.png' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/local/assets');
  });

  it('keeps the places of what it showed last until that is read', async () => {
    homeParts('local').set({ templates: 0, drafts: 1, results: 1 });
    await finishedJob(lake);
    await keepDraft('lake.json', lake);
    const { screen } = await renderApp('/local/submit');
    await expect.element(samples()).toBeVisible();
    const top = () => samples().element().getBoundingClientRect().top;
    const first = top();
    await expect.element(drafts().getByRole('link', { name: /^lake\.json/ })).toBeVisible();
    await expect.element(results()).toBeVisible();
    expect(top()).toBe(first);
    await expect.element(screen.getByRole('region', { name: 'Templates' })).not.toBeInTheDocument();
  });

  it('is that of someone with own work as soon as a draft is left', async () => {
    const { screen, router, id } = await openDraft(lake, 'lake.json');
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(async () => (await readDraft(id))?.lastJobId).toBeTruthy();
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await expect.element(drafts().getByRole('link', { name: /^lake\.json/ })).toBeVisible();
    await expect.element(introduction()).not.toBeVisible();
    const picture = () =>
      drafts()
        .getByRole('link', { name: /^lake\.json/ })
        .element()
        .querySelector('img');
    await expect.poll(() => picture()?.getAttribute('src')).toContain('thumb=');
  });

  it('is that of someone with own work as soon as a draft is changed, even if its page is closed then', async () => {
    const draft = makeDraft(
      'local',
      { text: JSON.stringify(words), title: 'words.json', origin: 'sample' },
      Date.now(),
    );
    await writeDraft({ ...draft, isUntouched: true });
    const { screen } = await renderApp(`/local/submit/${draft.id}`);
    const text = screen.getByRole('textbox', { name: 'text' });
    await expect.element(text).toHaveValue('done');
    expect(homeParts('local').get()).toEqual(NO_PARTS);
    await text.fill('changed');
    await expect.poll(() => homeParts('local').get().drafts).toBe(1);
  });

  it.each([390, 1024, 2560])('has no part wider than a window of %i px', async (width) => {
    await page.viewport(width, 900);
    const lastJobId = await finishedJob(lake);
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) {
      await keepDraft(`${name} ${'with a long name '.repeat(8)}.json`, lake, { lastJobId });
    }
    await renderApp('/local/submit');
    const shown = () =>
      drafts()
        .getByRole('link')
        .elements()
        .filter((link) => link.getBoundingClientRect().height > 0).length;
    await expect.poll(shown).toBe(width === 2560 ? 6 : 4);
    await expect.element(results()).toBeVisible();
    await expect.poll(() => document.documentElement.scrollWidth <= innerWidth).toBe(true);
  });

  it('says of a draft what it is about, in a card with room for its name', async () => {
    await page.viewport(1024, 900);
    const name = 'reef-study-with-palettes.json';
    const encoder = { class_type: 'CLIPTextEncode', inputs: { text: 'a reef at dawn', clip: ['3', 1] } };
    const sampler = { class_type: 'KSampler', inputs: { seed: 7, positive: ['1', 0], model: ['3', 0] } };
    await keepDraft(name, { '1': encoder, '2': sampler });
    await renderApp('/local/submit');
    const card = drafts().getByRole('link', { name: /^reef-study/ });
    await expect.element(card).toHaveTextContent(/a reef at dawn$/);
    await expect.element(card).not.toHaveTextContent('CLIPTextEncode');
    const title = card.getByText(name).element();
    expect(title.scrollHeight).toBeLessThanOrEqual(title.clientHeight);
    expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
    expect(title.clientWidth).toBeGreaterThan(220);
  });

  it('shows whole pictures of results up to the end of the column at 1024, 1440 and 2560 px', async () => {
    for (let count = 0; count < MAX_RESULTS; count += 1) await gateway.submit(lake);
    await renderApp('/local/submit');
    const links = () =>
      results()
        .getByRole('link', { name: /^Result of/ })
        .elements();
    await expect.poll(() => links().length, { timeout: 20_000 }).toBe(MAX_RESULTS);
    for (const width of [1024, 1440, 2560]) {
      await page.viewport(width, 900);
      const list = results().getByRole('list').element().getBoundingClientRect();
      const shown = links()
        .map((link) => link.getBoundingClientRect())
        .filter(({ top }) => top < list.bottom);
      expect(shown.length).toBeGreaterThan(6);
      expect(Math.abs(Math.max(...shown.map(({ right }) => right)) - list.right)).toBeLessThan(1);
      expect(shown.every(({ bottom }) => bottom <= list.bottom + 1)).toBe(true);
    }
  });
});
