import { fc } from '@contract/testing/properties';
import { KEY_LIFETIME_MS } from '../../journal/key-age';
import { scenarioPlan, type Subject } from '../../journal/testing/fault-scenario';
import type { RunEvent } from '../run-machine';
import { isActiveRun, type RunRecord } from '../run-record';
import { createRunRunner, type RunParts } from '../run-journal';
import { FaultyRouter, RUN_FAULTS } from './faulty-router';
import { makeRun } from './run-fixture';

export const callPlan = fc.record({
  sends: fc.array(fc.constantFrom(...RUN_FAULTS), { maxLength: 14 }),
  story: scenarioPlan(['deliver_late']),
});
type CallPlan = typeof callPlan extends fc.Arbitrary<infer T> ? T : never;

export function makeCalls(faults: Omit<CallPlan, 'story'>): Subject<RunRecord, RunEvent, RunParts> {
  const router = new FaultyRouter();
  const sends = [...faults.sends];
  return {
    createRunner: (tab, { onChange, travel }) =>
      createRunRunner({
        ...tab.shared,
        send: ({ key }, signal) =>
          tab.outside(async () => {
            const outcome = router.send(key, sends.shift() ?? 'none', tab.shared.now());
            return (await travel(signal)) ? { outcome: { kind: 'aborted' } } : { outcome };
          }),
        withConnection: (_run, _signal, work) => work(),
        knowsItsCalls: () => false,
        hasOtherCalls: () => false,
        onChange,
        onUnsavedResult: () => {},
      }),
    makeEntry: (id, now) => makeRun({ id, createdAt: now }),
    parts: { body: '{}' },
    clicks: [{ kind: 'user_stop' }, { kind: 'user_ask' }, { kind: 'user_send' }, { kind: 'own_call_ended' }],
    helps: { kind: 'user_ask' },
    amendment: { isPinned: true },
    meetFault: () => router.deliverLate(),
    endFaults() {
      sends.length = 0;
    },
    findFalsehoods({ id, key, state }) {
      const paid = router.paidOf(key);
      if (state.name === 'done' && paid !== 1) return [`${id} is done, and was paid ${paid} times`];
      if ((state.name === 'canceled' || state.name === 'not_sent') && paid > 0) {
        return [`${id} is ${state.name}, and was paid`];
      }
      const isRefused = state.name === 'failed' && ![409, 504].includes(state.failure.status);
      return isRefused && paid > 0 ? [`${id} failed with ${state.failure.rawBucket}, and was paid`] : [];
    },
    findWrongs(pressed) {
      const twice = pressed.filter((id) => router.paidOf(`key-${id}`) > 1);
      const unasked = router.paid.filter(({ key }) => !pressed.includes(key.slice('key-'.length)));
      return [
        ...twice.map((id) => `${id} was paid twice`),
        ...unasked.map(({ key }) => `${key} was paid without a click`),
      ];
    },
    findUnreported(run, now) {
      const isOpen = run.state.name === 'collectable' && now < (run.firstSentAt ?? 0) + KEY_LIFETIME_MS / 2;
      return isOpen || isActiveRun(run) ? [`${run.id} is ${run.state.name}`] : [];
    },
  };
}
