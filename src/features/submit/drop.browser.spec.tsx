import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readDraft, writeDraft } from '@/domains/drafts/drafts';
import { EMPTY_TEMPLATE } from '@/domains/drafts/template';
import { deleteTemplate, makeSavedTemplate, putTemplate } from '@/domains/templates/saved-templates';
import { makeDraft } from '@/domains/drafts/make-draft';
import { handOver } from '@/shared/dialog-requests/hand-overs';
import { useToasts } from '@/shared/feedback/toasts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { dataTransferOf, drag, openDraft, whenDropsAreTaken } from '@/testing/open-draft';
import settingsUrl from '@/domains/workflow-files/testing/fixtures/a1111.png?url';
import jpegUrl from '@/domains/workflow-files/testing/fixtures/exiftool-user-comment.jpg?url';
import mp4Url from '@/domains/workflow-files/testing/fixtures/ffmpeg.mp4?url';
import archiveUrl from '@/domains/workflow-files/testing/fixtures/python.zip?url';
import { uiFile } from '@/domains/ui-format/testing/ui-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { useImportReport } from './import/import-report';
// The shell loads it after the first paint; tests act faster than that.
import './import/drop-anywhere';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.removeItem('flowdeck.picture-drop');
  gateway = await mountGateway();
});
afterEach(async () => {
  useToasts.setState({ toasts: [] });
  useImportReport.setState({ problems: [], findings: [], isListOpen: false });
  handOver('mediaFile', null);
  await unmountGateway();
});

const workflow = JSON.stringify({ '1': scripted('ScriptText', { text: 'inside' }, { title: 'Say' }) });
const flow = {
  '10': { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: 'Your photo' } },
  '17': { class_type: 'SaveImage', inputs: { images: ['10', 0], filename_prefix: 'x' } },
};

const tracks = {
  '5': { class_type: 'LoadAudio', inputs: { audio: '' }, _meta: { title: 'Your track' } },
  ...flow,
};

const films = {
  '6': { class_type: 'LoadVideo', inputs: { file: '' }, _meta: { title: 'Your video' } },
  '7': { class_type: 'SaveVideo', inputs: { video: ['6', 0], filename_prefix: 'x' } },
};

const json = (text: string, name: string) => new File([text], name, { type: 'application/json' });

/** Returns a PNG of one chunk; `prompt` adds an embedded workflow. */
function png(name: string, prompt?: string): File {
  const parts: BlobPart[] = [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])];
  const add = (type: string, data: Uint8Array<ArrayBuffer>) => {
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, data.byteLength);
    parts.push(length.buffer, type, data, new Uint8Array(4));
  };
  if (prompt !== undefined) add('tEXt', new TextEncoder().encode(`prompt\0${prompt}`));
  add('IEND', new Uint8Array());
  return new File(parts, name, { type: 'image/png' });
}

describe('a drag over the window', () => {
  it('shows what a drop will do, by position and kind of file', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(flow));
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    const heading = () => screen.getByRole('heading', { level: 1 }).element();
    drag(heading(), dataTransferOf(png('a.png')), { drop: false });
    await expect.element(screen.getByText('Drop to use as input of Your photo')).toBeVisible();
    drag(heading(), dataTransferOf(png('a.png')), { drop: false, altKey: true });
    await expect.element(screen.getByText('Drop to open the workflow embedded in this image')).toBeVisible();
    drag(heading(), dataTransferOf(json('{}', 'a.json')), { drop: false });
    await expect.element(screen.getByText('Drop to open as a workflow')).toBeVisible();
    drag(heading(), dataTransferOf(json('{}', 'a.json'), png('b.png')), { drop: false });
    await expect.element(screen.getByText('Drop to open the workflow and use 1 image as its input')).toBeVisible();
  });

  it('names the input that accepts the file, not an empty one of another kind', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(tracks));
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    const heading = () => screen.getByRole('heading', { level: 1 }).element();
    drag(heading(), dataTransferOf(png('a.png')), { drop: false });
    await expect.element(screen.getByText('Drop to use as input of Your photo')).toBeVisible();
    drag(heading(), dataTransferOf(png('a.png')), { drop: true });
    const photo = screen.getByRole('region', { name: 'Your photo' });
    await expect.element(photo.getByText('a.png')).toBeVisible();
  });

  it('lets an input handle what it accepts, and opens a workflow that is dropped there', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(flow));
    const invitation = screen.getByText('Drop your image here');
    await expect.element(invitation).toBeVisible();
    drag(invitation.element(), dataTransferOf(png('a.png'), png('b.png')), { drop: false });
    const choice = 'Drop to choose: one run for each of the 2 images, or the first one only';
    await expect.element(screen.getByText(choice)).toBeVisible();
    drag(invitation.element(), dataTransferOf(json(workflow, 'mine.json')), { drop: false });
    await expect.element(screen.getByText('Drop to open as a workflow')).toBeVisible();
    drag(invitation.element(), dataTransferOf(json(workflow, 'mine.json')), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'mine.json' })).toBeVisible();
  });

  it('ignores a drag of text', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    const data = new DataTransfer();
    data.setData('text/plain', 'hello');
    drag(document.body, data, { drop: false });
    expect(screen.getByText(/^Drop to/).query()).toBeNull();
  });
});

describe('a file that the page cannot use', () => {
  const offer = (name: string) => page.getByRole('button', { name, exact: true });
  const dropped = async () => {
    const app = await whenDropsAreTaken(renderApp('/local/jobs'));
    drag(document.body, dataTransferOf(png('plain.png')), { drop: true });
    await expect.element(page.getByText('plain.png: No workflow in this image')).toBeVisible();
    return app;
  };

  it('is uploaded to the gallery, which shows the progress', async () => {
    const { screen, router } = await dropped();
    await offer('Upload to the gallery').click();
    await expect.poll(() => router.state.location.pathname).toBe('/local/assets');
    const files = screen.getByRole('list', { name: 'Files' });
    await expect.element(files.getByRole('button', { name: 'plain.png', exact: true })).toBeVisible();
  });

  it('is used in a workflow that accepts it', async () => {
    await writeDraft(makeDraft('local', { text: JSON.stringify(flow), title: 'Retouch', origin: 'file' }, Date.now()));
    const { screen, router } = await dropped();
    await offer('Use in a workflow…').click();
    const dialog = screen.getByRole('dialog', { name: 'Use in a workflow' });
    await dialog.getByRole('button', { name: /^Retouch/ }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\/.+/);
    const card = screen.getByRole('region', { name: 'Your photo' });
    await expect.element(card.getByText('plain.png')).toBeVisible();
    expect(gateway.engine.requests).toHaveLength(0);
  });

  it('is staged for a model', async () => {
    const { screen, router } = await dropped();
    await offer('Use with a model…').click();
    await expect.poll(() => router.state.location.pathname).toBe('/local/models');
    await expect.element(screen.getByRole('status').filter({ hasText: 'plain.png is ready to use' })).toBeVisible();
  });
});

describe('a drop', () => {
  it('says that it is being opened while ComfyUI is still sending its definitions', async () => {
    let send = () => {};
    const isSent = new Promise<void>((resolve) => (send = resolve));
    gateway.worker.use(
      http.get('*/console/object_info', async ({ request }) => {
        await isSent;
        return gateway.app.fetch(request);
      }),
    );
    const { screen } = await whenDropsAreTaken(renderApp('/local/jobs'));
    drag(document.body, dataTransferOf(json(workflow, 'mine.json')), { drop: true });
    await expect.element(screen.getByText('Opening the file…')).toBeVisible();
    send();
    await expect.element(screen.getByRole('heading', { name: 'mine.json' })).toBeVisible();
    await expect.element(screen.getByText('Opening the file…')).not.toBeInTheDocument();
  });

  it('opens a workflow anywhere, without running it', async () => {
    const { screen, router } = await whenDropsAreTaken(renderApp('/local/jobs'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    drag(document.body, dataTransferOf(json(workflow, 'mine.json')), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'mine.json' })).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toHaveValue('inside');
    expect(router.state.location.pathname).toMatch(/^\/local\/submit\/.+/);
    expect(gateway.engine.requests).toHaveLength(0);
  });

  it('opens the workflow embedded in an image', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    drag(document.body, dataTransferOf(png('made.png', workflow)), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'made.png' })).toBeVisible();
  });

  it.each([
    ['a video', mp4Url, 'ffmpeg.mp4', 'video/mp4', 'Drop to open the workflow embedded in this video'],
    ['a JPEG', jpegUrl, 'photo.jpg', 'image/jpeg', 'Drop to open the workflow embedded in this image'],
  ])('opens the workflow embedded in %s', async (_what, url, name, type, announced) => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    const file = new File([await (await fetch(url)).blob()], name, { type });
    drag(document.body, dataTransferOf(file), { drop: false });
    await expect.element(screen.getByText(announced)).toBeVisible();
    drag(document.body, dataTransferOf(file), { drop: true });
    await expect.element(screen.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'filename_prefix' })).toHaveValue('ComfyUI');
    expect(gateway.engine.requests).toHaveLength(0);
  });

  it('asks what a video with a workflow is meant for, where the draft takes videos', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(films));
    await expect.element(screen.getByText('Drop your video here')).toBeVisible();
    const file = new File([await (await fetch(mp4Url)).blob()], 'made.mp4', { type: 'video/mp4' });
    const main = () => screen.getByRole('main').element();
    drag(main(), dataTransferOf(file), { drop: true });
    const question = screen.getByRole('dialog', { name: 'Use as input or open embedded workflow?' });
    await question.getByRole('button', { name: 'Use as input of Your video' }).click();
    await expect.element(screen.getByText('made.mp4').first()).toBeVisible();
    drag(main(), dataTransferOf(file), { drop: true, altKey: true });
    await expect.element(screen.getByRole('heading', { name: 'made.mp4', level: 1 })).toBeVisible();
  });

  it('J-4.27: explains on the start page which files could not be opened, and why', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    drag(
      document.body,
      dataTransferOf(png('plain.png'), json('{"nodes":[],"links":[]}', 'editor.json'), json('{"1":', 'cut.json')),
      { drop: true },
    );
    const report = screen.getByRole('alert');
    await expect.element(report.getByText('No workflow in this image')).toBeVisible();
    await expect.element(report.getByRole('button', { name: 'Use in a workflow' })).toBeVisible();
    await expect.poll(() => report.getByRole('button', { name: 'Upload to the gallery' }).elements().length).toBe(1);
    await expect.element(report.getByText('This UI-format workflow cannot be converted')).toBeVisible();
    await expect.element(report.getByRole('list').getByText('No node of it runs.')).toBeVisible();
    await expect.element(report.getByText(/line 1, column 6/)).toBeVisible();
    await screen.getByRole('button', { name: 'Dismiss cut.json' }).click();
    await expect.element(report.getByText(/line 1, column 6/)).not.toBeInTheDocument();
    drag(document.body, dataTransferOf(png('1.png'), png('2.png')), { drop: true });
    await expect.element(report.getByText('2 files without a workflow')).toBeVisible();
    await expect.element(report.getByRole('button', { name: 'Use as inputs of a workflow file' })).toBeVisible();
    await expect.element(report.getByRole('button', { name: 'Upload 2 files to the gallery' })).toBeVisible();
    await expect.poll(() => report.getByRole('button', { name: /^Dismiss/ }).elements().length).toBe(1);
  });

  it('lists what was found in each file, what was ignored, and why', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/jobs'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    const photo = new File([await (await fetch(settingsUrl)).blob()], 'fox.png', { type: 'image/png' });
    const archive = new File([await (await fetch(archiveUrl)).blob()], 'flows.zip', { type: 'application/zip' });
    drag(document.body, dataTransferOf(photo, archive), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'flows/one.json', level: 1 })).toBeVisible();
    await expect.element(screen.getByText('3 files not used.')).toBeVisible();
    await screen.getByRole('button', { name: 'Show all files' }).first().click();
    const list = screen.getByRole('dialog', { name: '5 files' });
    await expect.element(list.getByText('2 used, 3 not used. Nothing was run.')).toBeVisible();
    const row = (text: string) => list.getByRole('listitem').filter({ hasText: text });
    await expect.element(row('fox.png').getByText('Only generation settings in this image')).toBeVisible();
    const settings = row('fox.png').getByRole('region', { name: 'Generation settings' });
    await expect.element(settings).toHaveTextContent('Steps: 20, Sampler: Euler a');
    await expect.element(row('flows/one.json').getByText('Workflow, opened as a draft')).toBeVisible();
    await expect.element(row('flows/canvas.json').getByText('Converted from the UI format')).toBeVisible();
    await expect.element(row('2 other files in flows.zip').getByText(/Only JSON files, images/)).toBeVisible();
  });

  it('fills the open form with the settings of a file, in one step of undo', async () => {
    const { screen } = await whenDropsAreTaken(
      openDraft({ '1': scripted('ScriptOutput', { seed: 7, prompt: 'a reef' }) }),
    );
    const prompt = screen.getByRole('textbox', { name: 'prompt' });
    await expect.element(prompt).toHaveValue('a reef');
    const photo = new File([await (await fetch(settingsUrl)).blob()], 'fox.png', { type: 'image/png' });
    drag(document.body, dataTransferOf(photo), { drop: true });
    await screen.getByRole('button', { name: 'Fill in the form' }).click();
    await expect.element(prompt).toHaveValue('a red fox, forest');
    const seed = screen.getByRole('textbox', { name: 'seed', exact: true });
    await expect.element(seed).toHaveValue('42');
    await expect.element(screen.getByText('Filled in prompt, seed')).toBeVisible();
    await expect
      .element(screen.getByText(/Without a matching input: negative prompt, steps, CFG, sampler/))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.element(prompt).toHaveValue('a reef');
    await expect.element(seed).toHaveValue('7');
  });

  it('fills the nearest template with settings that are dropped without an open form', async () => {
    const workflowText = JSON.stringify({ '1': scripted('ScriptOutput', { seed: 7, prompt: 'a reef' }) });
    const template = { ...EMPTY_TEMPLATE, title: 'Reef' };
    const saved = await makeSavedTemplate('local', { template, workflowText, seedModes: {} });
    await putTemplate(saved);
    try {
      const { screen, router } = await whenDropsAreTaken(renderApp('/local/submit'));
      const photo = new File([await (await fetch(settingsUrl)).blob()], 'fox.png', { type: 'image/png' });
      drag(document.body, dataTransferOf(photo), { drop: true });
      await screen.getByRole('button', { name: 'Fill in Reef' }).click();
      await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\/.+/);
      const draft = await readDraft(router.state.location.pathname.split('/').at(-1) ?? '');
      expect(draft).toMatchObject({ title: 'Reef', origin: 'template', templateId: saved.id });
      expect(draft?.text).toContain('"seed":42');
      expect(draft?.text).toContain('"prompt":"a red fox, forest"');
    } finally {
      await deleteTemplate(saved.id);
    }
  });

  it('fills the open form with settings that are pasted as text', async () => {
    const { screen } = await whenDropsAreTaken(openDraft({ '1': scripted('ScriptOutput', { seed: 7 }) }));
    await expect.element(screen.getByRole('textbox', { name: 'seed', exact: true })).toHaveValue('7');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'a red fox\nNegative prompt: text\nSteps: 20, Sampler: Euler a, Seed: 43');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    await screen.getByRole('button', { name: 'Fill in the form' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'seed', exact: true })).toHaveValue('43');
  });

  it('offers the settings of an image that becomes an input', async () => {
    const { screen } = await whenDropsAreTaken(openDraft({ ...flow, '2': scripted('ScriptOutput', { seed: 7 }) }));
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    const photo = new File([await (await fetch(settingsUrl)).blob()], 'fox.png', { type: 'image/png' });
    drag(document.body, dataTransferOf(photo), { drop: true });
    await expect.element(screen.getByText('fox.png contains generation settings')).toBeVisible();
    await screen.getByRole('button', { name: 'Fill in the form' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'seed', exact: true })).toHaveValue('42');
  });

  const canvas = (values: (string | number | boolean)[]) =>
    uiFile(
      [
        { id: 3, type: 'ScriptOutput', out: ['*'], values, title: 'Make' },
        { id: 4, type: 'Note', values: ['Press Run'] },
      ],
      [],
    );

  it('converts a workflow in the UI format with the classes of the server', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    const text = JSON.stringify(canvas(['text', 'a.txt', 3, 'SEED', 'randomize', true])).replace(
      '"SEED"',
      '9007199254740993',
    );
    drag(document.body, dataTransferOf(json(text, 'canvas.json')), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'canvas.json', level: 1 })).toBeVisible();
    await expect.element(screen.getByText('Converted from the UI format')).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'seed' })).toHaveValue('9007199254740993');
    await expect.element(screen.getByRole('combobox', { name: 'seed after each run' })).toHaveTextContent('Randomize');
    await expect.element(screen.getByRole('textbox', { name: 'name' })).toHaveValue('a.txt');
    expect(gateway.engine.requests).toHaveLength(0);
    // The notice is gone soon; the draft says it as long as it exists.
    await expect.element(screen.getByText('Converted from a file in the UI format, without problems.')).toBeVisible();
  });

  it('converts with the classes that come with ComfyUI if the server lists none', async () => {
    gateway.engine.breakDefinitions(new Error('No list'));
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    const latent = uiFile([{ id: 3, type: 'EmptyLatentImage', out: ['LATENT'], values: [640, 480, 1] }], []);
    drag(document.body, dataTransferOf(json(JSON.stringify(latent), 'latent.json')), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'latent.json', level: 1 })).toBeVisible();
    const notices = screen.getByRole('region', { name: /^Notifications/ });
    await expect
      .element(notices.getByText(/^This server does not list its node classes: those of ComfyUI \d/))
      .toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'height' })).toHaveValue('480');
  });

  it('lists the nodes of a UI-format workflow that cannot be converted', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    drag(document.body, dataTransferOf(json(JSON.stringify(canvas(['text', 3])), 'canvas.json')), { drop: true });
    const report = screen.getByRole('alert');
    await expect.element(report.getByText(/choose Workflow → Export \(API\)/)).toBeVisible();
    const nodes = report.getByRole('list', { name: 'Nodes that cannot be converted' });
    await expect
      .element(nodes.getByText(/^Node 3, Make \(ScriptOutput\): The saved value 3 does not fit the input “name”/))
      .toBeVisible();
  });

  it('asks about the use of an image with a workflow until the user chooses not to be asked again', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(flow));
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    const main = () => screen.getByRole('main').element();
    drag(main(), dataTransferOf(png('both.png', workflow)), { drop: true });
    await screen.getByRole('dialog').getByRole('button', { name: 'Use as input of Your photo' }).click();
    await expect.element(screen.getByText('both.png').first()).toBeVisible();
    drag(main(), dataTransferOf(png('asked.png', workflow)), { drop: true });
    const question = screen.getByRole('dialog');
    await question.getByRole('checkbox', { name: 'Do not ask again' }).click();
    await question.getByRole('button', { name: 'Use as input of Your photo' }).click();
    await expect.element(screen.getByText('asked.png').first()).toBeVisible();
    drag(main(), dataTransferOf(png('again.png', workflow)), { drop: true });
    await expect.element(screen.getByText('again.png').first()).toBeVisible();
    expect(screen.getByRole('dialog').query()).toBeNull();
    drag(main(), dataTransferOf(png('opened.png', workflow)), { drop: true, altKey: true });
    await expect.element(screen.getByRole('heading', { name: 'opened.png' })).toBeVisible();
  });

  it('opens each of several workflows as a draft', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    drag(document.body, dataTransferOf(json(workflow, 'one.json'), json(workflow, 'two.json')), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'one.json' })).toBeVisible();
    await screen.getByRole('link', { name: 'Submit' }).first().click();
    await expect.element(screen.getByRole('link', { name: /two\.json/ }).first()).toBeVisible();
  });
});

describe('no typed or dropped content', () => {
  it('is lost: invalid JSON stays in the dialog, with the line of the error', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await screen.getByRole('button', { name: 'Paste JSON' }).click();
    const field = screen.getByRole('textbox', { name: 'Workflow JSON' });
    await expect.element(field).toBeVisible();
    const cells = dataTransferOf(png('image.png'));
    cells.setData('text/plain', 'a\tb');
    const paste = new ClipboardEvent('paste', { clipboardData: cells, bubbles: true, cancelable: true });
    field.element().dispatchEvent(paste);
    // The browser inserts the text of the cells: nothing opens their image.
    expect(paste.defaultPrevented).toBe(false);
    const broken = `{\n  "1": {\n    "class_type": oops\n  }\n}`;
    await field.fill(broken);
    await screen.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(field).toHaveAccessibleDescription(/not valid JSON.*line 3/i);
    await expect.element(field).toHaveValue(broken);
    const area = field.element() as HTMLTextAreaElement;
    const selected = () => area.value.slice(area.selectionStart, area.selectionEnd);
    await expect.poll(selected).toBe('    "class_type": oops');
    await field.fill(workflow);
    await screen.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(screen.getByRole('heading', { name: 'Pasted workflow' })).toBeVisible();
  });

  it('is lost: an image dropped with a workflow fills its input, whatever is embedded in it', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    const files = dataTransferOf(png('photo.png', workflow), json(JSON.stringify(flow), 'flow.json'));
    drag(document.body, files, { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'flow.json' })).toBeVisible();
    await expect.element(screen.getByRole('group', { name: 'image' }).getByText('photo.png')).toBeVisible();
    await expect.element(screen.getByText(/^Uploaded/)).toBeVisible();
  });

  it('is lost: an image without a matching input is reported', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    drag(document.body, dataTransferOf(png('photo.png'), json(workflow, 'mine.json')), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'mine.json' })).toBeVisible();
    await expect.element(screen.getByText('photo.png: No image input').first()).toBeVisible();
  });

  it('is silently ignored: a paste of other text', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    const data = new DataTransfer();
    data.setData('text/plain', 'hello there');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await expect.element(screen.getByText('The pasted text is not a workflow').first()).toBeVisible();
  });
});

describe('other ways to open a workflow', () => {
  it('include pasting', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    const data = new DataTransfer();
    data.setData('text/plain', ` ${workflow}`);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await expect.element(screen.getByRole('heading', { name: 'Pasted workflow' })).toBeVisible();
  });

  const paste = (text: string) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  };

  it('include pasting the URL of a file of this console', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    paste(new URL(jpegUrl, location.href).href);
    await expect.element(screen.getByRole('heading', { name: 'exiftool-user-comment.jpg', level: 1 })).toBeVisible();
    expect(gateway.engine.requests).toHaveLength(0);
  });

  it('include pasting the URL of a page of this console', async () => {
    gateway.worker.use(
      http.get('*/local/jobs', () =>
        HttpResponse.text('', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      ),
    );
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    paste(`${location.origin}/local/jobs?status=failed`);
    await expect.element(screen.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
  });

  it('say why a URL of this console cannot be read', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    paste(`${location.origin}/api/v2/assets/00000000-0000-0000-0000-000000000000/content`);
    await expect.element(screen.getByText('The file could not be read').first()).toBeVisible();
    await expect.element(screen.getByText('The server no longer has it. Nothing was changed.').first()).toBeVisible();
  });

  describe('include dragging a file of a server', () => {
    const stored = (url: string, id = 'a') => {
      const data = new DataTransfer();
      const file = {
        id,
        name: 'harbor.jpg',
        type: 'image/jpeg',
        url: new URL(url, location.href).href,
        surfaceId: 'local',
      };
      data.setData('application/x-flowdeck-image', JSON.stringify(file));
      return data;
    };

    it('onto an input', async () => {
      const { screen } = await whenDropsAreTaken(openDraft(flow));
      const field = screen.getByRole('group', { name: 'image', exact: true });
      await expect.element(field).toBeVisible();
      drag(field.getByText(/^Drop your/).element(), stored(jpegUrl), { drop: true });
      await expect.element(field.getByText('harbor.jpg')).toBeVisible();
      await expect.element(screen.getByText(/^Uploaded/)).toBeVisible();
    });

    it('onto an input, after its URL has expired', async () => {
      const form = new FormData();
      form.append('content_type', 'image/jpeg');
      form.append('file_path', 'harbor.jpg');
      form.append('file', new File([await (await fetch(jpegUrl)).blob()], 'harbor.jpg'));
      const request = new Request(`${location.origin}/api/v2/assets`, { method: 'POST', body: form });
      const { id } = (await (await gateway.app.fetch(request)).json()) as { id: string };
      const { screen } = await whenDropsAreTaken(openDraft(flow));
      const field = screen.getByRole('group', { name: 'image', exact: true });
      await expect.element(field).toBeVisible();
      const expired = `/api/v2/assets/${id}/content?signature=old`;
      drag(field.getByText(/^Drop your/).element(), stored(expired, id), { drop: true });
      await expect.element(screen.getByText(/^Already uploaded/)).toBeVisible();
    });

    it('onto the page, where the overlay says what it does', async () => {
      const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
      drag(document.body, stored(jpegUrl), { drop: false });
      await expect.element(screen.getByText('Drop to open the workflow embedded in this image')).toBeVisible();
      drag(document.body, stored(jpegUrl), { drop: true });
      await expect.element(screen.getByRole('heading', { name: 'harbor.jpg', level: 1 })).toBeVisible();
    });

    it('unless another site has put something else into the drag', async () => {
      const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
      const data = new DataTransfer();
      data.setData('application/x-flowdeck-image', '{"url":5}');
      drag(document.body, data, { drop: true });
      await expect.element(screen.getByText('Drop to open')).not.toBeInTheDocument();
      await expect.element(screen.getByRole('heading', { name: 'Submit', level: 1 })).toBeVisible();
    });
  });

  it('include the paste dialog, with the keyboard only', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    const button = screen.getByRole('button', { name: 'Paste JSON' });
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await screen.getByRole('textbox', { name: 'Workflow JSON' }).fill(workflow);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(screen.getByRole('heading', { name: 'Pasted workflow' })).toBeVisible();
  });

  it('include the file picker', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    const input = screen.getByLabelText('Workflow files');
    await expect.element(input).toBeInTheDocument();
    await userEvent.upload(input, json(workflow, 'chosen.json'));
    await expect.element(screen.getByRole('heading', { name: 'chosen.json' })).toBeVisible();
  });
});
