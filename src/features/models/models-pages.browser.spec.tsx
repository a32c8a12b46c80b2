import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp, type RenderedApp } from '@/testing/render-app';
import { forgetRuns } from '@/testing/run-fixtures';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway({ fillers: 250 });
});
afterEach(async () => {
  await forgetRuns();
  await unmountGateway();
});

function rejectRouter(status: number, bucket: string | null): string[] {
  const requests: string[] = [];
  gateway.worker.use(
    http.all('*/v2/models*', ({ request }) => {
      requests.push(request.url);
      const headers = bucket === null ? {} : { 'X-Service-Error-Type': bucket, 'X-Service-Request-Id': 'req-1' };
      return HttpResponse.json(bucket === null ? {} : { detail: 'As the test says', error_type: bucket }, {
        status,
        headers,
      });
    }),
  );
  return requests;
}

const openModel = (model: string, body: object): Promise<RenderedApp> =>
  renderApp(`/local/models/scripted/${model}#input=${encodeURIComponent(JSON.stringify(body))}`);

const runWith = async (model: string, body: object) => {
  const app = await openModel(model, body);
  await app.screen.getByRole('button', { name: /^Run/ }).click();
  return app;
};

describe('the catalog', () => {
  it('R-2.24 R-2.33 R-2.37 R-2.38 R-4.06 R-9.01 follows the returned cursors to the last page', async () => {
    const requests: URL[] = [];
    const onStart = ({ request }: { request: Request }) => {
      if (request.url.includes('/models?')) requests.push(new URL(request.url));
    };
    gateway.worker.events.on('request:start', onStart);
    const { screen } = await renderApp('/local/models');
    const all = gateway.models.models().length;
    await expect.element(screen.getByText(`${all} models`, { exact: true })).toBeVisible();
    gateway.worker.events.removeListener('request:start', onStart);
    expect(requests.length).toBe(Math.ceil(all / 100));
    expect(requests[0]?.searchParams.has('cursor')).toBe(false);
    expect(new Set(requests.slice(1).map(({ searchParams }) => searchParams.get('cursor'))).size).toBe(
      requests.length - 1,
    );
    for (const { pathname } of requests) expect(pathname).toBe('/v2/models');
  });

  it('filters by 3D output across more models than one catalog page holds', async () => {
    const all = gateway.models.models().map(({ provider, model }) => `${provider}/${model}`);
    const scenes = all.toSorted().filter((_, index) => index % 90 === 80);
    expect(scenes.length).toBeGreaterThan(2);
    const details = { title: null, summary: '', inputModalities: [], isFree: false, isLocal: false, uploadHost: null };
    const models = all.map((id) => ({ ...details, id, outputModalities: [scenes.includes(id) ? '3d' : 'image'] }));
    gateway.worker.use(
      http.get('*/console/models', () => HttpResponse.json({ build: '1', configProblem: null, models })),
    );
    const { screen } = await renderApp('/local/models');
    await screen.getByRole('combobox', { name: 'Output' }).click();
    await screen.getByRole('option', { name: 'Output: 3D' }).click();
    const shown = () =>
      screen
        .getByRole('button', { name: /, favorite$/ })
        .elements()
        .map((button) => button.getAttribute('aria-label'));
    await expect.poll(shown).toEqual(scenes.map((id) => `${id}, favorite`));
  });

  it('names the remote router that is down, and still lists its cached models', async () => {
    const catalogProblem = 'lab responded with 502. Its models are those of 2030-01-01 00:00 UTC.';
    gateway.worker.use(
      http.get('*/console/models', () =>
        HttpResponse.json({ build: '1', configProblem: null, catalogProblem, models: [] }),
      ),
    );
    const { screen } = await renderApp('/local/models');
    await expect.element(screen.getByText('A catalog of models could not be refreshed.')).toBeVisible();
    await expect.element(screen.getByText(catalogProblem)).toBeVisible();
    await expect.element(screen.getByText(`${gateway.models.models().length} models`, { exact: true })).toBeVisible();
  });

  it('R-2.08 filters as the user types, and distinguishes no match from an empty catalog', async () => {
    const { screen } = await renderApp('/local/models');
    const search = screen.getByRole('searchbox', { name: 'Search models' });
    await search.fill('ray-2.1');
    await expect.element(screen.getByRole('link', { name: /scripted_2.*ray-2\.1/ })).toBeVisible();
    await search.fill('no such thing');
    await expect.element(screen.getByRole('heading', { name: 'No matching models' })).toBeVisible();
    await screen.getByRole('link', { name: 'Show all models' }).click();
    await expect.element(search).toHaveValue('');
  });

  it('R-1.15 R-5.09 R-5.10 R-5.11 R-7.30 reports in neutral words that models are not enabled, and stops requesting them', async () => {
    const requests = rejectRouter(403, 'not_enabled');
    const { screen } = await renderApp('/local/models');
    await expect.element(screen.getByRole('heading', { name: 'Models are not enabled yet' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(0);
    await screen.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Jobs' }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
    // The page of the previous test may still be reading schema documents.
    const ofCatalog = requests.filter((url) => new URL(url).pathname === '/v2/models');
    expect(ofCatalog).toHaveLength(1);
  });

  it.each([
    [404, null, 'No models on this server'],
    [401, 'unauthorized', 'Authentication required'],
    [403, 'forbidden', 'Your credential may not use models here'],
    [400, 'invalid_input', 'The models could not be read'],
  ] as const)('R-5.12 shows the state of a %s %s response', async (status, bucket, title) => {
    rejectRouter(status, bucket);
    const { screen } = await renderApp('/local/models');
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
  });
});

describe('the playground', () => {
  it('R-1.03 R-3.02 sends the body of the JSON view once, and no other request', async () => {
    const { screen } = await openModel('echo', { prompt: 'fog', times: 3 });
    await screen.getByRole('tab', { name: 'JSON' }).first().click();
    const text = screen.getByRole('textbox', { name: 'Body as JSON' });
    await expect.element(text).toHaveDisplayValue(/fog/);
    const shown = (text.element() as HTMLTextAreaElement).value;
    await screen.getByRole('button', { name: /^Run/ }).click();
    await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
    expect(gateway.models.received).toHaveLength(1);
    const [call] = gateway.models.received;
    expect(JSON.parse(new TextDecoder().decode(call?.body))).toEqual(JSON.parse(shown));
  });

  it('R-2.17 R-2.20 R-2.67 offers a JSON editor for a model without a schema, and blocks no input', async () => {
    const { screen } = await runWith('free-form', { anything: { at: ['all'] } });
    await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
  });

  it('validates the latest input before it sends anything', async () => {
    const { screen } = await openModel('echo', { prompt: 'fog', times: 3 });
    const times = screen.getByRole('textbox', { name: /times/i });
    const run = () => (screen.getByRole('button', { name: 'Run', exact: true }).element() as HTMLButtonElement).click();
    await times.fill('-1');
    run();
    await expect.element(screen.getByText('1 field to correct.')).toBeVisible();
    expect(gateway.models.received).toHaveLength(0);
    await times.fill('2');
    run();
    await expect.element(screen.getByText(/succeeded in/)).toBeVisible();
    expect(gateway.models.received).toHaveLength(1);
  });

  it('R-2.52 R-2.54 R-2.57 R-2.63 R-4.76 shows the errors of a rejected call at their fields', async () => {
    const { screen } = await runWith('echo', { prompt: 'fog', tags: ['a', 'b'], fault: 'field_faults' });
    await expect.element(screen.getByText('The model rejected this input')).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: /prompt/ })).toHaveAttribute('aria-invalid', 'true');
    await expect.element(screen.getByText(/422, invalid_input, request/)).toBeVisible();
    // The errors are shown at the fields and in the list above them, which links to the fields; the notice only links there.
    const result = screen.getByRole('region', { name: 'Result' });
    expect(result.getByText('body › prompt').query()).toBeNull();
    await result.getByRole('button', { name: 'Show in the form' }).click();
    await expect.element(screen.getByRole('textbox', { name: /prompt/ })).toHaveFocus();
  });

  it('shows the location of an error without a form field', async () => {
    const detail = [{ loc: ['body', 'elsewhere'], msg: 'Too shiny', type: 'odd' }];
    gateway.worker.use(http.post('*/v2/models/scripted/echo', () => HttpResponse.json({ detail }, { status: 422 })));
    const { screen } = await runWith('echo', { prompt: 'fog' });
    const result = screen.getByRole('region', { name: 'Result' });
    await expect.element(result.getByText('body › elsewhere')).toBeVisible();
    await expect.element(screen.getByRole('region', { name: 'Input' }).getByText('1 problem')).toBeVisible();
    expect(result.getByRole('button', { name: 'Show in the form' }).query()).toBeNull();
  });

  it.each([
    ['echo', 'does not charge for calls that it refuses'],
    ['costly', 'This model charges for calls that it refuses'],
    ['riddle', 'A refused call may be charged'],
  ])('R-7.09 R-7.11 R-7.36 shows whether a policy refusal of scripted/%s is charged', async (model, text) => {
    const { screen } = await runWith(model, { prompt: 'fog', fault: 'content_policy_violation' });
    await expect.element(screen.getByText(text, { exact: false })).toBeVisible();
    await expect.element(screen.getByText('Provider: Flagged by the safety system')).toBeVisible();
    expect(gateway.models.received).toHaveLength(1);
  });

  it('R-7.24 warns before it stops waiting, and still offers to collect the result', async () => {
    const { screen } = await runWith('echo', { prompt: 'fog', ms: 600_000 });
    await expect.element(screen.getByText('Waiting for the model')).toBeVisible();
    await screen.getByRole('button', { name: 'Stop' }).click();
    await expect.element(screen.getByText(/may still charge/)).toBeVisible();
    await screen.getByRole('button', { name: 'Stop waiting' }).click();
    await expect.element(screen.getByText('You stopped waiting')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Collect', exact: true })).toBeVisible();
  });

  it('R-4.16 R-4.30 shows a not-found page for an unknown model', async () => {
    const { screen } = await renderApp('/local/models/scripted/nowhere');
    await expect.element(screen.getByRole('heading', { name: 'Model not found' })).toBeVisible();
  });
});
