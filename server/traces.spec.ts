import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Logger } from './log';
import { logWithTraces, Traces } from './traces';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

function traceOf(header: string | null): string | null {
  const traces = new Traces(randomUUID);
  traces.beginRequest('r', header);
  return traces.traceparent('r');
}

describe('a traceparent', () => {
  test.each([
    ['of this version', `00-${ID}-${PARENT}-01`, '01'],
    ['that is not sampled', `00-${ID}-${PARENT}-00`, '00'],
    ['with flags of later versions, which are cleared', `00-${ID}-${PARENT}-ff`, '03'],
    ['of a later version', `01-${ID}-${PARENT}-01`, '01'],
    ['of a later version with more fields', `cc-${ID}-${PARENT}-01-what-the-future-holds`, '01'],
  ])('%s is continued', (_, header, flags) => {
    const [, version, traceId, spanId, given] = /^(..)-(.{32})-(.{16})-(..)$/.exec(traceOf(header) ?? '') ?? [];
    expect([version, traceId, given]).toEqual(['00', ID, flags]);
    expect(spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(spanId).not.toBe(PARENT);
  });

  test.each([
    ['none', null],
    ['empty', ''],
    ['with another length', `00-${ID}-${PARENT}-1`],
    ['with more fields', `00-${ID}-${PARENT}-01-more`],
    ['of the forbidden version', `ff-${ID}-${PARENT}-01`],
    ['of a later version with glued text', `01-${ID}-${PARENT}-01more`],
    ['in capitals', `00-${ID.toUpperCase()}-${PARENT}-01`],
    ['with a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['with a parent of zeros', `00-${ID}-${'0'.repeat(16)}-01`],
    ['that is sent twice', `00-${ID}-${PARENT}-01, 00-${ID}-${PARENT}-01`],
  ])('%s is ignored', (_, header) => {
    expect(traceOf(header)).toBeNull();
  });
});

describe('a trace', () => {
  test('lasts until its request, job and call have ended', () => {
    const traces = new Traces(randomUUID);
    traces.beginRequest('r', `00-${ID}-${PARENT}-01`);
    traces.beginJob('j', 'r');
    traces.beginCall('r');
    const ofCall = traces.traceparent('r');
    traces.endRequest('r');
    expect(traces.traceparent('r')).toBe(ofCall);
    traces.endWork('r');
    expect(traces.traceparent('r')).toBeNull();
    expect(traces.fieldsOf('j')).toMatchObject({ traceId: ID });
    traces.endWork('j');
    expect(traces.fieldsOf('j')).toEqual({});
  });

  test('of a job or call without one is not begun', () => {
    const traces = new Traces(randomUUID);
    traces.beginRequest('r', null);
    traces.beginJob('j', 'r');
    traces.beginCall('r');
    expect([traces.traceparent('r'), traces.traceparent('j')]).toEqual([null, null]);
  });

  test('of work that never ends is forgotten once there are too many', () => {
    const traces = new Traces(randomUUID);
    traces.beginRequest('r', `00-${ID}-${PARENT}-01`);
    for (let job = 0; job <= 10_000; job += 1) traces.beginJob(`j${job}`, 'r');
    expect(traces.traceparent('j0')).toBeNull();
    expect(traces.traceparent('j1')).not.toBeNull();
    expect(traces.traceparent('j10000')).not.toBeNull();
  });

  test('is in all log lines of its job or request, and in no others', () => {
    const traces = new Traces(() => '11112222-3333-4444-8555-666677778888');
    const lines: Record<string, unknown>[] = [];
    const note = (fields: Record<string, unknown>) => void lines.push(fields);
    const plain: Logger = { info: note, warn: note, error: note };
    const log = logWithTraces(plain, traces);
    traces.beginRequest('r', `00-${ID}-${PARENT}-01`);
    log.info({ requestId: 'r' }, 'A');
    log.warn({ jobId: 'j' }, 'B');
    log.error({ path: 'r' }, 'C');
    const spanId = '1111222233334444';
    expect(lines).toEqual([{ requestId: 'r', traceId: ID, spanId }, { jobId: 'j' }, { path: 'r' }]);
  });
});
