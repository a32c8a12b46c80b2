import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { assetReference } from '@contract/workflow/asset-references';
import { clearDeviceData } from '@/domains/history/device-data';
import { listDrafts, readDraft, writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { editInput, EMPTY_TEMPLATE, pinInput, pinnedInputs, type Template } from '@/domains/drafts/template';
import { writeTemplateDocument } from '@/domains/templates/template-document';
import { packTemplate } from '@/domains/templates/template-link';
import { makeSavedTemplate, putTemplate } from '@/domains/templates/saved-templates';
import { useToasts } from '@/shared/feedback/toasts';
import { onAnnouncement } from '@/shared/feedback/announce';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { dataTransferOf, drag, openDraft, whenDropsAreTaken } from '@/testing/open-draft';
import { emptyOutbox } from '@/testing/outbox';
import { renderApp, type RenderedApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { useImportReport } from '../import/import-report';
import { afterRunSetting } from '../draft/run-count';
// The shell loads it after the first paint; tests act faster than that.
import '../import/drop-anywhere';
import '../start/linked-template';
import './save-template-dialog';
import './share-template-dialog';

let gateway: BrowserGateway;

const chain = {
  '2': scripted('ScriptFail', {}, { title: 'Last', after: '1' }),
  '1': scripted('ScriptSteps', {}, { title: 'First' }),
};
const text = JSON.stringify(chain);
const STEPS = { nodeId: '1', input: 'steps' };
const MESSAGE = { nodeId: '2', input: 'message' };
const both = pinInput(pinInput({ ...EMPTY_TEMPLATE, title: 'Both' }, STEPS), MESSAGE);

/** Announcements since the test began. */
let spoken: string[] = [];
onAnnouncement((text) => spoken.push(text));

beforeEach(async () => {
  spoken = [];
  await page.viewport(1280, 800);
  await clearDeviceData('drafts');
  await clearDeviceData('templates');
  gateway = await mountGateway();
  afterRunSetting.set('stay');
});
afterEach(async () => {
  useToasts.setState({ toasts: [] });
  useImportReport.setState({ problems: [], findings: [], isListOpen: false });
  await emptyOutbox();
  await unmountGateway();
});

type Screen = RenderedApp['screen'];
/** A field gets its buttons once it is pointed at. */
async function pinSteps(screen: Screen) {
  // The bounds come with the node definitions, which lay out the form again: a field can move away from a resting pointer.
  await expect.element(screen.getByText('1 – 10000')).toBeVisible();
  await screen.getByRole('textbox', { name: 'steps' }).hover();
  await screen.getByRole('button', { name: 'Pin steps' }).click();
}
const chooseView = (screen: Screen, name: string | RegExp) => screen.getByRole('radio', { name }).click();

/** The editor on a draft with this template. */
async function openTemplate(template: Template = both) {
  const draft = makeDraft(
    'local',
    { text, title: 'chain.json', origin: 'file', form: { template, seedModes: {} } },
    Date.now(),
  );
  await writeDraft(draft);
  return { id: draft.id, ...(await renderApp(`/local/submit/${draft.id}`)) };
}

async function editTemplate(template?: Template) {
  const app = await openTemplate(template);
  await app.screen.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.element(app.screen.getByRole('list', { name: 'Groups and pinned inputs' })).toBeVisible();
  return app;
}

const labelsIn = async (id: string) => {
  const template = (await readDraft(id))?.template ?? EMPTY_TEMPLATE;
  return template.groups.map(
    ({ title, inputs }) => `${title}: ${inputs.map(({ label, input }) => label || input).join(', ')}`,
  );
};

describe('pinning', () => {
  it('shows only the pinned inputs, saves them with the draft, and can be undone', async () => {
    const { screen, id } = await openDraft(chain);
    await pinSteps(screen);
    await expect.element(screen.getByRole('button', { name: 'Pin steps' })).toHaveAttribute('aria-pressed', 'true');
    await chooseView(screen, 'Template 1');
    await expect.element(screen.getByRole('textbox', { name: 'message' })).not.toBeInTheDocument();
    await screen.getByRole('textbox', { name: 'steps' }).fill('7');
    await expect.poll(async () => (await readDraft(id))?.text).toContain('"steps":7');
    await expect.poll(() => labelsIn(id)).toEqual([': steps']);
    await chooseView(screen, 'All inputs');
    await expect.element(screen.getByRole('textbox', { name: 'message' })).toBeVisible();
    await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
    await expect.element(screen.getByRole('radio', { name: 'Template', exact: true })).toBeVisible();
    await expect.poll(() => labelsIn(id)).toEqual([]);
  });

  it('works for the focused input by keyboard, and is announced', async () => {
    const { screen } = await openDraft(chain);
    await screen.getByRole('textbox', { name: 'message' }).click();
    await userEvent.keyboard('{Control>}.{/Control}');
    await expect.poll(() => spoken).toContain('Pinned message: 1 input in the template');
    await expect.element(screen.getByRole('button', { name: 'Pin message' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('opens a draft in the view that it was left in', async () => {
    const { screen } = await openTemplate();
    await expect.element(screen.getByRole('radio', { name: 'Template 2' })).toBeChecked();
    await expect.element(screen.getByRole('textbox', { name: 'steps' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'First' }).query()).toBeNull();
  });

  it('runs like the whole form, and shows all inputs for a problem that the template hides', async () => {
    const { screen } = await openTemplate(pinInput(EMPTY_TEMPLATE, MESSAGE));
    await screen.getByRole('textbox', { name: 'message' }).fill('from the template');
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => gateway.engine.requests[0]?.workflowText).toContain('from the template');
    await chooseView(screen, 'All inputs');
    await screen.getByRole('textbox', { name: 'steps' }).fill('many');
    await chooseView(screen, /^Template/);
    await screen.getByRole('button', { name: '1 input to fix' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'steps' })).toHaveFocus();
    await expect.element(screen.getByRole('radio', { name: 'All inputs' })).toBeChecked();
  });
});

it('gives a dropped file to the pinned input first, under its own label', async () => {
  const photo = (title: string) => ({ class_type: 'LoadImage', inputs: { image: '' }, _meta: { title } });
  const photos = JSON.stringify({ '1': photo('Front'), '2': photo('Back') });
  const address = { nodeId: '2', input: 'image' };
  const template = editInput(pinInput(EMPTY_TEMPLATE, address), address, { label: 'Your photo' });
  const form = { template, seedModes: {} };
  const draft = makeDraft('local', { text: photos, title: 'photos.json', origin: 'file', form }, Date.now());
  await writeDraft(draft);
  const { screen } = await renderApp(`/local/submit/${draft.id}`);
  await expect.element(screen.getByRole('group', { name: 'Your photo' })).toBeVisible();
  const heading = () => screen.getByRole('heading', { level: 1 }).element();
  const data = dataTransferOf(new File(['x'], 'a.png', { type: 'image/png' }));
  // The shell accepts files after its first paint.
  const isAnnounced = () => {
    drag(heading(), data, { drop: false });
    return page.getByText('Drop to use as input of Your photo').query() !== null;
  };
  await expect.poll(isAnnounced).toBe(true);
  document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
});

describe('a node that a URL names', () => {
  it('gets the focus, in the template if that has one of its inputs', async () => {
    const draft = await openTemplate(pinInput(EMPTY_TEMPLATE, MESSAGE));
    await draft.screen.unmount();
    const { screen } = await renderApp(`/local/submit/${draft.id}?node=2`);
    await expect.element(screen.getByRole('textbox', { name: 'message' })).toHaveFocus();
    await expect.element(screen.getByRole('radio', { name: 'Template 1' })).toBeChecked();
  });

  it('shows all inputs if the template has none of it', async () => {
    const draft = await openTemplate(pinInput(EMPTY_TEMPLATE, MESSAGE));
    await draft.screen.unmount();
    const { screen } = await renderApp(`/local/submit/${draft.id}?node=1`);
    await expect.element(screen.getByRole('radio', { name: 'All inputs' })).toBeChecked();
    await expect.element(screen.getByRole('textbox', { name: 'steps' })).toHaveFocus();
  });
});

/** Drags by the handle of a row; `send` continues the drag at a height. */
function dragRow(screen: Screen, name: string) {
  const row = screen.getByRole('listitem', { name, exact: true }).element();
  const handle = row.querySelector('[title="Drag to move"]');
  if (!handle) throw new Error('no handle');
  // The browser knows no pointer of this id.
  Object.assign(handle, { setPointerCapture: () => {} });
  const send = (type: string, clientY: number) =>
    handle.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, pointerId: 1, clientY }));
  send('pointerdown', row.getBoundingClientRect().top);
  return { row, send };
}

describe('editing a template', () => {
  it('starts without pinned inputs, and adds them from a list', async () => {
    const { screen, id } = await openDraft(chain);
    await chooseView(screen, 'Template');
    await screen.getByRole('button', { name: 'Choose inputs' }).click();
    await screen.getByRole('combobox', { name: 'Add an input' }).click();
    await screen.getByRole('option', { name: /^message, Last 2/ }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Label of message' })).toBeVisible();
    await expect.poll(() => labelsIn(id)).toEqual([': message']);
  });

  it('renames inputs, groups and the template, with help text', async () => {
    const { screen, id } = await editTemplate();
    await screen.getByRole('textbox', { name: 'Title' }).fill('Chain');
    await screen.getByRole('textbox', { name: 'Description' }).fill('Says something.');
    await screen.getByRole('textbox', { name: 'Name of group 1' }).fill('Basics');
    await screen.getByRole('textbox', { name: 'Label of steps' }).fill('Length');
    await screen.getByRole('textbox', { name: 'Help text of steps' }).fill('Longer takes more time.');
    await screen.getByRole('button', { name: 'Done' }).click();
    const group = screen.getByRole('region', { name: 'Basics' });
    await expect
      .element(group.getByRole('textbox', { name: 'Length' }))
      .toHaveAccessibleDescription(/Longer takes more time/);
    await expect.element(screen.getByText('Says something.')).toBeVisible();
    await expect.poll(() => labelsIn(id)).toEqual(['Basics: Length, message']);
    await expect.poll(async () => (await readDraft(id))?.template?.title).toBe('Chain');
  });

  it('moves an input by keyboard, also into another group, with focus and announcement', async () => {
    const { screen, id } = await editTemplate();
    await screen.getByRole('button', { name: 'Add group' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Name of group 2' })).toHaveFocus();
    await userEvent.keyboard('More');
    const label = screen.getByRole('textbox', { name: 'Label of steps' });
    await label.click();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.poll(() => spoken).toContain('steps: place 2 of 2 in group 1');
    await expect.element(label).toHaveFocus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.poll(() => spoken).toContain('steps: place 1 of 1 in More');
    await expect.element(label).toHaveFocus();
    await expect.poll(() => labelsIn(id)).toEqual([': message', 'More: steps']);
    await screen.getByRole('button', { name: 'Move group More up' }).click();
    await expect.poll(() => labelsIn(id)).toEqual(['More: steps', ': message']);
  });

  it('moves an input by mouse', async () => {
    const { screen, id } = await editTemplate();
    await expect.element(screen.getByRole('listitem', { name: 'message' })).toBeVisible();
    const { bottom } = screen.getByRole('listitem', { name: 'message' }).element().getBoundingClientRect();
    const { row, send } = dragRow(screen, 'steps');
    send('pointermove', bottom);
    await expect.poll(() => row.className).toContain('opacity');
    expect(await labelsIn(id)).toEqual([': steps, message']);
    send('pointerup', bottom);
    await expect.poll(() => labelsIn(id)).toEqual([': message, steps']);
    await expect.poll(() => spoken).toContain('steps: place 2 of 2');
  });

  it('moves a group by mouse, and nothing after Escape', async () => {
    const { screen, id } = await editTemplate();
    await screen.getByRole('button', { name: 'Add group' }).click();
    await screen.getByRole('textbox', { name: 'Name of group 2' }).fill('Style');
    await expect.element(screen.getByRole('listitem', { name: 'group Style', exact: true })).toBeVisible();
    const top = () => screen.getByRole('listitem').first().element().getBoundingClientRect().top;
    const first = dragRow(screen, 'group Style');
    first.send('pointermove', top());
    await expect.poll(() => first.row.className).toContain('opacity');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => first.row.className).not.toContain('opacity');
    first.send('pointerup', top());
    const second = dragRow(screen, 'group Style');
    second.send('pointermove', top());
    await expect.poll(() => second.row.className).toContain('opacity');
    await expect.poll(() => labelsIn(id)).toEqual([': steps, message', 'Style: ']);
    second.send('pointerup', top());
    await expect.poll(() => labelsIn(id)).toEqual(['Style: ', ': steps, message']);
    await expect.poll(() => spoken).toContain('Style: group 1 of 2');
  });

  it('removes an input and a group; undo restores the label', async () => {
    const { screen, id } = await editTemplate();
    await screen.getByRole('textbox', { name: 'Label of steps' }).fill('Length');
    await screen.getByRole('button', { name: 'Remove Length' }).click();
    await expect.poll(() => labelsIn(id)).toEqual([': message']);
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => labelsIn(id)).toEqual([': Length, message']);
    await screen.getByRole('button', { name: 'Add group' }).click();
    await screen.getByRole('button', { name: 'Remove group 1' }).click();
    await expect.poll(() => labelsIn(id)).toEqual([': Length, message']);
  });
});

describe('saved templates', () => {
  const saveBoth = async () => {
    const saved = await makeSavedTemplate('local', { template: both, workflowText: text, seedModes: {} });
    await putTemplate(saved);
    return saved;
  };

  it('are saved from a draft, listed, and open as a new draft each time', async () => {
    const { screen, router, id } = await openTemplate();
    await screen.getByRole('button', { name: 'Save…' }).click();
    await screen.getByRole('textbox', { name: 'Name' }).fill('My chain');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await screen.getByRole('button', { name: 'Open the template My chain' }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'My chain' })).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'message' })).toBeVisible();
    expect(router.state.location.pathname).not.toContain(id);
    // Untouched, so it is not listed yet.
    await expect.poll(async () => (await listDrafts('local')).map(({ title }) => title)).toEqual(['chain.json']);
  });

  it('are updated from a draft that was opened from them, with undo', async () => {
    const saved = await saveBoth();
    const form = { template: pinInput(EMPTY_TEMPLATE, STEPS), seedModes: {}, templateId: saved.id };
    const draft = makeDraft('local', { text, title: 'Both', origin: 'template', form }, Date.now());
    await writeDraft(draft);
    const { screen, router } = await renderApp(`/local/submit/${draft.id}`);
    await screen.getByRole('button', { name: 'Save…' }).click();
    await screen.getByRole('button', { name: 'Update' }).click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    await expect.element(screen.getByRole('button', { name: 'Open the template Both' })).toHaveTextContent('1 input');
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByRole('button', { name: 'Open the template Both' })).toHaveTextContent('2 inputs');
  });

  it('are renamed, duplicated and deleted, with undo', async () => {
    await saveBoth();
    const { screen } = await renderApp('/local/submit');
    const choose = async (template: string, item: string) => {
      await screen.getByRole('button', { name: `More actions for the template ${template}`, exact: true }).click();
      await screen.getByRole('menuitem', { name: item }).click();
    };
    await choose('Both', 'Rename');
    await screen.getByRole('textbox', { name: 'Name' }).fill('Chain');
    await userEvent.keyboard('{Enter}');
    await choose('Chain', 'Duplicate');
    await expect.element(screen.getByRole('button', { name: 'Open the template Chain copy' })).toBeVisible();
    await choose('Chain', 'Delete');
    const original = screen.getByRole('button', { name: 'Open the template Chain', exact: true });
    await expect.element(original).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(original).toBeVisible();
  });

  it('are offered for a dropped workflow of the same nodes, whose values stay', async () => {
    await saveBoth();
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('button', { name: 'Open the template Both' })).toBeVisible();
    const data = dataTransferOf(
      new File([text.replace('Asked to fail', 'other')], 'new.json', { type: 'application/json' }),
    );
    drag(screen.getByRole('heading', { level: 1 }).element(), data, { drop: true });
    await screen.getByRole('button', { name: 'Open with template Both' }).click();
    await expect.element(screen.getByRole('radio', { name: 'Template 2' })).toBeChecked();
    await expect.element(screen.getByRole('textbox', { name: 'message' })).toHaveValue('other');
  });
});

describe('sharing', () => {
  it('opens a dropped template file as its form, and calls it a template', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    const file = new File(
      [writeTemplateDocument({ template: both, workflowText: text, seedModes: {} })],
      'x.flowdeck.json',
    );
    const other = new File(['{}'], 'other.json');
    drag(screen.getByRole('heading', { level: 1 }).element(), dataTransferOf(file, other), { drop: true });
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Both' })).toBeVisible();
    await expect.element(screen.getByRole('radio', { name: 'Template 2' })).toBeChecked();
    await screen.getByRole('button', { name: 'Show all files' }).click();
    await expect.element(screen.getByText('Template, opened as a draft')).toBeVisible();
  });

  it('shows the link with what is left out', async () => {
    const workflow = {
      ...chain,
      '1': { ...chain['1'], inputs: { ...chain['1'].inputs, api_key: 'x', image: assetReference({ id: 'a' }) } },
    };
    const { screen } = await openDraft(workflow);
    await pinSteps(screen);
    await chooseView(screen, 'Template 1');
    await screen.getByRole('button', { name: 'Share…' }).click();
    const link = screen.getByRole('textbox', { name: 'Link' });
    await expect.poll(() => link.element().getAttribute('value')).toMatch(/\/local\/submit#template=[\w-]{40,}$/);
    await expect.element(screen.getByText(/^api_key of First 1: a secret/)).toBeVisible();
    await expect.element(screen.getByText(/^image of First 1: a file/)).toBeVisible();
  });

  it('warns about a link that chat apps may cut', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(9000));
    const noise = Array.from(bytes, (byte) => String.fromCharCode(0x4e00 + byte)).join('');
    const { screen } = await openDraft({ ...chain, '2': scripted('ScriptFail', { message: noise }, { after: '1' }) });
    await pinSteps(screen);
    await chooseView(screen, 'Template 1');
    await screen.getByRole('button', { name: 'Share…' }).click();
    await expect.element(screen.getByText(/^Some chat apps cut links over 8,000 characters/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Copy link' })).not.toHaveAttribute('aria-disabled');
  });

  it('refuses a link that is too long, and offers the file', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const noise = Array.from(bytes, (byte) => String.fromCharCode(0x4e00 + byte)).join('');
    const { screen } = await openDraft({ ...chain, '2': scripted('ScriptFail', { message: noise }, { after: '1' }) });
    await pinSteps(screen);
    await chooseView(screen, 'Template 1');
    await screen.getByRole('button', { name: 'Share…' }).click();
    await expect.element(screen.getByText(/^Too long for a link: browsers may refuse/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Copy link' })).toHaveAttribute('aria-disabled', 'true');
    await expect.element(screen.getByRole('button', { name: 'Save as file' })).not.toHaveAttribute('aria-disabled');
  });

  it('previews a link, stores nothing before it is opened, and never runs it', async () => {
    const fragment = await packTemplate(writeTemplateDocument({ template: both, workflowText: text, seedModes: {} }));
    const { screen, router } = await renderApp(`/local/submit#${fragment}`);
    await expect
      .element(screen.getByText(/^This link contains a workflow with 2 nodes, and a form of 2 inputs/))
      .toBeVisible();
    expect(await listDrafts('local')).toEqual([]);
    await screen.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Both' })).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'message' })).toBeVisible();
    await expect.poll(() => router.state.location.hash).toBe('');
    expect(gateway.engine.requests).toEqual([]);
    const pinned = async () =>
      (await listDrafts('local')).map(({ template }) => template && pinnedInputs(template).length);
    await expect.poll(pinned).toEqual([2]);
  });

  it('says why a link cannot be opened, and leaves the page usable', async () => {
    const { screen, router } = await renderApp('/local/submit#template=cut');
    await expect.element(screen.getByRole('alert')).toHaveTextContent('It was probably cut');
    // The cross has the same name.
    await screen.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.poll(() => router.state.location.hash).toBe('');
  });
});
