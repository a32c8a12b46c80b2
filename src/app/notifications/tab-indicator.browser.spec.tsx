import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '@contract/jobs/schemas';
import { liveName } from '@/api/live/live-leader';
import { operationKey, LOCAL_SURFACE } from '@/api/surface';
import { cacheSurfaceList } from '@/api/surfaces/surface-list';
import { actOnBatch, removeBatch, startBatch } from '@/domains/batches/batches';
import { useBatchView } from '@/domains/batches/batches-store';
import { useToasts } from '@/shared/feedback/toasts';
import { awaitShortcuts } from '@/testing/await-shortcuts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { appBadgeSetting, noticeSetting, noticeSoundSetting, switchNotices } from './notice-setting';

let gateway: BrowserGateway;
let isHidden = false;
let link: HTMLLinkElement;

beforeEach(async () => {
  isHidden = false;
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  for (const icon of document.querySelectorAll('link[rel="icon"]')) icon.remove();
  link = document.createElement('link');
  link.rel = 'icon';
  document.head.append(link);
  gateway = await mountGateway();
});
afterEach(async () => {
  Reflect.deleteProperty(document, 'hidden');
  noticeSetting.set(false);
  noticeSoundSetting.set(false);
  cacheSurfaceList({ surfaces: [], defaultId: 'local' });
  vi.unstubAllGlobals();
  link.remove();
  useToasts.setState({ toasts: [] });
  for (const id of Object.keys(useBatchView.getState().entries)) await removeBatch(id);
  await unmountGateway();
});

function hide(next: boolean): void {
  isHidden = next;
  document.dispatchEvent(new Event('visibilitychange'));
}

const icon = () => link.getAttribute('href');

describe('the tab indicator', () => {
  it('shows running jobs and jobs that finished while hidden, and resets when the tab is viewed', async () => {
    const job = await gateway.submit({ '1': scripted('ScriptHang') });
    const { queryClient } = await renderApp('/local/submit');
    const recount = () => queryClient.invalidateQueries({ queryKey: operationKey(LOCAL_SURFACE, 'console.status') });
    await expect.poll(() => document.title).toBe('(1) Submit · Flowdeck');
    expect(icon()).toBe('/icons/running.svg');

    hide(true);
    await gateway.submit({ '1': scripted('ScriptFail', { message: 'No such colour' }) });
    await cancel(job);
    await expect.poll(async () => (await recount(), document.title)).toBe('✗ Submit · Flowdeck');
    expect(icon()).toBe('/icons/failed.svg');

    hide(false);
    await expect.poll(() => document.title).toBe('Submit · Flowdeck');
    expect(icon()).toBe('/icon.svg');
  });
});

describe('the badge of the app', () => {
  it('shows what runs and what ended unseen, unless it is turned off', async () => {
    let badge = 0;
    vi.spyOn(navigator, 'setAppBadge').mockImplementation(async (count = 0) => void (badge = count));
    vi.spyOn(navigator, 'clearAppBadge').mockImplementation(async () => void (badge = 0));
    const { id } = await gateway.submit({ '1': scripted('ScriptHang') });
    const { queryClient } = await renderApp('/local/submit');
    const recount = () => queryClient.invalidateQueries({ queryKey: operationKey(LOCAL_SURFACE, 'console.status') });
    await expect.poll(() => badge).toBe(1);
    appBadgeSetting.set(false);
    await expect.poll(() => badge).toBe(0);
    appBadgeSetting.set(true);
    await expect.poll(() => badge).toBe(1);

    hide(true);
    await gateway.app.fetch(new Request(`${location.origin}/api/v2/jobs/${id}/cancel`, { method: 'POST' }));
    await gateway.submit({ '1': scripted('ScriptText', { text: 'done' }) });
    await gateway.submit({ '1': scripted('ScriptFail', { message: 'No such colour' }) });
    await expect.poll(async () => (await recount(), badge)).toBe(2);
    hide(false);
    await expect.poll(() => badge).toBe(0);
    vi.restoreAllMocks();
  });
});

describe('the tab indicator, after a change of server', () => {
  it('shows no jobs of the previous server', async () => {
    gateway.worker.use(http.all('https://far.example/*', () => new HttpResponse(null, { status: 503 })));
    cacheSurfaceList({
      surfaces: [
        {
          id: 'far',
          name: 'Far',
          color: 'blue',
          kind: 'managed',
          baseUrl: 'https://far.example',
          routerBaseUrl: null,
          access: 'direct',
          routerAuth: 'bearer',
          dialect: 'service',
          hasCredential: false,
        },
      ],
      defaultId: 'local',
    });
    await gateway.submit({ '1': scripted('ScriptHang') });
    const { router } = await renderApp('/local/submit');
    await expect.poll(() => document.title).toBe('(1) Submit · Flowdeck');
    await router.navigate({ to: '/$surface/submit', params: { surface: 'far' } });
    await expect.poll(() => document.title).toBe('Submit · Flowdeck');
    expect(icon()).toBe('/icon.svg');
  });
});

describe('the tab indicator of a hidden tab', () => {
  it('updates from the stream of another tab at once, and opens none itself', async () => {
    const { id } = await gateway.submit({ '1': scripted('ScriptHang') });
    // Before the first count: the next poll is half a minute away.
    hide(true);
    await renderApp('/local/assets');
    await expect.poll(() => document.title).toBe('(1) Gallery · Flowdeck');
    await gateway.app.fetch(new Request(`${location.origin}/api/v2/jobs/${id}/cancel`, { method: 'POST' }));
    await expect.poll(async () => (await gateway.read(id)).status).toBe('canceled');
    const otherTab = new BroadcastChannel(liveName(LOCAL_SURFACE.id));
    otherTab.postMessage({ kind: 'frame', event: 'status', data: JSON.stringify({ job_id: id, status: 'canceled' }) });
    await expect.poll(() => document.title).toBe('Gallery · Flowdeck');
    otherTab.close();
  });
});

describe('notices of batches', () => {
  const start = (...texts: string[]) =>
    startBatch(LOCAL_SURFACE, {
      title: 'Words',
      workflowText: JSON.stringify({ '1': scripted('ScriptText', { text: 'done' }) }),
      plan: {
        axes: [
          {
            label: 'text',
            inputs: [{ nodeId: '1', input: 'text', label: 'text' }],
            rows: texts.map((text) => ({ label: text, values: [text] })),
          },
        ],
      },
      limit: 2,
      draftId: null,
      needsPartnerKey: false,
    });

  it('are a toast that opens a finished batch, and one that resumes a batch that paused itself', async () => {
    const { screen, router } = await renderApp('/local/assets');
    await awaitShortcuts();
    const toast = screen.getByRole('region', { name: /^Notification/ });
    const error = { code: 'insufficient_credits', message: 'No credits', details: null };
    gateway.worker.use(http.post('*/api/v2/jobs', () => HttpResponse.json({ error }, { status: 402 }), { once: true }));
    const id = await start('one', 'two', 'three');
    await expect.element(toast.getByText('Words: paused')).toBeVisible();
    await expect
      .element(toast.getByText(/^Paused because the server rejected a cell. .*Nothing more is sent/))
      .toBeVisible();
    await toast.getByRole('button', { name: 'Resume' }).click();
    await expect.element(toast.getByText('Words: partly succeeded')).toBeVisible();
    expect(toast.getByText('Words: paused').query()).toBeNull();
    await expect.element(toast.getByText('2 of 3 succeeded · 1 failed')).toBeVisible();
    await toast.getByRole('button', { name: 'Open batch' }).click();
    await expect.poll(() => router.state.location.pathname).toBe(`/local/batches/${id}`);

    // Its own page shows the end.
    await actOnBatch(id, { kind: 'user_retry', cells: [0] });
    await expect.element(screen.getByText('3 of 3 succeeded')).toBeVisible();
    expect(toast.getByText('Words: succeeded').query()).toBeNull();
  });

  it('are one notification and one sound while hidden, none for each cell, and a toast on return', async () => {
    const { shown, sounds } = stubNotices();
    await switchNotices(true);
    noticeSoundSetting.set(true);
    const { screen, queryClient } = await renderApp('/local/assets');
    await awaitShortcuts();
    const status = operationKey(LOCAL_SURFACE, 'console.status');
    // What finishes after the first counts is new.
    await expect.poll(() => queryClient.getQueryState(status)?.status).toBe('success');
    hide(true);
    await start('one', 'two');
    await expect.poll(() => shown).toEqual(['Words: succeeded']);
    const recount = () => queryClient.invalidateQueries({ queryKey: status });
    await gateway.submit({ '1': scripted('ScriptText', { text: 'done' }) }, { flowdeck_title: 'Coral' });
    await expect.poll(async () => (await recount(), shown)).toEqual(['Words: succeeded', 'Coral: succeeded']);
    await expect.poll(sounds).toBe(2);
    const toast = screen.getByRole('region', { name: /^Notification/ });
    expect(toast.getByText('Words: succeeded').query()).toBeNull();
    hide(false);
    await expect.element(toast.getByText('Words: succeeded')).toBeVisible();
  });
});

/** Replaces notifications and sounds of the browser. */
function stubNotices() {
  const shown: string[] = [];
  let heard = 0;
  vi.stubGlobal(
    'AudioContext',
    class extends OfflineAudioContext {
      constructor() {
        super(1, 8000, 8000);
        heard += 1;
      }
    },
  );
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static permission = 'granted';
      constructor(title: string) {
        super();
        shown.push(title);
      }
    },
  );
  return { shown, sounds: () => heard };
}

const cancel = async ({ urls }: Job) =>
  void (await gateway.app.fetch(new Request(new URL(urls.cancel, location.origin), { method: 'POST' })));

describe('notifications', () => {
  it('appear once, with one sound, for jobs that finish while hidden, and not in a visible tab', async () => {
    const { shown, sounds } = stubNotices();
    const holder = await gateway.submit({ '1': scripted('ScriptHang') }, { flowdeck_title: 'Holder' });
    await switchNotices(true);
    noticeSoundSetting.set(true);
    const { queryClient } = await renderApp('/local/submit');
    await expect.poll(() => document.title).toBe('(1) Submit · Flowdeck');
    expect(shown).toEqual([]);

    let lists = 0;
    gateway.worker.use(
      http.get('*/api/v2/jobs', ({ request }) => {
        if (new URL(request.url).searchParams.get('status') === 'succeeded,failed,expired') lists += 1;
      }),
    );
    const recount = () => queryClient.invalidateQueries({ queryKey: operationKey(LOCAL_SURFACE, 'console.status') });
    await gateway.submit({ '1': scripted('ScriptText', { text: 'done' }) }, { flowdeck_title: 'Seen' });
    await cancel(holder);
    await expect.poll(async () => (await recount(), lists)).toBe(1);
    expect(shown).toEqual([]);

    // A list that is requested before the end of a job, and arrives after it, hides nothing.
    const next = await gateway.submit({ '1': scripted('ScriptHang') }, { flowdeck_title: 'Holder' });
    await gateway.submit({ '1': scripted('ScriptText', { text: 'done' }) }, { flowdeck_title: 'Coral' });
    let isHeld = false;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const answerLate = async ({ request }: { request: Request }) => {
      const response = await gateway.app.fetch(request);
      isHeld = true;
      await held;
      return response;
    };
    gateway.worker.use(http.get('*/api/v2/jobs', answerLate, { once: true }));
    void queryClient.invalidateQueries({ queryKey: operationKey(LOCAL_SURFACE, 'listJobs', 'head') });
    await expect.poll(() => isHeld).toBe(true);
    hide(true);
    await cancel(next);
    await expect.poll(async () => (await recount(), shown)).toEqual(['Coral: succeeded']);
    release();
    await expect.poll(sounds).toBe(1);
    await recount();
    expect(shown).toEqual(['Coral: succeeded']);
    expect(sounds()).toBe(1);
  });
});
