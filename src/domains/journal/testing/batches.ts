import { fc } from '@contract/testing/properties';
import { createRunner } from '../runner';
import { batchMachine, type BatchEntry, type BatchEvent } from './batch-machine';
import { storyPlan, type Subject } from './fault-story';

const CELLS = 4;
const LIMIT = 2;

export const batchPlan = fc.record({
  /** Per stored submission: whether the browser had space for it. */
  rooms: fc.array(fc.boolean(), { maxLength: 8 }),
  story: storyPlan(['finish', 'finish_all']),
});
type BatchPlan = typeof batchPlan extends fc.Arbitrary<infer T> ? T : never;

export function makeBatches(faults: Omit<BatchPlan, 'story'>): Subject<BatchEntry, BatchEvent> {
  const rooms = [...faults.rooms];
  /** Ids of the submissions in the outbox, and the jobs created from them. */
  const submitted = new Set<string>();
  const running = new Set<string>();
  const jobs: string[] = [];
  let isCalm = false;

  const startCell = (id: string): boolean => {
    if (submitted.has(id)) return true;
    if (rooms.shift() === false) return false;
    submitted.add(id);
    jobs.push(id);
    running.add(id);
    return true;
  };
  const finish = (ids: Iterable<string>) => {
    for (const id of ids) running.delete(id);
  };
  const jobsOf = (cellId: string) => jobs.filter((id) => id === cellId).length;

  return {
    createRunner: (tab, { onChange, travel }) =>
      createRunner({
        ...tab.shared,
        machine: batchMachine,
        resumeEvent: () => ({ kind: 'resume' }),
        perform: (effect, { id, next, inFlight }) =>
          tab.outside(async (): Promise<{ event: BatchEvent }> => {
            await travel();
            if (effect === 'start') return { event: { kind: 'started', isStored: startCell(`${id}.${next}`) } };
            if (isCalm) finish(running);
            const finished = inFlight.filter((cell) => !running.has(`${id}.${cell}`));
            return { event: { kind: 'watched', finished } };
          }),
        onChange,
      }),
    makeEntry: (id, now) => ({
      id,
      createdAt: now,
      title: id,
      count: CELLS,
      limit: LIMIT,
      next: 0,
      inFlight: [],
      isPaused: false,
      state: { name: 'ready', until: now },
    }),
    clicks: [{ kind: 'user_pause' }, { kind: 'user_resume' }, { kind: 'user_stop' }],
    helps: { kind: 'user_resume' },
    amendment: { title: 'Amended' },
    meetFault: (fault) => finish(fault === 'finish_all' ? running : [...running].slice(0, 1)),
    endFaults() {
      rooms.length = 0;
      isCalm = true;
    },
    findFalsehoods({ id, next, count }) {
      const started = Array.from({ length: next }, (_, cell) => cell).filter((cell) => jobsOf(`${id}.${cell}`) !== 1);
      const unstarted = jobs.filter((job) => job.startsWith(`${id}.`) && Number(job.slice(id.length + 1)) > next);
      return [
        ...started.map((cell) => `${id}.${cell} is shown as started, and made ${jobsOf(`${id}.${cell}`)} jobs`),
        ...unstarted.map((job) => `${job} is shown as not started`),
        ...(next > count ? [`${id} went on after it was stopped`] : []),
      ];
    },
    findWrongs(pressed) {
      const tooMany = pressed.filter((id) => [...running].filter((job) => job.startsWith(`${id}.`)).length > LIMIT);
      return [
        ...jobs.filter((job, index) => jobs.indexOf(job) < index).map((job) => `${job} made two jobs`),
        ...jobs.filter((job) => !pressed.includes(job.split('.')[0] ?? '')).map((job) => `${job} comes from no click`),
        ...tooMany.map((id) => `${id} has more than ${LIMIT} jobs in flight`),
      ];
    },
    findUnreported({ id, next, count, inFlight }) {
      return next === count && inFlight.length === 0 ? [] : [`${id} ended before its cells did`];
    },
  };
}
