import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import type { OutboxEntry } from './outbox-entry';
import { KEY_LIFETIME_MS, type LookOutcome, type SendOutcome } from './outbox-machine';
import { BrowserWorld } from '../testing/browser-world';
import { createOutboxRunner, type OutboxRunner } from './outbox-runner';
import { FaultySurface, LOOK_FAULTS, SEND_FAULTS, type LookFault, type SendFault } from './testing/faulty-surface';

/**
 * The promise of the outbox, with the real runner in a browser of several tabs: for any sequence of faults one click makes
 * at most one job, and no state on the screen claims more than is known.
 */

const stepOf = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('press' as const), tab: fc.nat(2) }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 3000, 30_000, 90_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(2 * KEY_LIFETIME_MS) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('kill_tab' as const), tab: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open_tab' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('deliver_late', 'surface_down', 'surface_up') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('disk_full', 'disk_free') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      tab: fc.nat(2),
      entry: fc.nat(3),
      event: fc.constantFrom('user_cancel' as const, 'user_look_again' as const, 'user_ask' as const),
    }),
  },
);
type Step = typeof stepOf extends fc.Arbitrary<infer T> ? T : never;

/** What happens to the requests, one after the other; then nothing more goes wrong. */
const plan = fc.record({
  lists: fc.boolean(),
  sends: fc.array(fc.constantFrom(...SEND_FAULTS), { maxLength: 12 }),
  looks: fc.array(fc.constantFrom(...LOOK_FAULTS), { maxLength: 8 }),
  /** A request takes its time, in which tabs are killed and the user clicks. */
  isSlow: fc.array(fc.boolean(), { maxLength: 12 }),
  steps: fc.array(stepOf, { minLength: 1, maxLength: 25 }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

class Story {
  readonly surface: FaultySurface;
  readonly world: BrowserWorld<OutboxEntry, OutboxRunner>;
  /** Acts of submitting that the browser took: the outbox ids. */
  readonly pressed: string[] = [];
  readonly canceled = new Set<string>();
  private readonly falsehoods: string[] = [];
  private readonly sends: SendFault[];
  private readonly looks: LookFault[];
  private readonly isSlow: boolean[];
  private answers: (() => void)[] = [];

  constructor({ lists, sends, looks, isSlow }: Plan) {
    this.surface = new FaultySurface(lists);
    this.sends = [...sends];
    this.looks = [...looks];
    this.isSlow = [...isSlow];
    this.world = new BrowserWorld((tab) =>
      createOutboxRunner({
        storage: { isDurable: true, read: tab.read, write: tab.write, all: async () => [...this.world.disk.values()] },
        now: tab.now,
        send: (entry) => tab.outside(() => this.send(entry)),
        look: (entry) => tab.outside(() => this.look(entry)),
        withLock: tab.withLock,
        sleepUntil: tab.sleepUntil,
        onChange: (entry) => {
          if (tab.show(entry)) this.judge(entry);
        },
      }),
    );
  }

  private async send({ id, key }: OutboxEntry): Promise<SendOutcome> {
    await this.way();
    return this.surface.send({ key, outboxId: id }, this.sends.shift() ?? 'none', this.world.now);
  }

  private async look({ id }: OutboxEntry): Promise<LookOutcome> {
    await this.way();
    return this.surface.look(id, this.looks.shift() ?? 'none');
  }

  async take(step: Step): Promise<void> {
    const { world, surface } = this;
    switch (step.do) {
      case 'press':
        return this.press(step.tab);
      case 'pass':
        await this.answerAll();
        return world.pass(step.ms);
      case 'kill_tab':
        return world.killTab(step.tab);
      case 'open_tab':
        return world.openTab();
      case 'deliver_late':
        return surface.deliverLate();
      case 'surface_down':
        surface.isDown = true;
        return undefined;
      case 'surface_up':
        return surface.restart();
      case 'disk_full':
      case 'disk_free':
        world.isDiskFull = step.do === 'disk_full';
        return undefined;
      case 'act': {
        const id = this.pressed[step.entry % Math.max(1, this.pressed.length)];
        if (id === undefined) return undefined;
        const event = { kind: step.event };
        return world.act(
          step.tab,
          (runner) => runner.act(id, event),
          (runner) => runner.actIfHeld(id, event),
        );
      }
    }
  }

  /** Nothing goes wrong any more, and time passes. */
  async calmDown(): Promise<void> {
    this.sends.length = 0;
    this.looks.length = 0;
    this.isSlow.length = 0;
    this.world.isDiskFull = false;
    this.surface.restart();
    for (let turn = 0; turn < 12; turn += 1) {
      await this.answerAll();
      await this.world.pass(60_000);
    }
  }

  /** What is wrong so far: nothing, if the promise holds. */
  wrongs(): string[] {
    const { surface, pressed, canceled, falsehoods } = this;
    const twice = pressed.filter((id) => surface.jobsOf(id).length > 1);
    const notCanceled = pressed.filter((id) => canceled.has(id) && surface.jobsOf(id).length > 0);
    const unasked = surface.jobs.filter(({ outboxId }) => !pressed.includes(outboxId));
    return [
      ...falsehoods,
      ...twice.map((id) => `${id} made two jobs`),
      ...notCanceled.map((id) => `${id} was shown as canceled, and made a job`),
      ...unasked.map(({ id }) => `${id} was made by no click`),
    ];
  }

  /** How a run ended as the disk has it, where that is not how it ended on the surface. */
  untold(id: string): string[] {
    const state = this.world.disk.get(id)?.state;
    const jobs = this.surface.jobsOf(id).join();
    const isTold =
      state?.name === 'submitted'
        ? state.jobId === jobs
        : state?.name === 'unsettled'
          ? state.why === 'taken_but_not_listed' || state.why === 'check_refused'
          : state?.name === 'refused' && jobs === '';
    return isTold ? [] : [`${id} is ${state?.name}, with the jobs ${jobs}`];
  }

  /** What a screen shows is true when it is shown. */
  private judge({ id, state }: OutboxEntry): void {
    const jobs = this.surface.jobsOf(id);
    const claimed = state.name === 'submitted' ? [state.jobId] : state.name === 'refused' ? [] : jobs;
    if (claimed.join() !== jobs.join()) this.falsehoods.push(`${state.name} ${claimed.join()}, not ${jobs.join()}`);
    if (state.name === 'canceled') this.canceled.add(id);
  }

  private async press(tab: number): Promise<void> {
    const id = `entry-${this.pressed.length + 1}`;
    const entry: OutboxEntry = {
      id,
      surfaceId: 'local',
      key: `key-${id}`,
      createdAt: this.world.now,
      title: id,
      draftId: null,
      workflowText: '{}',
      graphFingerprint: 'f',
      labels: {},
      firstSentAt: null,
      state: { name: 'pending', isProbe: false },
      isDismissed: false,
    };
    if (await this.world.press(tab, (runner) => runner.add(entry))) this.pressed.push(id);
  }

  private way(): Promise<void> {
    if (!this.isSlow.shift()) return Promise.resolve();
    return new Promise((resolve) => this.answers.push(resolve));
  }

  /** No request is under way for long: it has an end of its own after 90 seconds. */
  private async answerAll(): Promise<void> {
    while (this.answers.length > 0) {
      const { answers } = this;
      this.answers = [];
      for (const answer of answers) answer();
      await this.world.pass(0);
    }
  }
}

describe('the outbox in a browser where everything fails', () => {
  it('makes at most one job for each click, and shows nothing that is not known', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (scenario) => {
        const story = new Story(scenario);
        await story.world.openTab();
        for (const step of scenario.steps) {
          await story.take(step);
          expect(story.wrongs()).toEqual([]);
        }
        await story.calmDown();
        expect(story.wrongs()).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });

  it('finds out by itself what became of each run, once nothing fails any more and the surface lists', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (scenario) => {
        const story = new Story({ ...scenario, lists: true });
        await story.world.openTab();
        for (const step of scenario.steps) {
          // Faults only: what the user stops, and what lies longer than its key lives, may stay open.
          if (step.do !== 'act' && !(step.do === 'pass' && step.ms > 90_000)) await story.take(step);
        }
        await story.calmDown();
        expect(story.pressed.flatMap((id) => story.untold(id))).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });
});
