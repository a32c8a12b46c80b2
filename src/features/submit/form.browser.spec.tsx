import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SD15 } from '@contract/workflow/generation-inputs/testing/known-workflows';
import { clearDeviceData } from '@/domains/history/device-data';
import { storeFile, storedFile } from '@/domains/drafts/draft-files';
import { listDrafts, readDraft, writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { useToasts } from '@/shared/feedback/toasts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { dataTransferOf, drag, openDraft } from '@/testing/open-draft';
import { mountApp, renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { whenGone } from '@/testing/when-gone';
import { openSession } from '@/features/submit/draft/session/open-sessions';
import { afterRunSetting } from '@/features/submit/draft/run-count';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  afterRunSetting.set('job');
});
afterEach(async () => {
  useToasts.setState({ toasts: [] });
  await unmountGateway();
});

const chain = {
  '2': scripted('ScriptFail', {}, { title: 'Last', after: '1' }),
  '1': scripted('ScriptSteps', {}, { title: 'First' }),
};

/** For a third-party surface, which has no definitions. */
const sampler = `{"7":{"class_type":"KSampler","inputs":{"seed":18446744073709551615,"cfg":7.0,"steps":20,
  "sampler_name":"euler","positive":"a harbour","tiled":false}}}`;

describe('the form', () => {
  it('has a card per node in execution order, and a graph beside it, which link to each other', async () => {
    const { screen } = await openDraft(chain);
    const titles = () =>
      screen
        .getByRole('heading', { level: 2 })
        .elements()
        .map((heading) => heading.textContent);
    await expect.poll(titles).toEqual(['First', 'Last']);
    const graph = screen.getByRole('application', { name: 'Graph of test.json: 2 nodes' });
    await screen.getByRole('textbox', { name: 'steps' }).click();
    await expect.element(screen.getByText('First, node 1', { exact: true })).toBeInTheDocument();
    await graph.getByRole('group', { name: 'Last, node 2', exact: true }).click();
    await expect.element(screen.getByText('Last, node 2', { exact: true })).toBeInTheDocument();
    await expect.element(screen.getByRole('textbox', { name: 'message' })).toBeInViewport();
  });

  it('shows the whole name of an input on a phone, also beside its range and its buttons', async () => {
    await page.viewport(320, 664);
    const { screen } = await openDraft(chain);
    const steps = screen.getByRole('textbox', { name: 'steps' });
    await steps.first().click();
    await expect.element(screen.getByRole('button', { name: 'Sweep steps' })).toBeInTheDocument();
    const label = screen.getByText('steps', { exact: true }).first().element();
    expect(label.scrollWidth).toBe(label.clientWidth);
  });

  it('begins with the main inputs, with prompts told apart by the links of the sampler, and continues by node', async () => {
    const { screen } = await openDraft(SD15);
    const main = screen.getByRole('region', { name: 'Main inputs' });
    await expect.element(main.getByRole('textbox', { name: 'Positive prompt' })).toHaveValue('glass bottle, galaxy');
    await expect.element(main.getByRole('textbox', { name: 'Negative prompt' })).toHaveValue('text, watermark');
    await expect.element(main.getByRole('textbox', { name: 'seed' })).toHaveValue('156680208700286');
    await expect.element(main.getByRole('group', { name: 'width and height' })).toBeVisible();
    const titles = () =>
      screen
        .getByRole('heading', { level: 2 })
        .elements()
        .map((heading) => heading.textContent);
    // Before them is a notice about missing classes.
    await expect.poll(() => titles().slice(-2)).toEqual(['Main inputs', 'Save Image']);
    await main.getByRole('textbox', { name: 'Positive prompt' }).fill('a lake');
    await expect.element(main.getByRole('textbox', { name: 'Positive prompt' })).toHaveValue('a lake');
  });

  it('leads from a node to its inputs in the group, from the graph, its card and a link', async () => {
    const own = { ...SD15, '3': { ...SD15['3'], inputs: { ...SD15['3']?.inputs, tiling: 'on' } } };
    const { screen, router, id } = await openDraft(own);
    const main = screen.getByRole('region', { name: 'Main inputs' });
    const sampler = screen.getByRole('region', { name: 'KSampler' });
    await expect.element(sampler.getByText(/^In main inputs:/)).toHaveTextContent('seed, steps, cfg');
    await sampler.getByRole('button', { name: 'cfg' }).click();
    await expect.element(main.getByRole('textbox', { name: 'cfg' })).toHaveFocus();
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await router.navigate({
      to: '/$surface/submit/$draftId',
      params: { surface: 'local', draftId: id },
      search: { node: '7' },
    });
    await expect.element(main.getByRole('textbox', { name: 'Negative prompt' })).toHaveFocus();
  });

  it('renders the inputs of a large form near the visible part, and those of any card that gets the focus', async () => {
    const many = Array.from({ length: 150 }, (_, index) => [
      String(index + 1),
      scripted('ScriptSteps', { steps: index + 1 }, { title: `Node ${index + 1}` }),
    ]);
    const { screen } = await openDraft(Object.fromEntries(many));
    const steps = (index: number) =>
      screen.getByRole('region', { name: `Node ${index}`, exact: true }).getByRole('textbox', { name: 'steps' });
    await expect.element(steps(1)).toHaveValue('1');
    await expect.element(screen.getByRole('heading', { level: 2, name: 'Node 150', exact: true })).toBeInTheDocument();
    await expect.poll(() => steps(150).query()).toBeNull();

    screen.getByRole('heading', { level: 2, name: 'Node 150', exact: true }).element().scrollIntoView();
    await expect.element(steps(150)).toHaveValue('150');
    await expect.poll(() => steps(1).query()).toBeNull();
    await steps(150).fill('x');
    screen.getByRole('heading', { level: 2, name: 'Node 1', exact: true }).element().scrollIntoView();
    await expect.element(steps(1)).toBeInViewport();
    expect(steps(150).query()).not.toBeNull();

    await steps(1).click();
    await expect.poll(() => steps(150).query()).toBeNull();
    await screen.getByRole('button', { name: '1 input to fix' }).click();
    await expect.element(steps(150)).toHaveFocus();
    await expect.element(steps(150)).toHaveValue('x');
  });

  it('J-1.30: has typed fields if a surface has no definitions, with every digit of a seed', async () => {
    gateway.worker.use(http.get('*/console/object_info', () => problem(404, 'not_found')));
    const { screen } = await openDraft(sampler);
    const seed = screen.getByRole('textbox', { name: 'seed', exact: true });
    await expect.element(seed).toHaveValue('18446744073709551615');
    await expect.element(screen.getByRole('textbox', { name: 'cfg' })).toHaveValue('7.0');
    await expect.element(screen.getByRole('switch', { name: 'tiled' })).not.toBeChecked();
    await expect.poll(() => screen.getByRole('textbox', { name: 'positive' }).element().tagName).toBe('TEXTAREA');
    await expect.element(screen.getByRole('button', { name: 'Run' })).not.toHaveAttribute('aria-disabled');
  });

  it('keeps focus, text, caret, order and pointer when definitions arrive late', async () => {
    gateway.worker.use(http.get('*/console/object_info', () => problem(404, 'not_found')));
    const { screen, id } = await openDraft(sampler);
    const names = () => [...document.querySelectorAll('[data-field] label')].map(({ textContent }) => textContent);
    await screen.getByRole('textbox', { name: 'steps' }).hover();
    await expect.element(screen.getByRole('button', { name: 'Pin steps' })).toBeInTheDocument();
    // Suggests what the class that comes with ComfyUI lists.
    const name = screen.getByRole('combobox', { name: 'sampler_name' });
    await expect.element(name).toBeVisible();
    const before = names();
    const box = name.element() as HTMLInputElement;
    box.focus();
    await userEvent.keyboard('{End}_x');
    box.setSelectionRange(3, 5);
    openSession(id)?.editor.setDefinitions({
      KSampler: {
        name: 'KSampler',
        input: {
          required: {
            sampler_name: [['euler', 'lms']],
            steps: ['INT', { min: 1, max: 150 }],
            cfg: ['FLOAT', { min: 0 }],
            seed: ['INT', { control_after_generate: true }],
          },
        },
        output: ['LATENT'],
      },
    });
    await expect.element(screen.getByText('1 – 150')).toBeVisible();
    expect(names()).toEqual(before);
    expect(document.activeElement).toBe(box);
    expect([box.value, box.selectionStart, box.selectionEnd]).toEqual(['euler_x', 3, 5]);
    await expect.element(screen.getByRole('button', { name: 'Pin steps' })).toBeInTheDocument();
    await userEvent.keyboard('{Tab}');
    await expect.element(screen.getByRole('button', { name: 'Use euler' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const choice = screen.getByRole('combobox', { name: 'sampler_name' });
    await expect.element(choice).toHaveTextContent('euler');
    await expect.element(choice).toHaveFocus();
  });

  it('stores typed values on this device, and changes no other byte', async () => {
    gateway.worker.use(http.get('*/console/object_info', () => problem(404, 'not_found')));
    const { screen, id } = await openDraft(sampler);
    await screen.getByRole('textbox', { name: 'steps' }).fill('25');
    await expect.poll(async () => (await readDraft(id))?.text).toBe(sampler.replace('"steps":20', '"steps":25'));
    await expect.element(screen.getByText(/, saved$/)).toBeVisible();
  });

  it('keeps typed text when it is left and reopened immediately', async () => {
    const app = await openDraft(chain);
    await app.screen.unmount();
    const { reopen, unmount } = mountApp(app);
    const message = page.getByRole('textbox', { name: 'message' });
    await message.fill('typed');
    reopen();
    await expect.element(message).toHaveValue('typed');
    unmount();
  });

  it('randomizes a seed, and steps with the arrow keys', async () => {
    gateway.worker.use(http.get('*/console/object_info', () => problem(404, 'not_found')));
    const { screen } = await openDraft(sampler);
    const seed = screen.getByRole('textbox', { name: 'seed', exact: true });
    await seed.click();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(seed).toHaveValue('18446744073709551614');
    await screen.getByRole('button', { name: 'New random seed' }).click();
    await expect.element(seed).not.toHaveValue('18446744073709551614');
    const steps = screen.getByRole('textbox', { name: 'steps' });
    await steps.click();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Shift>}{ArrowDown}{/Shift}');
    await expect.element(steps).toHaveValue('12');
  });

  it('searches the options of a long list', async () => {
    const samplers = Array.from({ length: 40 }, (_, index) => `sampler ${index}`);
    const input = { required: { sampler: [samplers, {}] } };
    const definition = { name: 'Sampler', input, output: ['*'], output_node: true };
    Object.assign(gateway.engine, { definitions: () => Promise.resolve({ Sampler: definition }) });
    const { screen, id } = await openDraft({ '1': { class_type: 'Sampler', inputs: { sampler: 'sampler 3' } } });
    await screen.getByRole('combobox', { name: 'sampler' }).click();
    await screen.getByRole('combobox', { name: 'Search the values' }).fill('31');
    await expect.element(screen.getByRole('option', { name: 'sampler 31' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(async () => (await readDraft(id))?.text).toContain('"sampler 31"');
  });

  it('leaves the focus where the user moves it right after a value was chosen', async () => {
    const { screen } = await openDraft({ '1': scripted('ScriptText', { text: 'x', seed: 1 }) });
    await screen.getByRole('combobox', { name: 'seed after each run' }).click();
    const text = document.querySelector<HTMLElement>('textarea');
    await expect.element(screen.getByRole('listbox')).toBeVisible();
    const moved = whenGone(screen.getByRole('listbox'), () => text?.focus());
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await moved;
    // Radix returns the focus within less.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(text).not.toBeNull();
    expect(document.activeElement).toBe(text);
  });

  it('increments a seed after a run, beyond the precision of a double', async () => {
    gateway.worker.use(http.get('*/console/object_info', () => problem(404, 'not_found')));
    const text = JSON.stringify({ ...chain, '2': scripted('ScriptText', { text: 'x' }, { after: '1' }) }).replace(
      '"inputs":{',
      '"inputs":{"seed":9007199254740993,',
    );
    const { screen, router, id } = await openDraft(text);
    await screen.getByRole('combobox', { name: 'seed after each run' }).click();
    await screen.getByRole('option', { name: 'Increment' }).click();
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    await expect.poll(async () => (await readDraft(id))?.text).toContain('"seed":9007199254740994');
    await expect.poll(() => gateway.engine.requests[0]?.workflowText).toContain('"seed":9007199254740993');
  });

  it('shows errors at the field as text that is associated with its control', async () => {
    const { screen } = await openDraft(chain);
    const steps = screen.getByRole('textbox', { name: 'steps' });
    await steps.fill('many');
    await expect.element(steps).toHaveAccessibleDescription(/This is not a whole number\./);
    await steps.fill('10001');
    await expect.element(steps).toHaveAccessibleDescription(/At most 10000\./);
    await expect.element(steps).toBeInvalid();
    await steps.fill('5');
    await expect.element(steps).toBeValid();
  });

  it('undoes edits one by one, and all at once', async () => {
    const { screen } = await openDraft(chain);
    const steps = screen.getByRole('textbox', { name: 'steps' });
    const message = screen.getByRole('textbox', { name: 'message' });
    await steps.fill('9');
    await message.fill('oh');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(message).toHaveValue('Asked to fail');
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.element(message).toHaveValue('oh');
    await screen.getByRole('button', { name: '2 changes' }).click();
    await screen.getByRole('menuitem', { name: 'Reset all changes' }).click();
    await expect.element(message).toHaveValue('Asked to fail');
    await expect.element(steps).toHaveValue('4');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(message).toHaveValue('oh');
    await expect.element(steps).toHaveValue('9');
  });

  it('offers undo, redo and the changes in the menu of a narrow window', async () => {
    await page.viewport(390, 800);
    const { screen } = await openDraft(chain);
    const steps = screen.getByRole('textbox', { name: 'steps' });
    await steps.fill('9');
    await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    const choose = async (name: string) => {
      await screen.getByRole('button', { name: 'More actions', exact: true }).click();
      await screen.getByRole('menuitem', { name }).click();
    };
    await choose('Undo');
    await expect.element(steps).toHaveValue('4');
    await choose('Redo');
    await expect.element(steps).toHaveValue('9');
    await choose('Reset all changes');
    await expect.element(steps).toHaveValue('4');
  });

  it('has Run below the form, also in a very wide window', async () => {
    await page.viewport(2560, 900);
    const { screen } = await openDraft(chain);
    const steps = screen.getByRole('textbox', { name: 'steps' });
    await expect.element(steps).toBeVisible();
    const rightOf = (element: Element | null) => element?.getBoundingClientRect().right ?? Number.NaN;
    const options = screen.getByRole('button', { name: 'Start options' }).element();
    const form = steps.element().closest('[data-scroll-area]');
    expect(Math.abs(rightOf(options) - rightOf(form))).toBeLessThan(40);
  });

  it('shows errors of the whole graph at their node', async () => {
    const { screen } = await openDraft({
      '1': { class_type: 'NoSuchNode', inputs: { a: 1 } },
      '2': { class_type: 'SaveImage', inputs: { images: ['9', 0], filename_prefix: 'x' } },
    });
    await expect.element(screen.getByRole('region', { name: /^1 node class needs ComfyUI/ })).toBeVisible();
    await expect
      .element(screen.getByText('images: Reads from node 9, which is not in the workflow').first())
      .toBeVisible();
    await expect.element(screen.getByRole('button', { name: '1 input to fix' })).toBeVisible();
  });

  it('shows in the graph why a node cannot run, and what is typed', async () => {
    const { screen } = await openDraft(chain);
    const node = screen.getByRole('application').getByRole('group', { name: /^First, node 1/ });
    await screen.getByRole('textbox', { name: 'steps' }).fill('0');
    await expect.element(node.getByText('steps: at least 1.')).toBeVisible();
    await screen.getByRole('textbox', { name: 'steps' }).fill('37');
    await expect.element(node.getByText(/steps 37/)).toBeVisible();
  });

  it('uses the full width without the graph, from then on for every workflow', async () => {
    const { screen } = await openDraft(chain);
    await screen.getByRole('button', { name: 'Hide result and graph' }).click();
    await expect.element(screen.getByRole('complementary', { name: 'Graph' })).not.toBeInTheDocument();
    await screen.unmount();
    const second = await openDraft(chain);
    await expect.element(second.screen.getByRole('textbox', { name: 'steps' })).toBeVisible();
    await second.screen.getByRole('button', { name: 'Show result and graph' }).click();
    await expect.element(second.screen.getByRole('application')).toBeVisible();
  });

  it('has steps on a phone', async () => {
    await page.viewport(390, 844);
    const { screen } = await openDraft(chain);
    await expect.element(screen.getByRole('textbox', { name: 'steps' })).toBeVisible();
    await screen.getByRole('button', { name: 'Graph', exact: true }).click();
    await expect.poll(() => screen.getByRole('textbox', { name: 'steps' }).query()).toBeNull();
    await screen.getByRole('button', { name: /Last/ }).click();
    await expect.element(screen.getByRole('textbox', { name: 'message' })).toBeVisible();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('a missing draft', () => {
  it('is reported with a link to the start page', async () => {
    const { screen } = await renderApp('/local/submit/00000000-0000-4000-8000-000000000000');
    await expect.element(screen.getByRole('heading', { name: 'Draft not found' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Open a workflow' })).toBeVisible();
  });
});

describe('the draft list', () => {
  it('deletes a draft, with an undo', async () => {
    const title = `draft ${crypto.randomUUID()}`;
    const { screen, router, id } = await openDraft(chain, title);
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await screen.getByRole('button', { name: 'All drafts' }).click();
    await screen.getByRole('button', { name: `Delete the draft ${title}` }).click();
    await expect.poll(() => readDraft(id)).toBeNull();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByRole('link', { name: new RegExp(title) })).toBeVisible();
  });

  it('does not restore a deleted draft whose upload was still running', async () => {
    let isSent = false;
    let isStored = false;
    const waiting: (() => void)[] = [];
    gateway.worker.use(
      http.post('*/api/v2/assets', async ({ request }) => {
        isSent = true;
        await new Promise<void>((resolve) => waiting.push(resolve));
        const response = await gateway.app.fetch(request);
        isStored = true;
        return response;
      }),
    );
    const title = `draft ${crypto.randomUUID()}`;
    const loader = { '10': { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: 'Your photo' } } };
    const { screen, router, id } = await openDraft(loader, title);
    const spot = screen.getByText('Drop your image here');
    await expect.element(spot).toBeVisible();
    const file = new File([crypto.randomUUID()], 'late.png', { type: 'image/png' });
    drag(spot.element(), dataTransferOf(file), { drop: true });
    await expect.poll(() => isSent).toBe(true);
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await screen.getByRole('button', { name: 'All drafts' }).click();
    await screen.getByRole('button', { name: `Delete the draft ${title}` }).click();
    await expect.poll(() => readDraft(id)).toBeNull();
    for (const resolve of waiting) resolve();
    await expect.poll(() => isStored).toBe(true);
    // Edits are saved after a pause, so this one is saved after all edits of the upload.
    await screen.unmount();
    const other = await openDraft(chain);
    await other.screen.getByRole('textbox', { name: 'steps' }).fill('77');
    await expect.poll(async () => (await readDraft(other.id))?.text).toContain('77');
    expect(await readDraft(id)).toBeNull();
  });

  it('renames a draft', async () => {
    const title = `draft ${crypto.randomUUID()}`;
    const { screen, router, id } = await openDraft(chain, title);
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await screen.getByRole('button', { name: 'All drafts' }).click();
    await screen.getByRole('button', { name: `Rename the draft ${title}` }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    const next = `renamed ${id}`;
    await userEvent.keyboard(`${next}{Enter}`);
    await expect.poll(async () => (await readDraft(id))?.title).toBe(next);
    await screen.getByRole('link', { name: new RegExp(next) }).click();
    await expect.element(screen.getByRole('heading', { name: next })).toBeVisible();
  });

  it('deletes the selected drafts or all of them, and undo restores them with their files', async () => {
    await clearDeviceData('drafts');
    const draftOf = (title: string) =>
      makeDraft('local', { text: JSON.stringify(chain), title, origin: 'file' }, Date.now());
    const drafts = ['one.json', 'two.json', 'three.json'].map(draftOf);
    for (const draft of drafts) await writeDraft(draft);
    const [one] = drafts;
    await storeFile(one?.id ?? '', '1 image', new File(['bytes'], 'photo.png'));
    const { screen } = await renderApp('/local/submit');
    await screen.getByRole('button', { name: 'All drafts' }).click();
    const region = screen.getByRole('region', { name: 'Drafts' });
    const all = region.getByRole('checkbox', { name: 'Select all drafts' });
    await region.getByRole('checkbox', { name: 'Select the draft one.json' }).click();
    await expect.element(all).toBePartiallyChecked();
    await region.getByRole('checkbox', { name: 'Select the draft two.json' }).click();
    await region.getByRole('button', { name: 'Delete 2 drafts' }).click();
    await expect.element(region.getByRole('link', { name: /^one\.json/ })).not.toBeInTheDocument();
    await expect.element(region.getByRole('link', { name: /^three\.json/ })).toBeVisible();
    await expect.poll(() => storedFile(one?.id ?? '', '1 image')).toBeNull();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(region.getByRole('link', { name: /^one\.json/ })).toBeVisible();
    await expect.poll(async () => (await storedFile(one?.id ?? '', '1 image'))?.text()).toBe('bytes');

    await userEvent.keyboard('{Escape}');
    await expect.element(region.getByRole('button', { name: /^Delete . drafts?$/ })).not.toBeInTheDocument();
    const names = ['one', 'two', 'three'].map((name) => `Select the draft ${name}.json`);
    const checked = () => names.filter((name) => region.getByRole('checkbox', { name }).element().matches(':checked'));
    await region.getByRole('checkbox').nth(1).click();
    await region
      .getByRole('checkbox')
      .nth(3)
      .click({ modifiers: ['Shift'] });
    await expect.poll(checked).toEqual(names);
    await userEvent.keyboard('x');
    await expect.poll(() => checked().length).toBe(2);
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.poll(checked).toEqual(names);
    await all.click();
    await expect.poll(checked).toEqual([]);
    await all.click();
    await region.getByRole('button', { name: 'Delete 3 drafts' }).click();
    await expect.element(region).not.toBeInTheDocument();
    await expect.poll(() => listDrafts('local')).toEqual([]);
  });

  it('shows the newest drafts first, more on demand, and finds the oldest by its name and in the palette', async () => {
    await clearDeviceData('drafts');
    const now = Date.now();
    for (let index = 0; index < 40; index += 1) {
      const source = { text: JSON.stringify(chain), title: `reef ${index}.json`, origin: 'file' } as const;
      await writeDraft(makeDraft('local', source, now - index * 1000));
    }
    const { screen } = await renderApp('/local/submit');
    await screen.getByRole('button', { name: 'All drafts' }).click();
    const region = screen.getByRole('region', { name: 'Drafts' });
    const links = region.getByRole('link');
    const oldest = region.getByRole('link', { name: /^reef 39\.json/ });
    await expect.poll(() => links.length).toBe(30);
    await region.getByRole('searchbox', { name: 'Search drafts' }).fill('39 reef');
    await expect.element(oldest).toBeVisible();
    await expect.poll(() => links.length).toBe(1);
    await region.getByRole('searchbox', { name: 'Search drafts' }).fill('no such');
    await expect.element(region.getByText('No draft has these words in its name or classes.')).toBeVisible();
    await region.getByRole('searchbox', { name: 'Search drafts' }).fill('');
    await expect.poll(() => links.length).toBe(30);
    await region.getByRole('button', { name: 'Show more drafts' }).click();
    await expect.element(oldest).toBeVisible();
    await expect.element(region.getByRole('button', { name: 'Show more drafts' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('reef 39');
    await expect.element(screen.getByRole('option', { name: /reef 39\.json/ })).toBeVisible();
  });
});
