import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Asset } from '@contract/jobs/schemas';
import { render } from 'vitest-browser-react';
import { clearCurated } from '@/domains/curated/curated-records';
import { putNamedTexts } from '@/domains/curated/named-texts';
import { cacheInput } from '@/domains/models/input-cache';
import { showRun } from '@/domains/model-calls/runs-store';
import { LOCAL_SURFACE } from '@/api/surface';
import { HostedServers } from '@/testing/hosted-servers';
import { pngOf } from '@/testing/show-job';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { mountApp, renderApp } from '@/testing/render-app';
import { forgetRuns, makeRun, storeResponse, storeRun } from '@/testing/run-fixtures';
import { modelDocument } from '../form/testing/model-document';
import { ReservedSpend } from './model-header';

const MINUTE_MS = 60_000;

let gateway: BrowserGateway;
const servers = new HostedServers();

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(async () => {
  localStorage.clear();
  await forgetRuns();
  await clearCurated('wildcard');
  await servers.close();
  await unmountGateway();
});

/** An image that the gateway holds for an hour. */
async function temporaryImage() {
  const form = new FormData();
  const fields = { content_type: 'image/png', file_path: 'held.png', expires_in: '3600' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new File([await pngOf(640, 400)], 'held.png'));
  const request = new Request(`${location.origin}/api/v2/assets`, { method: 'POST', body: form });
  const asset: Asset = await (await gateway.app.fetch(request)).json();
  return asset;
}

/** Opens the page of a model whose document has this schema. */
async function openWith(schema: object) {
  const headers = { 'Content-Type': 'application/json', ETag: `"${crypto.randomUUID()}"` };
  const response = () => new HttpResponse(modelDocument(schema), { headers });
  gateway.worker.use(http.get('*/v2/models/scripted/echo/openapi.json', response));
  return renderApp('/local/models/scripted/echo');
}

it('shows the spend that is reserved as of the latest response, and none once it is zero', async () => {
  const spend = { limit: 5000, remaining: 3800, current: 1200 };
  const screen = await render(<ReservedSpend surface={LOCAL_SURFACE} />);
  await expect.element(screen.getByText(/Reserved/)).not.toBeInTheDocument();
  showRun(makeRun({ spend: { ...spend, at: Date.now() - 5.5 * MINUTE_MS } }));
  showRun(makeRun({ spend: { ...spend, current: 4000, at: Date.now() - 50 * MINUTE_MS } }));
  await expect.element(screen.getByText('Reserved: $12.00')).toBeVisible();
  await expect.element(screen.getByTitle(/^Of \$50\.00/)).toBeVisible();
  showRun(makeRun({ spend: { limit: 5000, remaining: 5000, current: 0, at: Date.now() } }));
  await expect.element(screen.getByText(/Reserved/)).not.toBeInTheDocument();
});

it('has the star and one menu in its header, and names the billing once, in gray unless refusals are charged', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const detail = (charges: 'maybe' | 'yes') => ({
    id: 'scripted/echo',
    provider: 'scripted',
    model: 'echo',
    billing: charges === 'yes' ? { charges_on_policy_rejection: 'yes' } : {},
  });
  gateway.worker.use(http.get('*/v2/models/scripted/echo', () => HttpResponse.json(detail('maybe'))));
  const { screen } = await renderApp('/local/models/scripted/echo');
  const uncertain = screen.getByText('Refusals may cost money');
  await expect.element(uncertain).toBeVisible();
  expect(uncertain.element().className).not.toContain('warn');
  const header = screen.getByRole('heading', { level: 1 }).element().closest('header');
  await expect.poll(() => header?.querySelectorAll('button').length).toBe(2);
  await screen.getByRole('button', { name: 'More for this model' }).click();
  await screen.getByRole('menuitem', { name: 'Copy model ID' }).click();
  await expect.poll(() => write.mock.lastCall).toEqual(['scripted/echo']);
  write.mockRestore();
  await screen.unmount();
  gateway.worker.use(http.get('*/v2/models/scripted/echo', () => HttpResponse.json(detail('yes'))));
  const again = await renderApp('/local/models/scripted/echo');
  const charged = again.screen.getByText('Refusals cost money');
  await expect.element(charged).toBeVisible();
  expect(charged.element().className).toContain('warn');
});

it('shows what made a result, and fills the form in with a value or all of it', async () => {
  const text = { type: 'string' };
  const properties = { prompt: text, seed: { type: 'integer' }, style: { ...text, default: 'oil' }, finish: text };
  const body = '{"prompt":"a fox","seed":18446744073709551615,"style":"oil","finish":"matte"}';
  const run = await storeResponse({ text: 'done' }, {}, { modelId: 'scripted/echo' });
  await storeRun(
    { ...run, id: crypto.randomUUID(), createdAt: run.createdAt + 1 },
    body,
    new Blob(['{"text":"done"}']),
  );
  const { screen } = await openWith({ type: 'object', properties });
  const result = screen.getByRole('region', { name: 'Result' });
  await result.getByRole('tab', { name: 'Inputs' }).click();
  const inputs = result.getByRole('region', { name: 'Inputs' });
  await expect.element(inputs.getByRole('region', { name: 'Prompt', exact: true })).toHaveTextContent('a fox');
  await expect.element(inputs.getByRole('group', { name: 'Seed' })).toHaveTextContent('18446744073709551615');
  const others = inputs.getByRole('region', { name: /^Other values/ });
  await expect.element(others).toHaveTextContent(/finish\s*matte/);
  await expect.element(others).not.toHaveTextContent('style');
  const form = screen.getByRole('region', { name: 'Input', exact: true });
  await inputs.getByRole('button', { name: 'Reuse', exact: true }).click();
  await expect.element(form.getByRole('textbox', { name: 'seed' })).toHaveValue('18446744073709551615');
  await expect.element(form.getByRole('textbox', { name: 'finish' })).toHaveValue('');
  await inputs.getByRole('button', { name: 'More for finish' }).click();
  await screen.getByRole('menuitem', { name: 'Reuse in the form' }).click();
  await expect.element(form.getByRole('textbox', { name: 'finish' })).toHaveValue('matte');
  await screen.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(form.getByRole('textbox', { name: 'finish' })).toHaveValue('');
  await expect.element(form.getByRole('textbox', { name: 'seed' })).toHaveValue('18446744073709551615');
  await form.getByRole('textbox', { name: 'prompt' }).fill('a hare');
  await inputs.getByRole('button', { name: 'Reuse all in the form' }).click();
  await expect.element(form.getByRole('textbox', { name: 'finish' })).toHaveValue('matte');
  await expect.element(form.getByRole('textbox', { name: 'prompt' })).toHaveValue('a fox');
  await expect.element(screen.getByText('3 values set').last()).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(form.getByRole('textbox', { name: 'finish' })).toHaveValue('');
  await expect.element(form.getByRole('textbox', { name: 'prompt' })).toHaveValue('a hare');
});

it('shows the prompt, the drawn seed and that the rest is the defaults of a run with unchanged inputs', async () => {
  const run = makeRun({ modelId: 'scripted/echo' });
  await storeRun(run, '{"seed":null}', new Blob(['{"result":{"seed":18446744073709551615}}']));
  const properties = {
    prompt: { type: 'string', default: 'a fox' },
    seed: { type: ['integer', 'null'], default: -1 },
    style: { type: 'string', default: 'oil' },
  };
  const { screen } = await openWith({ type: 'object', properties });
  await screen.getByRole('region', { name: 'Result' }).getByRole('tab', { name: 'Inputs' }).click();
  const inputs = screen.getByRole('region', { name: 'Inputs' });
  await expect.element(inputs.getByRole('region', { name: 'Prompt', exact: true })).toHaveTextContent('a fox');
  await expect.element(inputs.getByRole('group', { name: 'Seed' })).toHaveTextContent('18446744073709551615');
  await expect.element(inputs.getByText('All other values are the defaults.')).toBeVisible();
  await expect.element(inputs.getByText('null')).not.toBeInTheDocument();
  await inputs.getByRole('button', { name: 'Reuse', exact: true }).click();
  const form = screen.getByRole('region', { name: 'Input', exact: true });
  await expect.element(form.getByRole('textbox', { name: 'seed' })).toHaveValue('18446744073709551615');
});

it('shows its runs as the editor does: what each changed, by arrow keys, compared with the one before', async () => {
  for (const [at, prompt] of ['fog', 'sun'].entries()) {
    const run = makeRun({ modelId: 'scripted/echo', createdAt: Date.now() + at });
    await storeRun(run, JSON.stringify({ prompt }), new Blob([JSON.stringify({ text: prompt })]));
  }
  const { screen } = await renderApp('/local/models/scripted/echo?step=result');
  const result = screen.getByRole('region', { name: 'Result' });
  const tile = (name: RegExp) => result.getByRole('radio', { name });
  const compare = result.getByRole('button', { name: 'Compare with previous' });
  await expect.element(tile(/^Run 2, succeeded, prompt sun$/)).toBeChecked();
  await expect.element(result.getByText('succeeded in 3.4 s · prompt sun')).toBeVisible();
  tile(/^Run 2/)
    .element()
    .focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tile(/^Run 1, succeeded$/)).toBeChecked();
  await expect.element(compare).toHaveAttribute('title', 'This is the first run.');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(tile(/^Run 2/)).toBeChecked();
  await compare.click();
  const compared = screen.getByRole('dialog', { name: '2 runs compared' });
  await compared.getByRole('button', { name: 'More for prompt of A' }).click();
  await screen.getByRole('menuitem', { name: 'Reuse in the form' }).click();
  await expect.element(screen.getByText('prompt fog set').last()).toBeVisible();
  await compared.getByRole('button', { name: 'Close' }).click();
  const form = screen.getByRole('region', { name: 'Input', exact: true });
  await expect.element(form.getByRole('textbox', { name: 'prompt' })).toHaveValue('fog');
});

it('takes over a value of runs that another page compares, which can be undone', async () => {
  for (const [at, prompt] of ['mist', 'rain'].entries()) {
    await storeRun(makeRun({ modelId: 'scripted/echo', createdAt: at }), JSON.stringify({ prompt }), new Blob(['{}']));
  }
  const { screen } = await renderApp('/local/models/runs');
  for (const index of [0, 1]) await screen.getByRole('checkbox').nth(index).click();
  await screen.getByRole('button', { name: 'Compare' }).click();
  await screen.getByRole('button', { name: 'More for prompt of A' }).click();
  await screen.getByRole('menuitem', { name: 'Reuse in the form of the model' }).click();
  const prompt = screen.getByRole('region', { name: 'Input', exact: true }).getByRole('textbox', { name: 'prompt' });
  await expect.element(prompt).toHaveValue('mist');
  await screen.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(prompt).not.toHaveValue('mist');
});

/** Controls of the result that something covers, each scrolled into view first. */
const coveredControls = (result: Element) => () =>
  [...result.querySelectorAll('button, a[href]')].flatMap((control) => {
    // Some zoom buttons are for wide screens.
    if (!control.checkVisibility()) return [];
    control.scrollIntoView({ block: 'nearest' });
    const { left, top, width: across, height: down } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + across / 2, top + down / 2);
    return control.contains(hit) ? [] : [control.ariaLabel ?? control.textContent];
  });

const SMALL_WINDOWS = [
  [360, 640],
  [375, 667],
  [390, 664],
  [390, 844],
  [768, 500],
  [1440, 900],
] as const;

it.each(SMALL_WINDOWS)('shows each control of a result at %i × %i, none of them covered', async (width, height) => {
  await page.viewport(width, height);
  servers.configure({ id: 'cloud', name: 'Cloud', kind: 'router', routerBaseUrl: 'https://router.test' });
  // As from a provider: the gateway fetches the linked file and holds it for a while.
  const held = await temporaryImage();
  gateway.worker.use(http.post('*/console/fetch-result', () => HttpResponse.json(held, { status: 201 })));
  const images = { images: [{ url: 'https://cdn.example/1.png' }, { url: 'https://cdn.example/2.png' }] };
  for (let count = 0; count < 3; count += 1) await storeResponse(images, {}, { modelId: 'scripted/echo' });
  const { screen } = await renderApp('/local/models/scripted/echo?step=result');
  const result = screen.getByRole('region', { name: 'Result' });
  await expect.element(result.getByRole('img', { name: /^Output / })).toBeVisible();
  await expect.element(result.getByRole('button', { name: 'Keep in the gallery' })).toBeVisible();
  await expect.element(result.getByRole('button', { name: 'More actions for this run' })).toBeVisible();
  await expect.poll(coveredControls(result.element())).toEqual([]);
  await expect.poll(() => document.documentElement.scrollHeight).toBe(height);
  await expect.poll(() => document.documentElement.scrollWidth).toBe(width);
});

it.each(SMALL_WINDOWS)('lets a long text be read to its end at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  const text = [...Array.from({ length: 60 }, (_, index) => `Line ${index + 1}`), 'The end.'].join('\n\n');
  await storeResponse({ text }, {}, { modelId: 'scripted/echo' });
  const { screen } = await renderApp('/local/models/scripted/echo?step=result');
  const result = screen.getByRole('region', { name: 'Result', exact: true });
  const end = result.getByText(/The end\.$/);
  await expect.element(end).toBeVisible();
  const isEndInView = () => {
    const written = result.getByRole('region', { name: 'What the model wrote' }).element();
    written.lastElementChild?.scrollIntoView({ block: 'end' });
    const { left, bottom } = end.element().getBoundingClientRect();
    const hit = document.elementFromPoint(left + 8, bottom - 8);
    return hit !== null && written.contains(hit);
  };
  await expect.poll(isEndInView).toBe(true);
  await expect.poll(coveredControls(result.element())).toEqual([]);
  await expect.poll(() => document.documentElement.scrollHeight).toBe(height);
});

it('lists starred and recently opened models in separate tabs', async () => {
  const { screen, router } = await renderApp('/local/models');
  const shelf = () => screen.getByRole('button', { name: /, favorite$/ });
  const names = () =>
    shelf()
      .elements()
      .map((button) => button.getAttribute('aria-label'));
  await screen.getByRole('button', { name: 'scripted/echo, favorite' }).click();
  await screen.getByRole('link', { name: /^Favorites/ }).click();
  await expect.poll(names).toEqual(['scripted/echo, favorite']);
  const params = { surface: 'local', provider: 'scripted', model: 'sound' };
  await router.navigate({ to: '/$surface/models/$provider/$model', params });
  await expect.element(screen.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
  await router.navigate({ to: '/$surface/models', params: { surface: 'local' }, search: { show: 'recent' } });
  await expect.poll(names).toEqual(['scripted/sound, favorite']);
});

it.each([
  ['javascript:alert(1)', []],
  ['https://example.org/openapi.json', ['https://example.org/openapi.json']],
])('links the schema document at web URLs only: %s', async (url, links) => {
  gateway.worker.use(
    http.get('*/v2/models/scripted/echo', async ({ request }) => {
      const original = await gateway.app.fetch(request);
      return HttpResponse.json({ ...((await original.json()) as object), input_schema_url: url });
    }),
  );
  const { screen } = await renderApp('/local/models/scripted/echo');
  const opened = vi.spyOn(globalThis, 'open').mockReturnValue(null);
  await screen.getByRole('button', { name: 'More for this model' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Copy model ID' })).toBeVisible();
  const item = screen.getByRole('menuitem', { name: 'Open the schema document' });
  await expect.poll(() => item.elements().length).toBe(links.length);
  if (links.length > 0) await item.click();
  await expect.poll(() => opened.mock.calls.map(([address]) => address)).toEqual(links);
  opened.mockRestore();
});

it('keeps typed input when it is left and reopened immediately', async () => {
  const app = await openWith({ type: 'object', properties: { prompt: { type: 'string', title: 'Prompt' } } });
  await app.screen.unmount();
  const { reopen, unmount } = mountApp(app);
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('typed');
  reopen();
  await expect.element(prompt).toHaveValue('typed');
  unmount();
});

it('drops the input of a shared link on navigation to another model', async () => {
  await cacheInput(LOCAL_SURFACE, 'scripted/sound', '{"prompt":"waves"}');
  const { screen, router } = await renderApp(
    `/local/models/scripted/echo#input=${encodeURIComponent('{"prompt":"fog"}')}`,
  );
  const prompt = screen.getByRole('textbox', { name: /^prompt/i });
  await expect.element(prompt).toHaveValue('fog');
  const params = { surface: 'local', provider: 'scripted', model: 'sound' };
  await router.navigate({ to: '/$surface/models/$provider/$model', params });
  await expect.element(screen.getByRole('heading', { name: 'scripted/sound' })).toBeVisible();
  await expect.element(prompt).toHaveValue('waves');
});

it('fills in the example of the document, which is then sent unchanged', async () => {
  const example = { prompt: 'a lighthouse', extra: [1] };
  const { screen } = await openWith({ example, required: ['prompt'], properties: { prompt: { type: 'string' } } });
  await screen.getByRole('button', { name: 'Fill in the example' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'prompt' })).toHaveValue('a lighthouse');
  await expect.element(screen.getByRole('button', { name: 'Fill in the example' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
  expect(JSON.parse(new TextDecoder().decode(gateway.models.received[0]?.body))).toEqual(example);
});

it('has its buttons beside each other and never over each other, however narrow the window is', async () => {
  servers.configure({ id: 'cloud', name: 'Cloud', kind: 'router', routerBaseUrl: 'https://models.example', key: 'k' });
  await page.viewport(320, 664);
  const { screen } = await openWith({ example: { tone: 'dark' }, properties: { tone: { type: 'string' } } });
  const boxOf = (name: string) => screen.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
  await expect.element(screen.getByRole('button', { name: 'Run on another server' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Fill in the example' })).toBeVisible();
  const example = boxOf('Fill in the example');
  const beside = boxOf('Run on another server');
  expect(example.bottom <= beside.top || example.right <= beside.left).toBe(true);
  expect(boxOf('Run').right).toBeLessThanOrEqual(320);
});

it('follows the direction of the page', async () => {
  document.documentElement.dir = 'rtl';
  try {
    const { screen } = await openWith({ properties: { tone: { type: 'string' } } });
    const leftOf = (name: string) => screen.getByRole('tab', { name }).element().getBoundingClientRect().left;
    await expect.element(screen.getByRole('tab', { name: 'Form' })).toBeVisible();
    expect(leftOf('Form')).toBeGreaterThan(leftOf('Code'));
  } finally {
    document.documentElement.dir = '';
  }
});

it('offers the example on a rejected form, and again once the form differs from it', async () => {
  // A field that no other test fills in: the page restores the last form values.
  const example = { subject: 'a lighthouse' };
  const { screen } = await openWith({ example, required: ['subject'], properties: { subject: { type: 'string' } } });
  const subject = screen.getByRole('textbox', { name: 'subject' });
  const fillIn = screen.getByRole('button', { name: 'Fill in the example' });
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByText(/^1 field to correct/)).toBeVisible();
  await fillIn.click();
  await expect.element(subject).toHaveValue('a lighthouse');
  await expect.element(fillIn).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
  await subject.fill('a harbor');
  await fillIn.click();
  await expect.element(subject).toHaveValue('a lighthouse');
});

it('renders the nearest part of a document that is too large, and shows how much it omits', async () => {
  const text = 'x'.repeat(1000);
  const many = Array.from({ length: 900 }, (_, index) => [`part_${index}`, { type: 'string', description: text }]);
  const { screen } = await openWith({
    required: ['prompt'],
    properties: { prompt: { type: 'string' }, ...Object.fromEntries(many) },
  });
  await expect.element(screen.getByText(/^Schema too large: \d+ parts omitted/)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'prompt' })).toBeVisible();
});

it('offers to upload a file that a remote provider cannot load from this machine, and warns about no other', async () => {
  const details = { title: null, summary: '', inputModalities: [], outputModalities: [], isFree: false };
  const listed = (more: object) =>
    http.get('*/console/models', () =>
      HttpResponse.json({ build: '1', configProblem: null, models: [{ id: 'scripted/echo', ...details, ...more }] }),
    );
  const requests: unknown[] = [];
  gateway.worker.use(
    listed({ isLocal: false, uploadHost: 'files.example' }),
    http.post('*/console/publish-input', async ({ request }) => {
      requests.push(await request.json());
      return requests.length > 1
        ? HttpResponse.json({ url: 'https://files.example/1.png' })
        : HttpResponse.json({ error: { code: 'invalid_request', message: 'The disk is full' } }, { status: 422 });
    }),
  );
  const schema = { properties: { face_url: { type: 'string', format: 'uri', description: 'URL of an image.' } } };
  const { screen } = await openWith(schema);
  const file = new File([Uint8Array.of(137, 80, 78, 71)], 'dot.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('File for face_url'), file);
  const warning = screen.getByText(/^This URL works on this machine only/);
  await expect.element(warning).toBeVisible();
  const upload = screen.getByRole('button', { name: 'Upload to files.example' });
  await upload.click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The disk is full');
  await upload.click();
  await expect.element(screen.getByTitle('https://files.example/1.png')).toBeVisible();
  await expect.element(warning).not.toBeInTheDocument();
  await expect.element(screen.getByText('dot.png')).toBeVisible();
  expect(requests[1]).toMatchObject({
    model: 'scripted/echo',
    url: expect.stringContaining('/api/v2/assets/') as string,
  });

  gateway.worker.use(listed({ isLocal: true, uploadHost: null }));
  await screen.unmount();
  const again = await openWith(schema);
  await userEvent.upload(again.screen.getByLabelText('File for face_url'), file);
  await expect.element(again.screen.getByTitle(/\/api\/v2\/assets\//)).toBeVisible();
  await expect.element(again.screen.getByText(/^This URL works on this machine only/)).not.toBeInTheDocument();
});

describe('names of wildcard lists in an input', () => {
  const openWithPrompt = async (prompt: string) => {
    const { screen } = await renderApp(
      `/local/models/scripted/echo#input=${encodeURIComponent(JSON.stringify({ prompt }))}`,
    );
    await expect.element(screen.getByRole('textbox', { name: 'prompt' })).toHaveValue(prompt);
    return screen;
  };

  it('are each said to be used or sent as typed', async () => {
    await putNamedTexts('wildcard', [{ id: 'a', name: 'animal', text: 'crane\nhen' }]);
    const screen = await openWithPrompt('__animal__ in __mood__ and __tone__');
    await expect.element(screen.getByText(/^Each run uses one random value of __animal__;/)).toBeVisible();
    await expect
      .element(screen.getByText(/“mood”.* “tone”\. A run sends __mood__ and __tone__ as typed\.$/))
      .toBeVisible();
  });

  it('are no names of lists for users without any', async () => {
    const screen = await openWithPrompt('explain __init__ of Python');
    await expect.element(screen.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await expect.element(screen.getByText(/as typed\.$/)).not.toBeInTheDocument();
  });
});
