import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useUploads } from '@/domains/assets/uploads-store';
import { makeDraft } from '@/domains/drafts/make-draft';
import { writeDraft } from '@/domains/drafts/drafts';
import { useToasts } from '@/shared/feedback/toasts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { drag, openDraft, whenDropsAreTaken } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { FetchBlocked, type PublicFile } from '@server/router/hosting/public-fetch';
import jpegUrl from '@/domains/workflow-files/testing/fixtures/exiftool-user-comment.jpg?url';
import { useImportReport } from './import/import-report';
// The shell loads it after the first paint; tests act faster than that.
import './import/drop-anywhere';

const SITE = 'https://site.example';

let gateway: BrowserGateway;
/** What the site has: a file, or why it was not fetched. */
let site: Record<string, { body: string | Uint8Array<ArrayBuffer>; type?: string; name?: string } | FetchBlocked>;
let asked: string[];
/** Holds the responses of the site until it resolves. */
let held: Promise<void>;

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.removeItem('flowdeck.picture-drop');
  site = {};
  asked = [];
  held = Promise.resolve();
  gateway = await mountGateway({
    results: {
      seen: { note: () => {}, has: () => false },
      trustedOrigins: new Set(),
      fetchPublic: async (url, { signal }): Promise<PublicFile> => {
        asked.push(url);
        await held;
        signal?.throwIfAborted();
        const found = site[url] ?? new FetchBlocked('no', { problem: 'status', status: 404 });
        if (found instanceof FetchBlocked) throw found;
        const { body, type = 'application/octet-stream', name = null } = found;
        const content = new Response(body).body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
        return { contentType: type, fileName: name, url, content };
      },
    },
  });
});
afterEach(async () => {
  useToasts.setState({ toasts: [] });
  useImportReport.setState({ problems: [], findings: [], isListOpen: false, fetching: null });
  await unmountGateway();
});

const workflow = JSON.stringify({ '1': scripted('ScriptText', { text: 'inside' }, { title: 'Say' }) });
const flow = {
  '10': { class_type: 'LoadImage', inputs: { image: '' }, _meta: { title: 'Your photo' } },
  '17': { class_type: 'SaveImage', inputs: { images: ['10', 0], filename_prefix: 'x' } },
};
const PNG = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0, 0, 0, 0,
]);

function paste(text: string, target: Element = document.body): ClipboardEvent {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
}

/** A drag from a page of another site. */
function linkDrag(url: string, html = ''): DataTransfer {
  const data = new DataTransfer();
  data.setData('text/uri-list', url);
  if (html !== '') data.setData('text/html', html);
  return data;
}

describe('a pasted URL', () => {
  it('opens the workflow there, named like its file, and runs nothing', async () => {
    site[`${SITE}/a/my%20flow.json?v=2`] = { body: workflow, type: 'text/plain; charset=utf-8' };
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    paste(` ${SITE}/a/my%20flow.json?v=2\n`);
    await expect.element(screen.getByRole('heading', { name: 'my flow.json', level: 1 })).toBeVisible();
    expect(gateway.engine.requests).toHaveLength(0);
  });

  it('opens the workflow that is embedded in an image', async () => {
    const body = new Uint8Array(await (await fetch(jpegUrl)).arrayBuffer());
    site[`${SITE}/view`] = { body, type: 'image/jpeg' };
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    paste(`${SITE}/view`);
    await expect.element(screen.getByRole('heading', { name: 'view.jpg', level: 1 })).toBeVisible();
  });

  it('fills the input of the open workflow with an image', async () => {
    site[`${SITE}/img?id=7`] = { body: PNG, type: 'image/png', name: 'cat.png' };
    const { screen } = await whenDropsAreTaken(openDraft(flow));
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    paste(`${SITE}/img?id=7`);
    await expect.element(screen.getByRole('region', { name: 'Your photo' }).getByText('cat.png')).toBeVisible();
  });

  it('is fetched in its raw form from a site whose pages are known', async () => {
    site['https://github.com/o/r/raw/main/flow.json'] = { body: workflow };
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    paste('https://github.com/o/r/blob/main/flow.json');
    await expect.element(screen.getByRole('heading', { name: 'flow.json', level: 1 })).toBeVisible();
  });

  it('may be one of several, which open like several files', async () => {
    site[`${SITE}/one.json`] = { body: workflow };
    site[`${SITE}/two.json`] = { body: workflow };
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    paste(`${SITE}/one.json\n${SITE}/gone.json\r\n${SITE}/two.json\n`);
    await expect.element(screen.getByRole('heading', { name: 'one.json', level: 1 })).toBeVisible();
    await screen.getByRole('button', { name: 'Show all files' }).first().click();
    const list = screen.getByRole('dialog', { name: '3 files' });
    await expect.element(list.getByText('site.example/gone.json')).toBeVisible();
    await expect.element(list.getByText('The site has no file at this URL')).toBeVisible();
    await expect.element(list.getByText('two.json')).toBeVisible();
  });

  it('is one of at most 20', async () => {
    const urls = Array.from({ length: 22 }, (_, index) => `${SITE}/${index}.json`);
    for (const url of urls) site[url] = { body: workflow };
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    paste(urls.join('\n'));
    await expect.element(screen.getByText('20 workflows opened as drafts').first()).toBeVisible();
    await screen.getByRole('button', { name: 'Show all files' }).first().click();
    await expect.element(screen.getByRole('dialog').getByText('2 more URLs')).toBeVisible();
    expect(asked).toEqual(urls.slice(0, 20));
  });

  it('in the dialog for JSON opens too; the dialog stays open if it cannot be', async () => {
    site[`${SITE}/flow.json`] = { body: workflow };
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await screen.getByRole('button', { name: 'Paste JSON' }).click();
    const field = screen.getByRole('textbox', { name: 'Workflow JSON' });
    await field.fill(`${SITE}/other.json`);
    await screen.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(field).toHaveAccessibleDescription(/no file at this URL/);
    await expect.element(field).toHaveValue(`${SITE}/other.json`);
    await field.fill(`${SITE}/flow.json`);
    await screen.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(screen.getByRole('heading', { name: 'flow.json', level: 1 })).toBeVisible();
  });

  it('in the dialog for JSON is not fetched any more once that is canceled, or the dialog closed', async () => {
    let release = () => {};
    held = new Promise((resolve) => (release = resolve));
    site[`${SITE}/flow.json`] = { body: workflow };
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await screen.getByRole('button', { name: 'Paste JSON' }).click();
    const field = screen.getByRole('textbox', { name: 'Workflow JSON' });
    const note = screen.getByText('Opening the file from site.example…');
    await field.fill(`${SITE}/flow.json`);
    await screen.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(note).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(note).not.toBeInTheDocument();
    await expect.element(field).toHaveValue(`${SITE}/flow.json`);
    await expect.element(field).toHaveFocus();
    await screen.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(note).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
    await expect.element(note).not.toBeInTheDocument();
    release();
    await expect
      .element(screen.getByRole('heading', { name: 'Drop a workflow, or a file with one embedded' }))
      .toBeVisible();
  });

  it('in the dialog for JSON may be one of several: each failure is shown', async () => {
    site[`${SITE}/flow.json`] = { body: workflow };
    site[`${SITE}/private.json`] = new FetchBlocked('no', { problem: 'private' });
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    await screen.getByRole('button', { name: 'Paste JSON' }).click();
    const field = screen.getByRole('textbox', { name: 'Workflow JSON' });
    await field.fill(`${SITE}/gone.json\n${SITE}/private.json`);
    await screen.getByRole('button', { name: 'Open', exact: true }).click();
    await expect
      .element(field)
      .toHaveAccessibleDescription(/gone\.json: The site has no file.*private\.json: Not a public/);
    await expect.element(field).toHaveValue(`${SITE}/gone.json\n${SITE}/private.json`);
    await field.fill(`${SITE}/gone.json\n${SITE}/flow.json`);
    await screen.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.element(screen.getByRole('heading', { name: 'flow.json', level: 1 })).toBeVisible();
    await expect
      .element(screen.getByText('site.example/gone.json: The site has no file at this URL').first())
      .toBeVisible();
  });

  it('fills no input, and is not uploaded, if another page was opened during the transfer', async () => {
    let release = () => {};
    held = new Promise((resolve) => (release = resolve));
    site[`${SITE}/cat.png`] = { body: PNG, type: 'image/png' };
    const { screen, router, id } = await whenDropsAreTaken(openDraft(flow));
    const other = makeDraft('local', { text: JSON.stringify(flow), title: 'Other', origin: 'file' }, Date.now());
    await writeDraft(other);
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();
    const transfer = async (to: string) => {
      asked = [];
      paste(`${SITE}/cat.png`);
      await expect.poll(() => asked).toHaveLength(1);
      await router.navigate({ to });
    };
    await transfer(`/local/submit/${other.id}`);
    await expect.element(screen.getByRole('heading', { name: 'Other', level: 1 })).toBeVisible();
    release();
    const offer = screen.getByRole('button', { name: 'Use in a workflow' });
    await expect.element(offer).toBeVisible();
    await expect.element(screen.getByText('Drop your image here')).toBeVisible();

    held = new Promise((resolve) => (release = resolve));
    useToasts.setState({ toasts: [] });
    const { uploads } = useUploads.getState();
    await router.navigate({ to: `/local/submit/${id}` });
    await transfer('/local/assets');
    await expect.element(screen.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible();
    release();
    await expect.element(offer).toBeVisible();
    expect(useUploads.getState().uploads).toEqual(uploads);
  });

  it('in a text field stays text', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(workflow));
    const field = screen.getByRole('textbox', { name: 'text' });
    await expect.element(field).toBeVisible();
    expect(paste(`${SITE}/flow.json`, field.element()).defaultPrevented).toBe(false);
    paste(`${SITE}/last.json`);
    await expect.poll(() => asked).toEqual([`${SITE}/last.json`]);
  });

  it('shows from where it is fetched, until Escape or a click ends that', async () => {
    let release = () => {};
    held = new Promise((resolve) => (release = resolve));
    site[`${SITE}/flow.json`] = { body: workflow };
    const { screen } = await whenDropsAreTaken(renderApp('/local/jobs'));
    const note = screen.getByText('Opening the file from site.example…');
    paste(`${SITE}/flow.json`);
    await expect.element(note).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(note).not.toBeInTheDocument();
    paste(`${SITE}/flow.json`);
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(note).not.toBeInTheDocument();
    release();
    expect(screen.getByRole('heading', { name: 'Jobs', level: 1 }).query()).not.toBeNull();
    expect(useToasts.getState().toasts).toEqual([]);
  });
});

// The texts of each problem are in `import/url-files.spec.ts`.
describe('a URL that cannot be opened says why, and what to do:', () => {
  it('on the start page, in an alert', async () => {
    site[`${SITE}/a`] = new FetchBlocked('no', { problem: 'too_large' });
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    paste(`${SITE}/a`);
    const alert = screen.getByRole('alert');
    await expect.element(alert.getByText('File too large')).toBeVisible();
    await expect.element(alert.getByText(/more than 2.* G.*upload limit/)).toBeVisible();
  });

  it('a web page, on any page of the console', async () => {
    site[`${SITE}/login`] = { body: '<h1>Sign in</h1>', type: 'text/html; charset=utf-8' };
    const { screen } = await whenDropsAreTaken(renderApp('/local/jobs'));
    paste(`${SITE}/login`);
    await expect
      .element(screen.getByText('site.example/login: This URL is a web page, not a file').first())
      .toBeVisible();
    await expect.element(screen.getByText(/copy the address of the image/).first()).toBeVisible();
  });

  it('a gateway that does not respond', async () => {
    gateway.worker.use(http.post('*/console/fetch-url', () => HttpResponse.error()));
    const { screen } = await whenDropsAreTaken(renderApp('/local/submit'));
    paste(`${SITE}/a.png`);
    await expect.element(screen.getByRole('alert').getByText('The file could not be read')).toBeVisible();
  });
});

describe('a link or an image dragged from another page', () => {
  it('opens like a file', async () => {
    site[`${SITE}/flow.json`] = { body: workflow };
    const { screen } = await whenDropsAreTaken(renderApp('/local/jobs'));
    const data = linkDrag(`# a comment\r\n${SITE}/flow.json`);
    drag(document.body, data, { drop: false });
    await expect.element(screen.getByText('Drop to open the linked file')).toBeVisible();
    drag(document.body, data, { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'flow.json', level: 1 })).toBeVisible();
  });

  it('goes into the input on which it is dropped', async () => {
    site[`${SITE}/cat`] = { body: PNG, type: 'image/png' };
    const { screen } = await whenDropsAreTaken(openDraft(flow));
    const field = screen.getByRole('group', { name: 'image', exact: true });
    const invitation = field.getByText(/^Drop your/);
    await expect.element(invitation).toBeVisible();
    const html = `<meta charset="utf-8"><a href="${SITE}/page"><img alt="" src="${SITE}/cat?w=1&amp;h=2"></a>`;
    site[`${SITE}/cat?w=1&h=2`] = { body: PNG, type: 'image/png' };
    drag(invitation.element(), linkDrag(`${SITE}/page`, html), { drop: false });
    await expect.element(screen.getByText('Drop to use as input of Your photo')).toBeVisible();
    drag(invitation.element(), linkDrag(`${SITE}/page`, html), { drop: true });
    await expect.element(field.getByText('cat.png')).toBeVisible();
    expect(asked).toEqual([`${SITE}/cat?w=1&h=2`]);
  });

  it('goes into that input also if it is a file of this console', async () => {
    const image = () => new HttpResponse(PNG, { headers: { 'content-type': 'image/png' } });
    gateway.worker.use(http.get('*/files/cat.png', image));
    const { screen } = await whenDropsAreTaken(openDraft(flow));
    const field = screen.getByRole('group', { name: 'image', exact: true });
    const invitation = field.getByText(/^Drop your/);
    await expect.element(invitation).toBeVisible();
    drag(invitation.element(), linkDrag(`${location.origin}/files/cat.png`), { drop: true });
    await expect.element(field.getByText('cat.png')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('opens as a workflow, if the input on which it is dropped does not accept it', async () => {
    site[`${SITE}/flow.json`] = { body: workflow };
    const { screen } = await whenDropsAreTaken(openDraft(flow));
    const invitation = screen.getByText('Drop your image here');
    await expect.element(invitation).toBeVisible();
    drag(invitation.element(), linkDrag(`${SITE}/flow.json`), { drop: true });
    await expect.element(screen.getByRole('heading', { name: 'flow.json', level: 1 })).toBeVisible();
  });

  it('stays text over a text field, and is no drop if it is a link of the console', async () => {
    const { screen } = await whenDropsAreTaken(openDraft(workflow));
    const field = screen.getByRole('textbox', { name: 'text' });
    await expect.element(field).toBeVisible();
    drag(field.element(), linkDrag(`${SITE}/flow.json`), { drop: true });
    const own = linkDrag(`${location.origin}/local/jobs`);
    const link = screen.getByRole('link', { name: 'Jobs' }).first();
    link.element().dispatchEvent(new DragEvent('dragstart', { dataTransfer: own, bubbles: true }));
    drag(document.body, own, { drop: true });
    expect(screen.getByText(/^Drop to/).query()).toBeNull();
    // Requested after anything that these drops had requested.
    drag(document.body, linkDrag(`${SITE}/last.json`), { drop: true });
    await expect.poll(() => asked).toEqual([`${SITE}/last.json`]);
    await expect.element(field).toBeVisible();
  });
});
