import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { BrowserWorld } from '../testing/browser-world';
import { KEY_LIFETIME_MS, type RunEvent, type SendOutcome } from './run-machine';
import type { RunRecord } from './run-record';
import { createRunRunner, type RunRunner } from './run-runner';
import { FaultyRouter, RUN_FAULTS, type RunFault } from './testing/faulty-router';
import { makeRun } from './testing/run-fixture';

/**
 * The promise of a run, with the real runner in a browser of several tabs: for any sequence of faults one click is at
 * most one paid call, and no state on the screen claims more than is known.
 */

const CLICKS = ['user_stop', 'user_ask', 'user_send', 'own_call_ended'] as const;

const stepOf = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('press' as const), tab: fc.nat(2) }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 3000, 30_000, 90_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(2 * KEY_LIFETIME_MS) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('kill_tab' as const), tab: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open_tab' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deliver_late' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('disk_full', 'disk_free') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      tab: fc.nat(2),
      run: fc.nat(3),
      event: fc.constantFrom(...CLICKS),
    }),
  },
);
type Step = typeof stepOf extends fc.Arbitrary<infer T> ? T : never;

const plan = fc.record({
  sends: fc.array(fc.constantFrom(...RUN_FAULTS), { maxLength: 14 }),
  isSlow: fc.array(fc.boolean(), { maxLength: 12 }),
  steps: fc.array(stepOf, { minLength: 1, maxLength: 25 }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

class Story {
  readonly router = new FaultyRouter();
  readonly world: BrowserWorld<RunRecord, RunRunner>;
  readonly pressed: string[] = [];
  private readonly falsehoods: string[] = [];
  private readonly sends: RunFault[];
  private readonly isSlow: boolean[];
  private answers: (() => void)[] = [];

  constructor({ sends, isSlow }: Plan) {
    this.sends = [...sends];
    this.isSlow = [...isSlow];
    this.world = new BrowserWorld((tab) =>
      createRunRunner({
        storage: { read: tab.read, write: tab.write, add: tab.write, amend: async () => null },
        now: tab.now,
        send: (run, signal) => tab.outside(() => this.send(run, signal)),
        withConnection: (_run, _signal, work) => work(),
        withLock: tab.withLock,
        sleepUntil: tab.sleepUntil,
        knowsItsCalls: () => false,
        hasOtherCalls: () => false,
        onChange: (run) => {
          if (tab.show(run)) this.judge(run);
        },
        onStage: () => {},
        onUnkeptResult: () => {},
      }),
    );
  }

  async take(step: Step): Promise<void> {
    const { world } = this;
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
        return this.router.deliverLate();
      case 'disk_full':
      case 'disk_free':
        world.isDiskFull = step.do === 'disk_full';
        return undefined;
      case 'act': {
        const id = this.pressed[step.run % Math.max(1, this.pressed.length)];
        if (id === undefined) return undefined;
        const event: RunEvent = { kind: step.event };
        return world.act(
          step.tab,
          (runner) => runner.act(id, event),
          (runner) => runner.actIfHeld(id, event),
        );
      }
    }
  }

  /** What is wrong so far: nothing, if the promise holds. */
  wrongs(): string[] {
    const twice = this.pressed.filter((id) => this.router.paidOf(`key-${id}`) > 1);
    const unasked = this.router.paid.filter(({ key }) => !this.pressed.includes(key.slice('key-'.length)));
    return [
      ...this.falsehoods,
      ...twice.map((id) => `${id} was paid twice`),
      ...unasked.map(({ key }) => `${key} was paid without a click`),
    ];
  }

  /** Nothing goes wrong any more, and all that is open is asked for. @returns what never came to an end */
  async collectAll(): Promise<string[]> {
    this.sends.length = 0;
    this.isSlow.length = 0;
    this.world.isDiskFull = false;
    for (let turn = 0; turn < 6; turn += 1) {
      await this.answerAll();
      for (const { id } of this.world.disk.values()) {
        await this.world.act(
          0,
          (runner) => runner.act(id, { kind: 'user_ask' }),
          async () => {},
        );
      }
      await this.world.pass(60_000);
    }
    const isOpen = ({ state, firstSentAt }: RunRecord) =>
      state.name === 'collectable' && this.world.now < (firstSentAt ?? 0) + KEY_LIFETIME_MS / 2;
    return [...this.world.disk.values()].filter(isOpen).map(({ id }) => id);
  }

  private async send({ key }: RunRecord, signal: AbortSignal): Promise<{ outcome: SendOutcome }> {
    const outcome = this.router.send(key, this.sends.shift() ?? 'none', this.world.now);
    if (this.isSlow.shift()) {
      const isAborted = new Promise<boolean>((resolve) => {
        signal.addEventListener('abort', () => resolve(true));
      });
      const isAnswered = new Promise<boolean>((resolve) => this.answers.push(() => resolve(false)));
      if (await Promise.race([isAborted, isAnswered])) return { outcome: { kind: 'aborted' } };
    }
    return { outcome };
  }

  /** What a screen shows is true when it is shown. */
  private judge({ id, key, state }: RunRecord): void {
    const paid = this.router.paidOf(key);
    if (state.name === 'done' && paid !== 1) this.falsehoods.push(`${id} is done, and was paid ${paid} times`);
    if ((state.name === 'canceled' || state.name === 'not_sent') && paid > 0) {
      this.falsehoods.push(`${id} is ${state.name}, and was paid`);
    }
    const isRefused = state.name === 'failed' && ![409, 504].includes(state.failure.status);
    if (isRefused && paid > 0) this.falsehoods.push(`${id} failed with ${state.failure.rawBucket}, and was paid`);
  }

  private async press(tab: number): Promise<void> {
    const id = `run-${this.pressed.length + 1}`;
    const run = makeRun({ id, createdAt: this.world.now });
    if (await this.world.press(tab, (runner) => runner.add(run, '{}'))) this.pressed.push(id);
  }

  private async answerAll(): Promise<void> {
    while (this.answers.length > 0) {
      const { answers } = this;
      this.answers = [];
      for (const answer of answers) answer();
      await this.world.pass(0);
    }
  }
}

describe('runs in a browser where everything fails', () => {
  it('R-4.20 R-4.21 R-7.27 makes at most one paid call for each click, and shows nothing that is not known', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (scenario) => {
        const story = new Story(scenario);
        await story.world.openTab();
        for (const step of scenario.steps) {
          await story.take(step);
          expect(story.wrongs()).toEqual([]);
        }
        await story.collectAll();
        expect(story.wrongs()).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });

  it('R-4.50 R-4.55 finds out with the same key what became of each run, once nothing fails any more', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (scenario) => {
        const story = new Story(scenario);
        await story.world.openTab();
        for (const step of scenario.steps) if (!(step.do === 'pass' && step.ms > 90_000)) await story.take(step);
        expect(await story.collectAll()).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });
});
