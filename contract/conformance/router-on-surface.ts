import { expect } from 'vitest';
import { readResponseHeaders, type RouterResponseDetails } from '../router/headers';
import { modelPath } from '../router/model-id';
import type { ModelPage } from '../router/schemas';
import type { FieldFault } from '../router/validation-error';
import type { Surface } from './surface';

export const ECHO = 'scripted/echo';

/** One run. A body that is text goes as it is. */
export function run(
  surface: Surface,
  model: string,
  body: string | object = {},
  headers: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Response> {
  if (!surface.hasScripts) surface.notOffered('it has none of the models of the tests');
  return surface.fetch(modelPath(model), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
}

/** A run that needs the surface to work for a while before it is answered. */
export async function runFor(
  surface: Surface,
  ms: number,
  ...args: [model: string, body?: string | object, headers?: Record<string, string>]
): Promise<Response> {
  const { clock } = surface;
  const timers = clock?.pending ?? 0;
  const call = { isOver: false };
  const pending = run(surface, ...args);
  // It may end before the time is over.
  const end = () => {
    call.isOver = true;
  };
  pending.then(end, end);
  // The hash of its body takes true time: a clock that stands still must not go on before the call waits by it.
  const isOnItsWay = () => clock !== null && !call.isOver && clock.pending <= timers;
  for (let turn = 0; isOnItsWay() && turn < MOST_TURNS; turn += 1) await nextMillisecond();
  await surface.pass(ms);
  return pending;
}

/** A run that its model has begun with. Only in memory that can be seen; over HTTP it is given the time. */
export async function begunRun(
  surface: Surface,
  ...args: [model: string, body: object, headers?: Record<string, string>, init?: RequestInit]
): Promise<{ end: Promise<Response | null> }> {
  const received = () => surface.models?.received.length ?? 0;
  const before = received();
  const end = run(surface, ...args).catch(() => null);
  if (surface.models) for (let turn = 0; received() === before && turn < MOST_TURNS; turn += 1) await nextMillisecond();
  await surface.pass(1000);
  return { end };
}

/** Lets time pass until the answer is there. */
export async function passUntil<T>(surface: Surface, answer: Promise<T>): Promise<T> {
  const wait = { isOver: false };
  const end = () => {
    wait.isOver = true;
  };
  answer.then(end, end);
  while (!wait.isOver) await surface.pass(100);
  return answer;
}

const MOST_TURNS = 2000;

function nextMillisecond(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
}

/** How a run ends for a caller who may hang up, or be hung up on. */
export function endOf(response: Promise<Response>): Promise<'answered' | 'gone'> {
  return response
    .then((answer) => answer.arrayBuffer())
    .then(
      () => 'answered',
      () => 'gone',
    );
}

/** A call that stays in flight until its caller hangs up, however slow the machine is. */
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

/** Asks until the answer is as expected, and gives the last one. */
export async function until<T>(surface: Surface, ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  let answer = await ask();
  for (let tries = 0; tries < 100 && !isSo(answer); tries += 1) {
    await surface.pass(50);
    answer = await ask();
  }
  return answer;
}

export const withKey = (key: string) => ({ 'idempotency-key': key });

export interface Refusal extends RouterResponseDetails {
  status: number;
  /** Empty on a 422. */
  detail: string;
  faults: FieldFault[];
}

export async function rejectionOf(response: Response): Promise<Refusal> {
  const { detail } = (await response.json()) as { detail: string | FieldFault[] };
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

/** All pages from the first on. */
export async function walk(surface: Surface, limit: number): Promise<ModelPage[]> {
  const pages: ModelPage[] = [];
  for (let cursor = ''; ;) {
    const page = await pageAt(surface, `?limit=${limit}${cursor}`);
    pages.push(page);
    if (!page.has_more) return pages;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor ?? '')}`;
  }
}

/** What the gateway notes of a call once its model has ended. */
export interface CallNote {
  requestId: string;
  model: string;
  status: number;
  errorType: string | null;
  charged: boolean | null;
  creditsUsed: string | null;
  holdCents: number;
}

/** Of every call whose model was set to work, in the order of their ends. */
export function notedCalls(surface: Surface): CallNote[] {
  return surface
    .logLines()
    .map((line) => JSON.parse(line) as CallNote & { message?: string; msg?: string })
    .filter(({ message, msg }) => (message ?? msg) === 'A model call finished');
}

/** Waits until so many calls have ended. */
export async function notedAfter(surface: Surface, count: number): Promise<CallNote[]> {
  for (let tries = 0; tries < 100 && notedCalls(surface).length < count; tries += 1) await surface.pass(50);
  expect(notedCalls(surface)).toHaveLength(count);
  return notedCalls(surface);
}
