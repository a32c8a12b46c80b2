import { expect } from 'vitest';
import { readResponseHeaders, type RouterResponseDetails } from '../../router/headers';
import { modelPath } from '../../router/model-id';
import type { ModelPage } from '../../router/schemas';
import type { FieldError } from '../../router/validation-error';
import type { Surface } from './surface';

export const ECHO = 'scripted/echo';

/** Runs the model once. A text body is sent unchanged. */
export function run(
  surface: Surface,
  model: string,
  body: string | object = {},
  headers: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Response> {
  if (!surface.hasModels) surface.notOffered('it has none of the models of the tests');
  return surface.fetch(modelPath(model), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
}

/** Runs the model and lets the surface work for a while before it waits for the response. */
export async function runFor(
  surface: Surface,
  ms: number,
  ...args: [model: string, body?: string | object, headers?: Record<string, string>]
): Promise<Response> {
  const { clock } = surface;
  const timers = clock?.pending ?? 0;
  const call = { isOver: false };
  const pending = run(surface, ...args);
  // The call may finish before that.
  const end = () => {
    call.isOver = true;
  };
  pending.then(end, end);
  // Hashing of the body takes real time: a virtual clock must not advance before the call waits for it.
  const isInProgress = () => clock !== null && !call.isOver && clock.pending <= timers;
  for (let turn = 0; isInProgress() && turn < MAX_TURNS; turn += 1) await nextMillisecond();
  await surface.pass(ms);
  return pending;
}

/** Starts a run and waits until its model has begun. Only an in-memory surface shows that; over HTTP it waits a fixed time. */
export async function startedRun(
  surface: Surface,
  ...args: [model: string, body: object, headers?: Record<string, string>, init?: RequestInit]
): Promise<{ end: Promise<Response | null> }> {
  const received = () => surface.models?.received.length ?? 0;
  const before = received();
  const end = run(surface, ...args).catch(() => null);
  if (surface.models) for (let turn = 0; received() === before && turn < MAX_TURNS; turn += 1) await nextMillisecond();
  await surface.pass(1000);
  return { end };
}

/** Lets time pass until the response arrives. */
export async function advanceUntil<T>(surface: Surface, response: Promise<T>): Promise<T> {
  const wait = { isOver: false };
  const end = () => {
    wait.isOver = true;
  };
  response.then(end, end);
  while (!wait.isOver) await surface.pass(100);
  return response;
}

const MAX_TURNS = 2000;

function nextMillisecond(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
}

/** Returns how a run ends for a client that may disconnect or be disconnected. */
export function endOf(response: Promise<Response>): Promise<'answered' | 'gone'> {
  return response
    .then((response) => response.arrayBuffer())
    .then(
      () => 'answered',
      () => 'gone',
    );
}

/** Starts a call that stays in flight until its client disconnects, regardless of machine speed. */
export function hangingRun(surface: Surface, model: string) {
  const caller = new AbortController();
  const end = endOf(run(surface, model, { fault: 'hang' }, {}, { signal: caller.signal }));
  return {
    end,
    async hangUp() {
      caller.abort();
      expect(await end).toBe('gone');
    },
  };
}

/** Polls until the response is as expected, and returns the last one. */
export async function until<T>(surface: Surface, ask: () => Promise<T>, isDone: (response: T) => boolean): Promise<T> {
  let response = await ask();
  for (let tries = 0; tries < 100 && !isDone(response); tries += 1) {
    await surface.pass(50);
    response = await ask();
  }
  return response;
}

export const withKey = (key: string) => ({ 'idempotency-key': key });

export interface Rejection extends RouterResponseDetails {
  status: number;
  /** Empty for a 422. */
  detail: string;
  faults: FieldError[];
}

export async function rejectionOf(response: Response): Promise<Rejection> {
  const { detail } = (await response.json()) as { detail: string | FieldError[] };
  return {
    ...readResponseHeaders(response.headers),
    status: response.status,
    detail: typeof detail === 'string' ? detail : '',
    faults: typeof detail === 'string' ? [] : detail,
  };
}

export async function pageAt(surface: Surface, query = '', prefix = 'v2'): Promise<ModelPage> {
  const response = await surface.fetch(`/${prefix}/models${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as ModelPage;
}

/** Returns all pages, beginning with the first. */
export async function walk(surface: Surface, limit: number): Promise<ModelPage[]> {
  const pages: ModelPage[] = [];
  for (let cursor = ''; ;) {
    const page = await pageAt(surface, `?limit=${limit}${cursor}`);
    pages.push(page);
    if (!page.has_more) return pages;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor ?? '')}`;
  }
}

/** Record that the gateway logs for a call when its model has finished. */
export interface CallNote {
  requestId: string;
  model: string;
  status: number;
  errorType: string | null;
  charged: boolean | null;
  creditsUsed: string | null;
  holdCents: number;
}

/** Returns the records of all calls that reached a model, in the order in which they finished. */
export function recordedCalls(surface: Surface): CallNote[] {
  return surface
    .logLines()
    .map((line) => JSON.parse(line) as CallNote & { message?: string; msg?: string })
    .filter(({ message, msg }) => (message ?? msg) === 'A model call finished');
}

/** Waits until `count` calls have finished. */
export async function callsAfter(surface: Surface, count: number): Promise<CallNote[]> {
  for (let tries = 0; tries < 100 && recordedCalls(surface).length < count; tries += 1) await surface.pass(50);
  expect(recordedCalls(surface)).toHaveLength(count);
  return recordedCalls(surface);
}
