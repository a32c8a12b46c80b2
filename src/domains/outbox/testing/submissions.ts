import { fc } from '@contract/testing/properties';
import { scenarioPlan, type Subject } from '../../journal/testing/fault-scenario';
import type { OutboxEntry } from '../outbox-entry';
import type { OutboxEvent } from '../outbox-machine';
import { createOutboxRunner } from '../outbox-journal';
import { FaultySurface, LOOKUP_FAULTS, SEND_FAULTS } from './faulty-surface';

/** Outcomes of the requests in order; after them nothing fails. */
export const submissionPlan = fc.record({
  lists: fc.boolean(),
  sends: fc.array(fc.constantFrom(...SEND_FAULTS), { maxLength: 12 }),
  looks: fc.array(fc.constantFrom(...LOOKUP_FAULTS), { maxLength: 8 }),
  story: scenarioPlan(['deliver_late', 'surface_down', 'surface_up']),
});
type SubmissionPlan = typeof submissionPlan extends fc.Arbitrary<infer T> ? T : never;

/** @param isStarted as cells of a batch: stored together with the start of their first request */
export function makeSubmissions(
  { lists, ...faults }: Omit<SubmissionPlan, 'story'>,
  isStarted = false,
): Subject<OutboxEntry, OutboxEvent> {
  const surface = new FaultySurface(lists);
  const sends = [...faults.sends];
  const looks = [...faults.looks];
  const canceled = new Set<string>();
  return {
    createRunner(tab, { onChange, travel }) {
      const runner = createOutboxRunner({
        ...tab.shared,
        send: ({ id, key }) =>
          tab.outside(async () => {
            await travel();
            return surface.send({ key, outboxId: id }, sends.shift() ?? 'none', tab.shared.now());
          }),
        look: ({ id }) =>
          tab.outside(async () => {
            await travel();
            return surface.look(id, looks.shift() ?? 'none');
          }),
        onChange,
      });
      return isStarted ? { ...runner, add: runner.addStarted } : runner;
    },
    makeEntry: (id, now) => ({
      id,
      surfaceId: 'local',
      key: `key-${id}`,
      createdAt: now,
      title: id,
      draftId: null,
      workflowText: '{}',
      graphFingerprint: 'f',
      labels: {},
      firstSentAt: null,
      state: { name: 'pending', isProbe: false },
      isDismissed: false,
    }),
    clicks: [{ kind: 'user_cancel' }, { kind: 'user_look_again' }, { kind: 'user_ask' }],
    amendment: { title: 'Amended' },
    meetFault(fault) {
      if (fault === 'deliver_late') surface.deliverLate();
      else if (fault === 'surface_down') surface.isDown = true;
      else surface.restart();
    },
    endFaults() {
      sends.length = 0;
      looks.length = 0;
      surface.restart();
    },
    findFalsehoods({ id, state }) {
      if (state.name === 'canceled') canceled.add(id);
      const jobs = surface.jobsOf(id);
      const claimed = state.name === 'submitted' ? [state.jobId] : state.name === 'refused' ? [] : jobs;
      return claimed.join() === jobs.join() ? [] : [`${state.name} ${claimed.join()}, not ${jobs.join()}`];
    },
    findWrongs(pressed) {
      const twice = pressed.filter((id) => surface.jobsOf(id).length > 1);
      const notCanceled = pressed.filter((id) => canceled.has(id) && surface.jobsOf(id).length > 0);
      const unasked = surface.jobs.filter(({ outboxId }) => !pressed.includes(outboxId));
      return [
        ...twice.map((id) => `${id} made two jobs`),
        ...notCanceled.map((id) => `${id} was shown as canceled, and made a job`),
        ...unasked.map(({ id }) => `${id} was made by no click`),
      ];
    },
    findUnreported({ id, state }) {
      const jobs = surface.jobsOf(id).join();
      const isReported =
        state.name === 'submitted'
          ? state.jobId === jobs
          : state.name === 'unsettled'
            ? state.why === 'taken_but_not_listed' || state.why === 'check_refused'
            : state.name === 'refused' && jobs === '';
      return isReported ? [] : [`${id} is ${state.name}, with the jobs ${jobs}`];
    },
  };
}
