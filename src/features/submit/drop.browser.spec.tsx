import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeDraft } from '@/api/storage/drafts';
import { makeDraft } from '@/api/storage/make-draft';
import { carryFile } from '@/shared/staged-file';
import { useToasts } from '@/shared/toasts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { dataTransferOf, drag, openDraft } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
// The shell brings it after the first paint; here the hand is faster.
import './drop-anywhere';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.removeItem('flowdeck.picture-drop');
  gateway = await mountGateway();
});
afterEach(async () => {
  useToasts.setState({ toasts: [] });
  carryFile(null);
  await unmountGateway();
});

const workflow = JSON.stringify({ '1': scripted('ScriptText', { text: 'inside' }, { title: 'Say' }) });
const flow = {
  '10': { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: 'Your photo' } },
  '17': { class_type: 'SaveImage', inputs: { images: ['10', 0], filename_prefix: 'x' } },
};

const json = (text: string, name: string) => new File([text], name, { type: 'application/json' });

/** A PNG of one chunk; a `prompt` makes it carry a workflow. */
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

/** The shell takes files once it is painted; until then a hand that holds them still goes unseen. */
async function whenDropsAreTaken<App>(app: Promise<App>): Promise<App> {
  const opened = await app;
  const isSeen = () => {
    drag(document.body, dataTransferOf(json('{}', 'still.json')), { drop: false });
    return page.getByText(/^Drop to/).query() !== null;
  };
  await expect.poll(isSeen).toBe(true);
  document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
  await expect.element(page.getByText(/^Drop to/)).not.toBeInTheDocument();
  return opened;
}

describe('a drag over the window', () => {
  it('is answered with what a drop will do, by place and by kind', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(flow));
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    const heading = screen.getByRole('heading', { level: 1 }).element();
    drag(heading, dataTransferOf(png('a.png')), { drop: false });
    await expect.element(screen.getByText('Drop to use as input of Your photo 10')).toBeVisible();
    drag(heading, dataTransferOf(png('a.png')), { drop: false, altKey: true });
    await expect.element(screen.getByText('Drop to open the workflow embedded in this image')).toBeVisible();
    drag(heading, dataTransferOf(json('{}', 'a.json')), { drop: false });
    await expect.element(screen.getByText('Drop to open as a workflow')).toBeVisible();
    drag(heading, dataTransferOf(json('{}', 'a.json'), png('b.png')), { drop: false });
    await expect.element(screen.getByText('Drop to open 2 files, each as a draft')).toBeVisible();
  });

  it('leaves a drag of text alone', async () => {
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

  it('is uploaded to Assets, where it shows how far it is', async () => {
    const { screen, router } = await dropped();
    await offer('Upload to Assets').click();
    await expect.poll(() => router.state.location.pathname).toBe('/local/assets');
    const files = screen.getByRole('list', { name: 'Files' });
    await expect.element(files.getByRole('button', { name: 'plain.png', exact: true })).toBeVisible();
  });

  it('is used in a workflow that takes it', async () => {
    await writeDraft(makeDraft('local', { text: JSON.stringify(flow), title: 'Retouch', origin: 'file' }, Date.now()));
    const { screen, router } = await dropped();
    await offer('Use in a workflow').click();
    const dialog = screen.getByRole('dialog', { name: 'Use as input' });
    await dialog.getByRole('button', { name: /^Retouch/ }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/submit\/.+/);
    const card = screen.getByRole('region', { name: 'Your photo' });
    await expect.element(card.getByText('plain.png')).toBeVisible();
    expect(gateway.engine.requests).toHaveLength(0);
  });

  it('is ready for a model', async () => {
    const { screen, router } = await dropped();
    await offer('Use with a model').click();
    await expect.poll(() => router.state.location.pathname).toBe('/local/models');
    await expect.element(screen.getByRole('status').filter({ hasText: 'plain.png is ready to use' })).toBeVisible();
  });
});

describe('a drop', () => {
  it('opens a workflow anywhere, and runs nothing', async () => {
    const { screen, router } = await whenDropsAreTaken(renderApp('/local/jobs'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    drag(document.body, dataTransferOf(json(workflow, 'mine.json')), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'mine.json' })).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toHaveValue('inside');
    expect(router.state.location.pathname).toMatch(/^\/local\/submit\/.+/);
    expect(gateway.engine.requests).toHaveLength(0);
  });

  it('opens the workflow inside a picture', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    drag(document.body, dataTransferOf(png('made.png', workflow)), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'made.png' })).toBeVisible();
  });

  it('J-4.27: explains on the start page what it could not open, file by file', async () => {
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
    expect(report.getByRole('button', { name: 'Upload to Assets' }).elements()).toHaveLength(1);
    await expect.element(report.getByText('This workflow is in the UI format, not the API format')).toBeVisible();
    await expect.element(report.getByText(/line 1, column 6/)).toBeVisible();
    await screen.getByRole('button', { name: 'Dismiss cut.json' }).click();
    expect(report.getByText(/line 1, column 6/).query()).toBeNull();
  });

  it('asks once what a picture with a workflow is meant for, and remembers', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(flow));
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    const main = screen.getByRole('main').element();
    drag(main, dataTransferOf(png('both.png', workflow)), { drop: true });
    await screen.getByRole('dialog').getByRole('button', { name: 'Use as input of Your photo 10' }).click();
    await expect.element(screen.getByText('both.png')).toBeVisible();
    drag(main, dataTransferOf(png('again.png', workflow)), { drop: true });
    await expect.element(screen.getByText('again.png')).toBeVisible();
    expect(screen.getByRole('dialog').query()).toBeNull();
    drag(main, dataTransferOf(png('opened.png', workflow)), { drop: true, altKey: true });
    await expect.element(screen.getByRole('heading', { name: 'opened.png' })).toBeVisible();
  });

  it('opens several workflows, each as a draft', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    drag(document.body, dataTransferOf(json(workflow, 'one.json'), json(workflow, 'two.json')), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'one.json' })).toBeVisible();
    await screen.getByRole('link', { name: 'Submit' }).first().click();
    await expect.element(screen.getByRole('link', { name: /two\.json/ }).first()).toBeVisible();
  });
});

describe('nothing that was typed or dropped', () => {
  it('disappears: broken JSON stays in the dialog, with the error at its line', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await screen.getByRole('button', { name: 'Paste JSON' }).click();
    const field = screen.getByRole('textbox', { name: 'Workflow JSON' });
    const broken = `{\n  "1": {\n    "class_type": oops\n  }\n}`;
    await field.fill(broken);
    await screen.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(field).toHaveAccessibleDescription(/not valid JSON.*line 3/i);
    await expect.element(field).toHaveValue(broken);
    const area = field.element() as HTMLTextAreaElement;
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('    "class_type": oops');
    await field.fill(workflow);
    await screen.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(screen.getByRole('heading', { name: 'Pasted workflow' })).toBeVisible();
  });

  it('disappears: an image dropped with a workflow fills its input, whatever is embedded in it', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    const files = dataTransferOf(png('photo.png', workflow), json(JSON.stringify(flow), 'flow.json'));
    drag(document.body, files, { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'flow.json' })).toBeVisible();
    await expect.element(screen.getByRole('group', { name: 'image' }).getByText('photo.png')).toBeVisible();
    await expect.element(screen.getByText(/^Uploaded/)).toBeVisible();
  });

  it('disappears: an image without an input for it is named', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    drag(document.body, dataTransferOf(png('photo.png'), json(workflow, 'mine.json')), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'mine.json' })).toBeVisible();
    await expect.element(screen.getByText('photo.png: No image input').first()).toBeVisible();
  });

  it.each([
    ['https://example.org/workflow.json', 'A URL cannot be opened'],
    ['hello there', 'The pasted text is not a workflow'],
  ])('is ignored silently: a paste of %s', async (text, title) => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await expect.element(screen.getByText(title).first()).toBeVisible();
  });
});

describe('the other ways in', () => {
  it('paste', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    const data = new DataTransfer();
    data.setData('text/plain', ` ${workflow}`);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await expect.element(screen.getByRole('heading', { name: 'Pasted workflow' })).toBeVisible();
  });

  it('the paste dialog, by keyboard alone', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    const button = screen.getByRole('button', { name: 'Paste JSON' });
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await screen.getByRole('textbox', { name: 'Workflow JSON' }).fill(workflow);
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(screen.getByRole('heading', { name: 'Pasted workflow' })).toBeVisible();
  });

  it('the file chooser', async () => {
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    const input = screen.getByLabelText('Workflow files');
    await expect.element(input).toBeInTheDocument();
    await userEvent.upload(input, json(workflow, 'chosen.json'));
    await expect.element(screen.getByRole('heading', { name: 'chosen.json' })).toBeVisible();
  });
});
