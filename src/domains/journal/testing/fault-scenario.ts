import { fc } from '@contract/testing/properties';
import { expect } from 'vitest';
import { KEY_LIFETIME_MS } from '../key-age';
import type { JournalEntry } from '../machine';
import type { Runner } from '../runner';
import { BrowserWorld, type TabWorld } from './browser-world';

/** Steps common to all scenarios: clicks, time, opened and killed tabs, a full disk, and remote faults. */
export type Step =
  | { do: 'press' | 'kill_tab'; tab: number }
  | { do: 'pass'; ms: number }
  | { do: 'open_tab' | 'disk_full' | 'disk_free' }
  /** Name of a remote fault, or of its end. */
  | { do: 'remote'; fault: string }
  | { do: 'act'; tab: number; entry: number; click: number }
  | { do: 'amend'; tab: number; entry: number };

export interface ScenarioPlan {
  /** Per request: whether it is slow, so that tabs are killed and the user clicks meanwhile. */
  isSlow: boolean[];
  steps: Step[];
}

const tab = fc.nat(2);

export function scenarioPlan(remoteFaults: readonly string[]): fc.Arbitrary<ScenarioPlan> {
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('press' as const), tab }) },
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 3000, 30_000, 90_000) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(2 * KEY_LIFETIME_MS) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('kill_tab' as const), tab }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('open_tab' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('remote' as const), fault: fc.constantFrom(...remoteFaults) }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('disk_full' as const, 'disk_free' as const) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('act' as const),
        tab,
        entry: fc.nat(3),
        click: fc.nat(6),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('amend' as const), tab, entry: fc.nat(3) }) },
  );
  return fc.record({
    isSlow: fc.array(fc.boolean(), { maxLength: 12 }),
    steps: fc.array(step, { minLength: 1, maxLength: 25 }),
  });
}

/** One kind of act: how its entries are driven, their remote effects, and their invariants. */
export interface Subject<Entry extends JournalEntry, Event, Parts = never> {
  createRunner: (tab: TabWorld<Entry>, story: StoryHooks<Entry>) => Runner<Entry, Event, Parts>;
  makeEntry: (id: string, now: number) => Entry;
  parts?: Parts;
  clicks: readonly Event[];
  /** A click that makes progress once nothing fails anymore. */
  helps?: Event;
  /** A change that no state depends on. */
  amendment: Partial<Entry>;
  meetFault: (fault: string) => void;
  endFaults: () => void;
  /** Returns the false claims of a displayed entry. */
  findFalsehoods: (entry: Entry) => string[];
  /** Returns the violations on the remote side, given the clicks that were stored. */
  findWrongs: (pressed: readonly string[]) => string[];
  /** Returns the outcomes that a stored entry fails to report. */
  findUnreported: (entry: Entry, now: number) => string[];
}

interface StoryHooks<Entry> {
  onChange: (entry: Entry) => void;
  /** Simulates the latency of a request or response. Resolves with true if it was aborted. */
  travel: (signal?: AbortSignal) => Promise<boolean>;
}

/** Scenario of a journal with its real runner, in a browser with several tabs where everything may fail. */
export class FaultScenario<Entry extends JournalEntry, Event, Parts = never> {
  readonly world: BrowserWorld<Entry, Event, Parts>;
  /** Ids of the clicks that were stored. */
  readonly #pressed: string[] = [];
  readonly #amended = new Set<string>();
  readonly #falsehoods: string[] = [];
  readonly #subject: Subject<Entry, Event, Parts>;
  #isSlow: boolean[];
  #arrivals: (() => void)[] = [];

  constructor(subject: Subject<Entry, Event, Parts>, { isSlow }: ScenarioPlan) {
    this.#subject = subject;
    this.#isSlow = [...isSlow];
    this.world = new BrowserWorld((tab) =>
      subject.createRunner(tab, {
        onChange: (entry) => {
          if (tab.show(entry)) this.#falsehoods.push(...subject.findFalsehoods(entry));
        },
        travel: (signal) => this.#travel(signal),
      }),
    );
  }

  async take(step: Step): Promise<void> {
    const { world } = this;
    switch (step.do) {
      case 'press':
        return this.#press(step.tab);
      case 'pass':
        await this.#arriveAll();
        return world.pass(step.ms);
      case 'kill_tab':
        return world.killTab(step.tab);
      case 'open_tab':
        return world.openTab();
      case 'remote':
        return this.#subject.meetFault(step.fault);
      case 'disk_full':
      case 'disk_free':
        world.isDiskFull = step.do === 'disk_full';
        return undefined;
      case 'act':
        return this.#act(step);
      case 'amend':
        return this.#amend(step);
    }
  }

  /** Returns the violations so far; empty if the promise holds. */
  wrongs(): string[] {
    return [...this.#falsehoods, ...this.#subject.findWrongs(this.#pressed)];
  }

  /** Ends all faults and lets time pass. */
  async calmDown(): Promise<void> {
    const { helps } = this.#subject;
    this.#subject.endFaults();
    this.#isSlow = [];
    this.world.isDiskFull = false;
    for (let turn = 0; turn < 12; turn += 1) {
      await this.#arriveAll();
      if (helps) for (const id of this.#pressed) await this.world.act(0, id, helps);
      await this.world.pass(60_000);
    }
  }

  /** Returns stored entries that were lost, and outcomes that stay unknown. */
  untold(): string[] {
    const entries = [...this.world.disk.values()];
    return entries.flatMap((entry) => this.#subject.findUnreported(entry, this.world.now));
  }

  lostAmendments(): string[] {
    const fields = Object.entries(this.#subject.amendment);
    return [...this.#amended].filter((id) => {
      const stored = new Map(Object.entries(this.world.disk.get(id) ?? {}));
      return fields.some(([name, value]) => stored.get(name) !== value);
    });
  }

  async #press(tabIndex: number): Promise<void> {
    const id = `entry-${this.#pressed.length + 1}`;
    const { makeEntry, parts } = this.#subject;
    if (await this.world.press(tabIndex, makeEntry(id, this.world.now), parts)) this.#pressed.push(id);
  }

  async #act({ tab: tabIndex, entry, click }: Extract<Step, { do: 'act' }>): Promise<void> {
    const { clicks } = this.#subject;
    const id = this.#pressed[entry % Math.max(1, this.#pressed.length)];
    const event = clicks[click % clicks.length];
    if (id !== undefined && event !== undefined) await this.world.act(tabIndex, id, event);
  }

  async #amend({ tab: tabIndex, entry }: Extract<Step, { do: 'amend' }>): Promise<void> {
    const id = this.#pressed[entry % Math.max(1, this.#pressed.length)];
    if (id !== undefined && (await this.world.amend(tabIndex, id, this.#subject.amendment))) this.#amended.add(id);
  }

  async #travel(signal?: AbortSignal): Promise<boolean> {
    if (!this.#isSlow.shift()) return signal?.aborted ?? false;
    return new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve(true));
      this.#arrivals.push(() => resolve(false));
    });
  }

  /** Completes all requests in flight: each request times out after 90 seconds. */
  async #arriveAll(): Promise<void> {
    while (this.#arrivals.length > 0) {
      const arrivals = this.#arrivals;
      this.#arrivals = [];
      for (const arrive of arrivals) arrive();
      await this.world.pass(0);
    }
  }
}

/** Plays all steps. Checks after each step and after the faults end that no act happened twice and no state claims too much. */
export async function expectAtMostOnce<Entry extends JournalEntry, Event, Parts>(
  story: FaultScenario<Entry, Event, Parts>,
  steps: readonly Step[],
): Promise<void> {
  await story.world.openTab();
  for (const step of steps) {
    await story.take(step);
    expect(story.wrongs()).toEqual([]);
  }
  await story.calmDown();
  expect(story.wrongs()).toEqual([]);
  expect(story.lostAmendments()).toEqual([]);
}
