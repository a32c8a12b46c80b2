import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryDeps, type MemoryDeps } from '../testing/memory-deps';
import { CallRecords } from './call-records';
import { LiveCall } from './live-call';
import type { RouterModel } from './model-source';

let deps: MemoryDeps;
let records: CallRecords;

beforeEach(async () => {
  deps = await createMemoryDeps();
  records = new CallRecords(deps);
});

const identity = { method: 'POST', target: '/v2/models/p/m', bodyHash: 'ff' };

function begin(id: string, facts: Partial<RouterModel> = {}): LiveCall {
  const model = { provider: 'p', model: 'm', chargesOnPolicyRejection: 'no', ...facts } as RouterModel;
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
  return new LiveCall(call);
}

const keyState = (id: string) => deps.store.router.key('local', id)?.state ?? 'free';

describe('after a kill', () => {
  it('the key of a call that no provider had taken is free, and nothing was charged', () => {
    begin('a');
    records.recover();
    expect(keyState('a')).toBe('free');
    expect(deps.store.router.call('a')).toMatchObject({ status: 500, bucket: 'internal_error', charged: false });
  });

  it('R-4.49 the key of one that was taken stays used, and nobody knows whether it was charged', async () => {
    await records.accepted(begin('a'));
    records.recover();
    expect(keyState('a')).toBe('running');
    expect(deps.store.router.call('a')).toMatchObject({ status: 500, bucket: 'internal_error', charged: null });
  });

  it('the key of a model that costs nothing is free wherever it was', async () => {
    await records.accepted(begin('a', { isFree: true, isRepeatable: true }));
    records.recover();
    expect(keyState('a')).toBe('free');
    expect(deps.store.router.call('a')?.charged).toBe(false);
  });
});

describe('a call that was let go', () => {
  it('does not take the key from the one that has it now', async () => {
    const first = begin('a');
    deps.store.router.removeKey('local', 'a');
    deps.store.router.insertKey({
      ...identity,
      owner: 'local',
      key: 'a',
      claimedAt: 1,
      callId: 'another',
      state: 'begun',
      answer: null,
    });
    await records.accepted(first);
    expect(keyState('a')).toBe('begun');
  });
});

describe('what is charged', () => {
  const answer = { contentType: 'application/json' };

  it('is what a provider made', () => {
    expect(records.answered(begin('a'), answer, null)?.charged).toBe(true);
  });

  it('is nothing of a model that costs nothing, however its call ends', () => {
    expect(records.answered(begin('a', { isFree: true, isRepeatable: true }), answer, null)?.charged).toBe(false);
    expect(records.abandoned(begin('b', { isFree: true, isRepeatable: true }), { isMade: true })?.charged).toBe(false);
  });
});
