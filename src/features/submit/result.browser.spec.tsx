import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showEntry, useOutboxView } from '@/domains/outbox/outbox-store';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { openDraft, chooseStart } from '@/testing/open-draft';
import type { RenderedApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { afterRunSetting } from './draft/run-count';
import { flowPaneSetting } from './editor/flow-pane';
import { paneViewSetting } from './result/pane-view';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1440, 900);
  reset();
  gateway = await mountGateway();
});
afterEach(async () => {
  reset();
  await unmountGateway();
});

function reset(): void {
  afterRunSetting.set('stay');
  paneViewSetting.set('result');
  flowPaneSetting.set(true);
}

const image = (name: string, after?: string) =>
  scripted('ScriptOutput', { type: 'image', name }, after ? { after } : {});
const sampled = {
  '1': scripted('ScriptSteps', { steps: 2, ms: 1, preview: true }, { title: 'Sampling' }),
  '2': image('lake.png', '1'),
};
/** Fails at a node all of whose inputs are links. */
const inputless = {
  '1': scripted('ScriptCached'),
  '8': scripted('ScriptFail', { message: ['1', 0], ms: ['1', 0], traceback: ['1', 0] }, { title: 'VAE Decode' }),
};
const say = { '1': { ...scripted('ScriptText', { text: 'done' }, { title: 'Say' }) } };

const result = () => page.getByRole('complementary', { name: 'Result' });
const graph = () => page.getByRole('complementary', { name: 'Graph' });
const strip = () => page.getByRole('region', { name: 'Started from this draft' });
const tile = (name: RegExp) => strip().getByRole('radio', { name });
const view = (name: string) => page.getByRole('radiogroup', { name: 'Beside the form' }).getByRole('radio', { name });
const run = (screen: RenderedApp['screen']) => screen.getByRole('button', { name: 'Run', exact: true }).click();

/** A run that something else has started, such as another tab. */
function startElsewhere(): void {
  const [entry] = Object.values(useOutboxView.getState().entries).toSorted((a, b) => b.createdAt - a.createdAt);
  if (!entry) throw new Error('There is no run to copy');
  showEntry({ ...entry, id: crypto.randomUUID(), createdAt: entry.createdAt + 1 });
}

async function runOnChange(screen: RenderedApp['screen']): Promise<void> {
  await expect.element(screen.getByRole('button', { name: 'Start options' })).toBeVisible();
  await chooseStart('Run on change');
}

describe('the pane beside the form', () => {
  it('shows the graph first, then the preview and the progress of the first run, then its output in full size', async () => {
    const slow = scripted('ScriptSteps', { steps: 20, ms: 100, preview: true });
    const { screen } = await openDraft({ '1': slow, '2': image('lake.png', '1') });
    await expect.element(graph().getByRole('application')).toBeVisible();
    gateway.engine.hold();
    await run(screen);
    // The code of the result is loaded by then, so that the preview is not over before it.
    await expect.element(result().getByText('Working')).toBeVisible();
    gateway.engine.release();
    await expect.element(result().getByRole('img', { name: 'Live preview of the running job' })).toBeVisible();
    await expect.element(result().getByRole('img', { name: 'Output lake.png' })).toBeVisible();
    await expect.element(tile(/^Run 1, succeeded/)).toBeChecked();
  });

  it('tells the node, the step and how many nodes there are, and cancels', async () => {
    const { screen } = await openDraft({
      ...sampled,
      '1': scripted('ScriptSteps', { steps: 500, ms: 20, preview: true }, { title: 'Sampling' }),
    });
    await run(screen);
    await expect.element(result().getByRole('img', { name: 'Live preview of the running job' })).toBeVisible();
    await expect.element(result().getByText(/Sampling, step \d+ of 500/)).toBeVisible();
    await expect.element(result().getByText('node 1 of 2')).toBeVisible();
    await expect.element(result().getByRole('progressbar', { name: 'Progress of the run' })).toBeVisible();
    await result().getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect.element(tile(/^Run 1, canceled/)).toBeVisible();
    await expect.element(result().getByRole('progressbar')).not.toBeInTheDocument();
  });

  it('reports a cancel that came too late', async () => {
    const { screen } = await openDraft(sampled);
    gateway.engine.hold();
    await run(screen);
    gateway.worker.use(
      http.post('*/api/v2/jobs/:id/cancel', async ({ request }) => {
        const response = await fetch(request.url.replace(/\/cancel$/, ''));
        return HttpResponse.json({ ...(await response.json()), status: 'succeeded' });
      }),
    );
    await result().getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect.element(screen.getByText('Run 1 had already ended: succeeded')).toBeVisible();
    gateway.engine.release();
  });

  it('marks the nodes in the graph while a run is in progress', async () => {
    const { screen } = await openDraft(sampled);
    gateway.engine.hold();
    await run(screen);
    await expect.element(tile(/^Run 1, running/)).toBeVisible();
    await view('Graph').click();
    const node = graph()
      .getByRole('application')
      .getByRole('group', { name: /^Sampling, node 1/ });
    await expect.element(node.getByText(/running|step/).first()).toBeVisible();
    gateway.engine.release();
    await expect.element(tile(/^Run 1, succeeded/)).toBeVisible();
    await expect.element(node.getByText(/running|step \d/)).not.toBeInTheDocument();
  });

  it('remembers the choice for drafts with runs, and opens the result with the first run of another', async () => {
    const { screen, router } = await openDraft(say);
    await run(screen);
    await expect.element(tile(/^Run 1, succeeded/)).toBeVisible();
    await view('Graph').click();
    const { pathname } = router.state.location;
    await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' } });
    await router.navigate({ to: pathname });
    await expect.element(tile(/^Run 1, succeeded/)).toBeVisible();
    await expect.element(graph()).toBeVisible();
    await screen.unmount();
    const other = await openDraft(say);
    await run(other.screen);
    await expect.element(result()).toBeVisible();
  });

  it('shows the reason of a failure and leads to the inputs of its node', async () => {
    const { screen } = await openDraft({
      '7': scripted('ScriptFail', { message: 'Sizes differ' }, { title: 'Sampler' }),
    });
    await run(screen);
    const card = result().getByRole('region', { name: 'Why it failed' });
    await expect.element(card.getByText('Sizes differ')).toBeVisible();
    await expect.element(card.getByText('Check this node’s inputs in the editor, then run again.')).toBeVisible();
    await expect.element(tile(/^Run 1, failed/)).toBeVisible();
    await card.getByRole('button', { name: 'Show its inputs' }).click();
    await expect.poll(() => document.activeElement?.closest('[data-node]')?.getAttribute('data-node')).toBe('7');
  });

  it('leads to the graph if the node that failed has no inputs', async () => {
    const { screen } = await openDraft(inputless);
    await run(screen);
    const card = result().getByRole('region', { name: 'Why it failed' });
    await expect.element(card.getByRole('button', { name: 'Show its inputs' })).not.toBeInTheDocument();
    await card.getByRole('button', { name: 'Show in graph' }).click();
    await expect.element(graph()).toHaveFocus();
    await expect
      .element(
        graph()
          .getByText(/^VAE Decode, node 8/)
          .first(),
      )
      .toBeInTheDocument();
  });

  it('switches between several outputs, and shows text', async () => {
    const { screen } = await openDraft({
      '1': image('one.png'),
      '2': scripted('ScriptText', { text: 'a quiet lake' }),
    });
    await run(screen);
    await expect.element(result().getByRole('img', { name: 'Output one.png' })).toBeVisible();
    await result()
      .getByRole('button', { name: /^Show .*txt$/ })
      .click();
    await expect.element(result().getByText('a quiet lake')).toBeVisible();
    await expect.element(result().getByRole('img', { name: 'Output one.png' })).not.toBeInTheDocument();
  });

  it('stars, rates and compares a run', async () => {
    const { screen } = await openDraft(sampled);
    await run(screen);
    await expect.element(tile(/^Run 1, succeeded/)).toBeVisible();
    const compare = result().getByRole('button', { name: 'Compare with previous' });
    await expect.element(compare).toHaveAttribute('aria-disabled', 'true');
    const star = result().getByRole('button', { name: 'Star', exact: true });
    await expect.element(star).toHaveAttribute('title', 'Star (S). Kept on the gateway, for all your browsers.');
    await star.click();
    await expect.element(star).toHaveAttribute('title', 'Remove star (S)');
    await expect.element(tile(/^Run 1, succeeded, starred/)).toBeVisible();
    await result().getByRole('radio', { name: '4 of 5' }).click();
    await expect.element(result().getByRole('radio', { name: '4 of 5' })).toBeChecked();
    await run(screen);
    await expect.element(tile(/^Run 2, succeeded, same inputs$/)).toBeChecked();
    await compare.click();
    const dialog = screen.getByRole('dialog', { name: '2 jobs compared' });
    await expect.element(dialog.getByText('Run 1')).toBeVisible();
    await expect.element(dialog.getByText('Run 2')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

it('compares only runs that have outputs', async () => {
  const { screen } = await openDraft({ '1': image('lake.png') });
  const compare = result().getByRole('button', { name: 'Compare with previous' });
  gateway.engine.hold();
  await run(screen);
  await expect.element(tile(/^Run 1, running/)).toBeChecked();
  await result().getByRole('button', { name: 'Cancel', exact: true }).click();
  gateway.engine.release();
  await expect.element(tile(/^Run 1, canceled/)).toBeChecked();
  await run(screen);
  await expect.element(tile(/^Run 2, succeeded/)).toBeChecked();
  await expect.element(compare).toHaveAttribute('aria-disabled', 'true');
  await expect.element(compare).toHaveAttribute('title', 'The previous run has no output.');
  await run(screen);
  await expect.element(tile(/^Run 3, succeeded/)).toBeChecked();
  await expect.element(compare).not.toHaveAttribute('aria-disabled');
  gateway.engine.hold();
  await run(screen);
  await expect.element(tile(/^Run 4, running/)).toBeChecked();
  await expect.element(compare).toHaveAttribute('title', 'This run has no output.');
  gateway.engine.release();
  await expect.element(compare).not.toHaveAttribute('aria-disabled');
});

describe('the filmstrip', () => {
  it('follows the newest run until another one is chosen, says what differs, and moves by arrow keys', async () => {
    const { screen } = await openDraft(say);
    await run(screen);
    await expect.element(tile(/^Run 1, succeeded/)).toBeChecked();
    await screen.getByRole('textbox', { name: 'text' }).fill('changed');
    await run(screen);
    await expect.element(tile(/^Run 2, succeeded, text changed$/)).toBeChecked();
    tile(/^Run 2/)
      .element()
      .focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tile(/^Run 1/)).toBeChecked();
    await expect.element(tile(/^Run 1/)).toHaveFocus();
    await expect.element(result().getByText('done', { exact: true })).toBeVisible();
    startElsewhere();
    await expect.element(tile(/^Run 3/)).toBeVisible();
    await expect.element(tile(/^Run 1/)).toBeChecked();
    await userEvent.keyboard('{Home}');
    await expect.element(tile(/^Run 3/)).toBeChecked();
    startElsewhere();
    await expect.element(tile(/^Run 4/)).toBeChecked();
    // Another press of Run shows what it starts.
    await tile(/^Run 1/).click();
    await run(screen);
    await expect.element(tile(/^Run 5/)).toBeChecked();
  });
});

it('shows the run in progress while newer ones wait, and says whose picture it still shows', async () => {
  const { screen } = await openDraft({ '1': image('lake.png') });
  await run(screen);
  await expect.element(tile(/^Run 1, succeeded/)).toBeChecked();
  gateway.engine.hold();
  await run(screen);
  await expect.element(tile(/^Run 2, running/)).toBeChecked();
  await expect.element(result().getByText('Earlier run')).toBeVisible();
  await run(screen);
  await expect.element(tile(/^Run 3, queued/)).toBeVisible();
  await expect.element(tile(/^Run 2, running/)).toBeChecked();
  gateway.engine.release();
  await expect.element(tile(/^Run 3, succeeded/)).toBeChecked();
  await expect.element(result().getByText('Earlier run')).not.toBeInTheDocument();
});

it('fills the form in with an input of an earlier run, or all of them, in one step of undo', async () => {
  const { screen } = await openDraft({
    '1': scripted('ScriptSteps', { steps: 2, ms: 1 }),
    '2': image('lake.png', '1'),
  });
  await run(screen);
  await expect.element(result().getByRole('img', { name: 'Output lake.png' })).toBeVisible();
  const steps = screen.getByRole('textbox', { name: 'steps' });
  const wait = screen.getByRole('textbox', { name: 'ms' });
  await steps.fill('7');
  await wait.fill('8');
  await result().getByRole('button', { name: 'Inputs', exact: true }).click();
  await result().getByRole('button', { name: 'More for steps', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Reuse in this draft' }).click();
  await expect.element(steps).toHaveValue('2');
  await expect.element(wait).toHaveValue('8');
  await result().getByRole('button', { name: 'Inputs', exact: true }).click();
  await result().getByRole('button', { name: 'Open large' }).click();
  const large = screen.getByRole('dialog', { name: 'Output' });
  await large.getByRole('button', { name: 'Reuse all', exact: true }).click();
  await large.getByRole('button', { name: 'Close' }).click();
  await expect.element(wait).toHaveValue('1');
  await screen.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.element(wait).toHaveValue('8');
  await expect.element(steps).toHaveValue('2');
  await screen.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.element(steps).toHaveValue('7');
});

it('opens with the first run though the pane was hidden, and not with later ones', async () => {
  flowPaneSetting.set(false);
  const { screen } = await openDraft(say);
  await run(screen);
  await expect.element(result()).toBeVisible();
  await screen.getByRole('button', { name: 'Hide result and graph' }).click();
  await run(screen);
  await expect.element(tile(/^Run 2/)).toBeVisible();
  await expect.element(result()).not.toBeInTheDocument();
});

describe('in a narrow window', () => {
  const step = (name: string) =>
    page.getByRole('group', { name: 'Part of the workflow' }).getByRole('button', { name });

  it.each([390, 1024])('goes to the result after a run, %i px wide', async (width) => {
    await page.viewport(width, 844);
    const { screen } = await openDraft(sampled);
    await expect.element(step('Inputs')).toHaveAttribute('aria-pressed', 'true');
    await run(screen);
    await expect.element(step('Result')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(result().getByRole('img', { name: 'Output lake.png' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Run', exact: true })).toBeInViewport({ ratio: 0.99 });
    await step('Inputs').click();
    await expect.element(screen.getByRole('textbox', { name: 'steps' })).toBeVisible();
    await expect.element(result()).not.toBeInTheDocument();
  });

  it('has the result one swipe away from the inputs, and the graph one further', async () => {
    await page.viewport(390, 844);
    const { screen } = await openDraft(sampled);
    const heading = screen.getByRole('heading', { name: 'Sampling' });
    await expect.element(heading).toBeVisible();
    const pressed = async (name: string) => {
      await expect.element(step(name)).toHaveAttribute('aria-pressed', 'true');
    };
    swipe(heading.element(), { by: 50 });
    swipe(heading.element(), { by: -200, down: 150 });
    swipe(screen.getByRole('textbox', { name: 'steps' }).element(), { by: -200 });
    await pressed('Inputs');
    swipe(heading.element(), { by: -200 });
    await pressed('Result');
    swipe(result().element(), { by: -200 });
    await pressed('Graph');
    swipe(page.getByRole('complementary', { name: 'Graph' }).element(), { by: 200 });
    await pressed('Result');
    swipe(result().element(), { by: 200 });
    await pressed('Inputs');
    swipe(heading.element(), { by: 200 });
    await pressed('Inputs');
  });

  it('goes to the job if that is selected', async () => {
    await page.viewport(390, 844);
    afterRunSetting.set('job');
    const { screen, router } = await openDraft(say);
    await run(screen);
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
  });

  it('shows a node without inputs in the outline when a failed run leads to it', async () => {
    await page.viewport(390, 844);
    const { screen } = await openDraft(inputless);
    await run(screen);
    await result().getByRole('button', { name: 'Show in graph' }).click();
    await expect.element(step('Graph')).toHaveAttribute('aria-pressed', 'true');
    const current = () => graph().element().querySelector('[aria-current]');
    await expect.poll(() => current()?.textContent).toMatch(/^VAE Decode/);
  });

  it('returns to the inputs when a failed run leads to its node', async () => {
    await page.viewport(390, 844);
    const { screen } = await openDraft({ '7': scripted('ScriptFail', {}, { title: 'Sampler' }) });
    await run(screen);
    await result().getByRole('button', { name: 'Show its inputs' }).click();
    await expect.element(step('Inputs')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => document.activeElement?.closest('[data-node]')?.getAttribute('data-node')).toBe('7');
  });
});

describe('live mode', () => {
  it('replaces the picture in place: one is visible all the time', async () => {
    const { screen } = await openDraft({ '1': image('lake.png') });
    await runOnChange(screen);
    const picture = result().getByRole('img', { name: /^Output/ });
    await expect.element(picture).toBeVisible();
    let gaps = 0;
    const isShown = () =>
      [...result().element().querySelectorAll('img[alt^="Output"]')].some((each) =>
        each.checkVisibility({ checkVisibilityCSS: true }),
      );
    const observer = new MutationObserver(() => (gaps += isShown() ? 0 : 1));
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    gateway.engine.hold();
    await screen.getByRole('textbox', { name: 'name' }).fill('sea.png');
    await expect.element(tile(/^Run 2, running/)).toBeChecked();
    await expect.element(result().getByRole('img', { name: 'Output lake.png' })).toBeVisible();
    gateway.engine.release();
    await expect.element(result().getByRole('img', { name: 'Output sea.png' })).toBeVisible();
    await expect.element(result().getByRole('img', { name: 'Output lake.png' })).not.toBeInTheDocument();
    observer.disconnect();
    expect(gaps).toBe(0);
  });

  it('stays in the inputs on a phone', async () => {
    await page.viewport(390, 844);
    const { screen } = await openDraft(say);
    await runOnChange(screen);
    await expect.element(screen.getByText('run 1 finished, waits for a change')).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toBeVisible();
  });
});

it('downloads the workflow with the current values, with every digit', async () => {
  const text = `{"1":{"class_type":"ScriptOutput","inputs":{"type":"image","name":"a.png","bytes":0,"seed":9007199254740993,"named":true}}}`;
  const { screen } = await openDraft(text, 'lake.png');
  await screen.getByRole('textbox', { name: 'name' }).fill('sea.png');
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const blobs = vi.spyOn(URL, 'createObjectURL');
  await screen.getByRole('button', { name: 'More actions' }).click();
  await screen.getByRole('menuitem', { name: 'Download workflow' }).click();
  await expect.poll(() => (saved.mock.contexts[0] as HTMLAnchorElement | undefined)?.download).toBe('lake.json');
  const blob = blobs.mock.lastCall?.[0] as Blob;
  expect(await blob.text()).toBe(text.replace('a.png', 'sea.png'));
  saved.mockRestore();
  blobs.mockRestore();
});

/** Moves one finger sideways, by pixels to the right. */
function swipe(target: Element, { by, down = 0 }: { by: number; down?: number }): void {
  const at = (x: number, y: number) => [new Touch({ identifier: 1, target, clientX: x, clientY: y })];
  const event = (type: string, touches: Touch[], changedTouches: Touch[]) =>
    target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches }));
  event('touchstart', at(200, 300), at(200, 300));
  event('touchend', [], at(200 + by, 300 + down));
}
