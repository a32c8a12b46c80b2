import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryDeps, type MemoryDeps } from '../../testing/memory-deps';
import { CallRecords } from './call-records';
import { ActiveCall } from './active-call';
import type { RouterModel } from '../model-source';

let deps: MemoryDeps;
let records: CallRecords;

beforeEach(async () => {
  deps = await createMemoryDeps();
  records = new CallRecords(deps);
});

const identity = { method: 'POST', target: '/v2/models/p/m', bodyHash: 'ff' };

function begin(id: string, details: Partial<RouterModel> = {}): ActiveCall {
  const model = { provider: 'p', model: 'm', chargesOnPolicyRejection: 'no', ...details } as RouterModel;
  const call = {
    id,
    owner: 'local',
    modelId: 'p/m',
    model,
    key: id,
    idempotencyKey: id,
    startedAt: 0,
    holdCents: 0,
    origin: '',
  };
  records.begin(call, identity);
  return new ActiveCall(call);
}

const keyState = (id: string) => deps.store.router.key('local', id)?.state ?? 'free';

describe('after a kill', () => {
  it('frees the key of a call that no provider had accepted, and charges nothing', () => {
    begin('a');
    records.recover();
    expect(keyState('a')).toBe('free');
    expect(deps.store.router.call('a')).toMatchObject({ status: 500, bucket: 'internal_error', charged: false });
  });

  it('R-4.49 retains the key of an accepted call, with an unknown charge', async () => {
    await records.accepted(begin('a'));
    records.recover();
    expect(keyState('a')).toBe('running');
    expect(deps.store.router.call('a')).toMatchObject({ status: 500, bucket: 'internal_error', charged: null });
  });

  it('frees the key of a free model at any stage of the call', async () => {
    await records.accepted(begin('a', { isFree: true, isRepeatable: true }));
    records.recover();
    expect(keyState('a')).toBe('free');
    expect(deps.store.router.call('a')?.charged).toBe(false);
  });
});

describe('an abandoned call', () => {
  it('does not remove the key from the call that holds it now', async () => {
    const first = begin('a');
    deps.store.router.removeKey('local', 'a');
    deps.store.router.insertKey({
      ...identity,
      owner: 'local',
      key: 'a',
      claimedAt: 1,
      callId: 'another',
      state: 'begun',
      response: null,
    });
    await records.accepted(first);
    expect(keyState('a')).toBe('begun');
  });
});

describe('charges', () => {
  const response = { contentType: 'application/json' };

  it('include successful calls', () => {
    expect(records.answered(begin('a'), response, null)?.charged).toBe(true);
  });

  it('exclude all calls of a free model, with any outcome', () => {
    expect(records.answered(begin('a', { isFree: true, isRepeatable: true }), response, null)?.charged).toBe(false);
    expect(records.abandoned(begin('b', { isFree: true, isRepeatable: true }), { isMade: true })?.charged).toBe(false);
  });
});
