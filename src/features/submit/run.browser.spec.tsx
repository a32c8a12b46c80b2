import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import { listServers, mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { openDraft } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { afterRunSetting } from '@/features/submit/draft/run-count';

let gateway: BrowserGateway;
/** Idempotency keys of the sent submissions. */
let keys: (string | null)[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  afterRunSetting.set('job');
  keys = [];
  gateway.worker.events.on('request:start', ({ request }) => {
    if (request.method === 'POST' && new URL(request.url).pathname === '/api/v2/jobs') {
      keys.push(request.headers.get('Idempotency-Key'));
    }
  });
});
afterEach(async () => {
  gateway.worker.events.removeAllListeners();
  await unmountGateway();
});

const quick = { '1': scripted('ScriptText', { text: 'done' }, { title: 'Say' }) };
const POST_JOBS = '*/api/v2/jobs';

/** The gateway accepts the first submission, but its response is lost. */
function loseFirstResponse(): void {
  gateway.worker.use(
    http.post(
      POST_JOBS,
      async ({ request }) => {
        await gateway.app.fetch(request);
        return HttpResponse.error();
      },
      { once: true },
    ),
  );
}

describe('a run', () => {
  it('J-4.04, J-4.44: starts with Ctrl+Enter and opens the page of its job, with a new UUID as idempotency key per submission', async () => {
    const { screen, router, id } = await openDraft(quick);
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toHaveValue('done');
    await expect.element(screen.getByRole('button', { name: 'Run' })).not.toHaveAttribute('aria-disabled');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    await router.navigate({ to: '/$surface/submit/$draftId', params: { surface: 'local', draftId: id } });
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it('starts with Ctrl+Enter from within a select, which stays closed', async () => {
    const choice = { '1': scripted('ScriptLog', { message: 'hello', lines: 1, level: 'info' }) };
    const { screen, router } = await openDraft(choice);
    const select = screen.getByRole('combobox', { name: 'level' });
    await select.click();
    await screen.getByRole('option', { name: 'warning' }).click();
    await expect.element(select).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    expect(keys).toHaveLength(1);
  });

  it('is submitted once, however often Run is pressed meanwhile', async () => {
    const { screen, router } = await openDraft(quick);
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toHaveValue('done');
    await expect.element(screen.getByRole('button', { name: 'Run' })).not.toHaveAttribute('aria-disabled');
    const run = screen.getByRole('button', { name: 'Run' }).element() as HTMLElement;
    for (let press = 0; press < 5; press += 1) run.click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    expect(keys).toHaveLength(1);
    await expect.poll(() => gateway.engine.requests.length).toBe(1);
  });

  it('J-4.15: sends the workflow with unchanged numbers, its labels and nothing else', async () => {
    const text = JSON.stringify(quick).replace('"text":"done"', '"text":"done","extra":[18446744073709551615,1.0]');
    const { screen, router, id } = await openDraft(text.replace('"inputs"', '"kept":1e2,"inputs"'), 'exact.json');
    let body = '';
    gateway.worker.use(
      http.post(POST_JOBS, async ({ request }) => {
        body = await request.clone().text();
        return gateway.app.fetch(request);
      }),
    );
    await screen.getByRole('textbox', { name: 'text' }).fill('hello');
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    expect(body).toContain('"kept":1e2');
    expect(body).toContain('"text":"hello"');
    expect(body).toContain('[18446744073709551615,1.0]');
    const { metadata, ...rest } = JSON.parse(body) as Record<string, Record<string, string>>;
    expect(Object.keys(rest)).toEqual(['workflow']);
    expect(metadata).toMatchObject({ flowdeck_title: 'exact.json', flowdeck_draft: id });
    const labels = ['flowdeck_draft', 'flowdeck_graph', 'flowdeck_outbox', 'flowdeck_title'];
    expect(Object.keys(metadata ?? {}).sort()).toEqual(labels);
  });

  it('does not start with errors: the first of them is focused', async () => {
    const { screen } = await openDraft({ '1': scripted('ScriptSteps', { steps: 0, ms: 1 }, { title: 'Steps' }) });
    await expect.element(screen.getByText('At least 1.', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Run' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(screen.getByRole('textbox', { name: 'steps' })).toHaveFocus();
    expect(keys).toEqual([]);
  });

  it('lists all problems once Run was pressed, with links to their fields', async () => {
    const { screen } = await openDraft({
      '1': scripted('ScriptSteps', { steps: 0, ms: 1 }, { title: 'Steps' }),
      '2': scripted('ScriptSteps', { steps: 3, ms: -1 }, { title: 'More steps' }),
    });
    await expect.element(screen.getByText('2 inputs to fix')).toBeVisible();
    expect(screen.getByText('2 problems').query()).toBeNull();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const summary = screen.getByRole('status').filter({ hasText: '2 problems' });
    await expect.element(summary).toBeVisible();
    await summary.getByRole('button', { name: /^More steps 2, ms: at least/ }).click();
    const card = screen.getByRole('region', { name: 'More steps' });
    await expect.element(card.getByRole('textbox', { name: 'ms' })).toHaveFocus();
    await card.getByRole('textbox', { name: 'ms' }).fill('1');
    await expect.element(screen.getByRole('status').filter({ hasText: '1 problem' })).toBeVisible();
    await screen.getByRole('region', { name: 'Steps', exact: true }).getByRole('textbox', { name: 'steps' }).fill('1');
    await expect.element(screen.getByText('1 problem')).not.toBeInTheDocument();
  });

  it.each([
    ['as in the contract', [{ field: 'text', reason: 'too_shiny' }]],
    [
      'J-2.87: as in the engine',
      {
        class_type: 'ScriptText',
        dependent_outputs: ['1'],
        errors: [{ type: 'odd', message: 'too_shiny', extra_info: { input_name: 'text' } }],
      },
    ],
  ])('J-2.75, J-4.43: shows a rejection at its field and can be submitted after an edit, %s', async (_, nodeErrors) => {
    gateway.worker.use(
      http.post(
        POST_JOBS,
        () =>
          HttpResponse.json(
            {
              error: {
                code: 'invalid_workflow',
                message: 'Node 1 (ScriptText): too_shiny',
                details: { node_errors: { '1': nodeErrors } },
              },
            },
            { status: 422 },
          ),
        { once: true },
      ),
    );
    const { screen, router } = await openDraft(quick);
    await screen.getByRole('button', { name: 'Run' }).click();
    const said = screen.getByText('too_shiny');
    await expect.element(said.first()).toBeVisible();
    await expect.element(screen.getByText('Workflow rejected', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toHaveFocus();
    // Shown at the field only; the notice links there.
    expect(screen.getByRole('contentinfo').getByText('too_shiny').query()).toBeNull();
    const show = screen.getByRole('button', { name: 'Show in the form' });
    await show.click();
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toHaveFocus();
    await screen.getByRole('textbox', { name: 'text' }).fill('dull');
    await expect.element(show).not.toBeInTheDocument();
    await expect.poll(() => said.elements()).toEqual([]);
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
  });

  it.each([
    ['queue_full', /^The queue is full\. Retrying in \d s$/],
    ['deployment_not_ready', /^The deployment is starting\b/],
  ])(
    'J-4.57, J-7.12, J-7.13: waits out %s twice, with a countdown and the same idempotency key',
    async (code, words) => {
      const sentAt: number[] = [];
      gateway.worker.use(
        http.post(POST_JOBS, () => {
          sentAt.push(performance.now());
          if (sentAt.length > 2) return undefined;
          const error = { code, message: 'Ready, and a job was made.', details: null };
          return HttpResponse.json({ error }, { status: 429, headers: { 'Retry-After': '1' } });
        }),
      );
      const { screen, router } = await openDraft(quick);
      await screen.getByRole('button', { name: 'Run' }).click();
      await expect.element(screen.getByText(words)).toBeVisible();
      await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      // Never before the second is over, with a tolerance of timers that fire a millisecond early.
      for (const index of [1, 2]) expect((sentAt[index] ?? 0) - (sentAt[index - 1] ?? 0)).toBeGreaterThan(990);
      await expect.poll(() => gateway.engine.requests.length).toBe(1);
    },
  );

  it('can be canceled while it waits', async () => {
    gateway.worker.use(
      http.post(POST_JOBS, () =>
        HttpResponse.json(
          { error: { code: 'queue_full', message: 'Full.', details: null } },
          { status: 429, headers: { 'Retry-After': '600' } },
        ),
      ),
    );
    const { screen } = await openDraft(quick);
    await screen.getByRole('button', { name: 'Run' }).click();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByText('Canceled before it was submitted')).toBeVisible();
    expect(keys).toHaveLength(1);
    expect(gateway.engine.requests).toHaveLength(0);
  });
});

describe('a run whose response is lost', () => {
  it('J-4.40, J-4.41: is found in the list, and nothing is sent twice', async () => {
    loseFirstResponse();
    const { screen, router } = await openDraft(quick);
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    expect(keys).toHaveLength(1);
    await expect.poll(() => gateway.engine.requests.length).toBe(1);
  });

  it('J-4.42: on a surface without a list is confirmed by retrying with the same idempotency key', async () => {
    loseFirstResponse();
    gateway.worker.use(http.get('*/api/v2/jobs', () => problem(501, 'not_implemented')));
    const { screen } = await openDraft(quick);
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.element(screen.getByText('Submission status unknown')).toBeVisible();
    await expect
      .element(screen.getByText(/received the request, but cannot list jobs: the job may or may not exist/))
      .toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    await expect.poll(() => gateway.engine.requests.length).toBe(1);
  });

  it('creates a second job with a new idempotency key only on request of the user', async () => {
    loseFirstResponse();
    gateway.worker.use(http.get('*/api/v2/jobs', () => problem(501, 'not_implemented')));
    const { screen, router } = await openDraft(quick);
    await screen.getByRole('button', { name: 'Run' }).click();
    await screen.getByRole('button', { name: 'Submit as new run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    expect(new Set(keys).size).toBe(2);
  });

  it('is sent once if it never arrived', async () => {
    gateway.worker.use(http.post(POST_JOBS, () => HttpResponse.error(), { once: true }));
    const { screen, router } = await openDraft(quick);
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => router.state.location.pathname).toMatch(/^\/local\/jobs\/.+/);
    expect(keys[0]).toBe(keys[1]);
    await expect.poll(() => gateway.engine.requests.length).toBe(1);
  });
});

describe('a run that finishes while its editor is closed', () => {
  it('is reported when the draft is opened again, without navigating away', async () => {
    gateway.worker.use(
      http.post(
        POST_JOBS,
        () =>
          HttpResponse.json(
            { error: { code: 'queue_full', message: 'Full.', details: null } },
            { status: 429, headers: { 'Retry-After': '1' } },
          ),
        { once: true },
      ),
    );
    localStorage.removeItem('flowdeck.returning');
    const { screen, router, id } = await openDraft(quick);
    await screen.getByRole('button', { name: 'Run' }).click();
    await expect.element(screen.getByText(/Retrying in/)).toBeVisible();
    await router.navigate({ to: '/$surface/submit', params: { surface: 'local' } });
    // The engine receives it before the response arrives; a response while the editor is open navigates to the job.
    await expect.poll(() => localStorage.getItem('flowdeck.returning')).toBe('1');
    await expect.poll(() => gateway.engine.requests.length).toBe(1);
    await router.navigate({ to: '/$surface/submit/$draftId', params: { surface: 'local', draftId: id } });
    const strip = screen.getByRole('region', { name: 'Started from this draft' });
    await expect.element(strip.getByRole('radio', { name: /^Run 1/ })).toBeVisible();
    expect(router.state.location.pathname).toBe(`/local/submit/${id}`);
    await strip.getByRole('button', { name: 'Clear this list' }).click();
    await expect.element(strip).not.toBeInTheDocument();
  });
});

async function openRequest() {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'View request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request' });
  const codeIn = async (language: string) => {
    await dialog.getByRole('tab', { name: language }).click();
    return dialog.getByRole('region', { name: `The call in ${language}` });
  };
  return { dialog, codeIn };
}

it('shows the request before it is sent: URL, idempotency key as a variable, exact body, and no token', async () => {
  const { screen } = await openDraft(JSON.stringify(quick).replace('"text":"done"', '"text":"done","extra":1.0'));
  await screen.getByRole('textbox', { name: 'text' }).fill('changed');
  const { codeIn } = await openRequest();
  const http = await codeIn('HTTP');
  await expect.element(http).toHaveTextContent(`POST ${location.origin}/api/v2/jobs`);
  await expect.element(http).toHaveTextContent('Idempotency-Key: $IDEMPOTENCY_KEY');
  await expect.element(http).toHaveTextContent('"text":"changed","extra":1.0');
  await expect.element(http).toHaveTextContent(/"flowdeck_graph":"[\da-f]{16}"/);
  await expect.element(await codeIn('curl')).toHaveTextContent(/^IDEMPOTENCY_KEY=.*curl --request POST/);
  for (const language of ['curl', 'TypeScript', 'Python']) {
    const code = await codeIn(language);
    await expect.element(code).toHaveTextContent(`${location.origin}/api/v2/jobs`);
    await expect.element(code).toHaveTextContent('"text":"changed","extra":1.0');
    expect(code.element().textContent).not.toMatch(/authorization|flowdeck_(?:outbox|draft)/i);
  }
  expect(keys).toEqual([]);
});

it('shows the end of the code of a large workflow, and copies all of it', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const long = 'x'.repeat(60_000);
  await openDraft({ '1': scripted('ScriptText', { text: long }) });
  const { dialog, codeIn } = await openRequest();
  const code = await codeIn('Python');
  await expect.element(code).toHaveTextContent(/shutil\.copyfileobj.*print\(name\)$/);
  await expect
    .element(dialog)
    .toHaveTextContent('Long texts are truncated here; the copy has all 58.7 KiB of the body.');
  expect(code.element().textContent).not.toContain(long);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => write.mock.lastCall?.[0]).toContain(long);
  write.mockRestore();
});

it('shows a run on a server behind the relay as a request to that server, with its key as a variable', async () => {
  const baseUrl = 'https://cloud.example/deployment/blue';
  const surface = { id: 'blue', name: 'Blue', color: 'blue', kind: 'managed', baseUrl, routerBaseUrl: null } as const;
  const reached = { access: 'relay', routerAuth: 'bearer', dialect: 'service', hasCredential: true } as const;
  listServers({ surfaces: [{ ...surface, ...reached }], defaultId: 'local' });
  const draft = makeDraft('blue', { text: JSON.stringify(quick), title: 'Far', origin: 'file' }, Date.now());
  await writeDraft(draft);
  await renderApp(`/blue/submit/${draft.id}`);
  const { dialog, codeIn } = await openRequest();
  for (const language of ['HTTP', 'curl', 'TypeScript', 'Python']) {
    const code = await codeIn(language);
    await expect.element(code).toHaveTextContent(`${baseUrl}/api/v2/jobs`);
    await expect.element(code).toHaveTextContent(/Bearer.*FLOWDECK_TOKEN/);
    // This kind usually rejects labels, and Run then sends the job without them.
    expect(code.element().textContent.includes('"metadata"')).toBe(language === 'HTTP');
  }
  await expect.element(dialog).toHaveTextContent('Does not contain the token: set it in the environment variable.');
  listServers({ surfaces: [], defaultId: 'local' });
});
