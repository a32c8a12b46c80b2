import { describe, expect, it } from 'vitest';
import { probeApis, probeGraphs, untilReady } from './surface-probe.mjs';

const status = (engine: object) => Response.json({ engine });
const away = () => status({ isReady: false, waitingReason: 'ComfyUI does not respond at http://127.0.0.1:8188' });

/** @param responses responses to `/console/status`; the last one is repeated */
function surface(...responses: (() => Response)[]) {
  const printed: string[] = [];
  let pauses = 0;
  const send = () => Promise.resolve((responses.length > 1 ? responses.shift() : responses[0])?.() ?? Response.error());
  const pause = () => {
    pauses += 1;
    return Promise.resolve();
  };
  const ready = untilReady(send, { pause, print: (line) => printed.push(line) });
  return { ready, printed, pauses: () => pauses };
}

describe('npm run conformance', () => {
  it('waits until the engine of the gateway responds, and reports this once', async () => {
    const { ready, printed, pauses } = surface(away, away, () => status({ isReady: true }));
    expect(await ready).toBeNull();
    expect(pauses()).toBe(2);
    expect(printed).toEqual(['Waiting: ComfyUI does not respond at http://127.0.0.1:8188.']);
  });

  it('gives up after a while, with the reason', async () => {
    const { ready, pauses } = surface(away);
    expect(await ready).toBe('ComfyUI does not respond at http://127.0.0.1:8188');
    expect(pauses()).toBe(240);
  });

  it.each([
    ['a surface without that route', () => new Response('', { status: 404 })],
    ['a page in its place', () => new Response('<!doctype html>')],
    ['a gateway that is ready', () => status({ isReady: true })],
  ])('waits for nothing on %s', async (_, response) => {
    const { ready, printed } = surface(response);
    expect(await ready).toBeNull();
    expect(printed).toEqual([]);
  });

  it.each([
    ['a gateway', { jobs: 422, models: 200, session: 200 }, { hasJobs: true, hasModels: true, isGateway: true }],
    ['a server of jobs', { jobs: 422 }, { hasJobs: true, hasModels: false, isGateway: false }],
    ['a router', { models: 200, session: 401 }, { hasJobs: false, hasModels: true, isGateway: false }],
    ['a router behind a key', { models: 401 }, { hasJobs: false, needsCredential: true }],
    ['a server of jobs behind a key', { jobs: 401 }, { hasJobs: true, needsCredential: true }],
    ['both, of which it may use one', { jobs: 422, models: 401 }, { hasJobs: true, needsCredential: false }],
  ])('finds the APIs of %s', async (_, statuses: { jobs?: number; models?: number; session?: number }, found) => {
    const { jobs = 404, models = 404, session = 404 } = statuses;
    const send = (path: string) => {
      const status = path === '/api/v2/jobs' ? jobs : path.startsWith('/v2/') ? models : session;
      return Promise.resolve(new Response('{}', { status }));
    };
    expect(await probeApis(send)).toMatchObject(found);
  });

  const accepting =
    (...classes: string[]) =>
    (graph: object) =>
      Promise.resolve(classes.some((name) => JSON.stringify(graph).includes(`"${name}"`)));

  it.each([
    ['scripted graphs', ['ScriptText'], { hasScripts: true, long: null }],
    ['long graphs of the embedded engine', ['FlowdeckReactionDiffusion'], { hasScripts: false, long: {} }],
    ['neither', [], { hasScripts: false, long: null }],
    [
      'neither where unknown classes are accepted too',
      ['ConformanceUnknownClass', 'ScriptText', 'FlowdeckReactionDiffusion'],
      { hasScripts: false, long: null },
    ],
  ])('takes a surface for one that runs %s', async (_, classes, expected) => {
    expect(await probeGraphs(accepting(...classes))).toMatchObject(expected);
  });
});
