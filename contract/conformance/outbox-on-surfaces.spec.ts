import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fc, runs } from '@contract/testing/properties';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import type { LookupOutcome, OutboxEvent, SendOutcome } from '@/domains/outbox/outbox-machine';
import type * as runnerModule from '@/domains/outbox/outbox-journal';
import type * as postJob from '@/domains/outbox/post-job';
import { LOOKUP_FAULTS, type LookupFault } from '@/domains/outbox/testing/faulty-surface';
import type { Surface as ConsoleSurface } from '@/api/surface';
import { BrowserWorld } from '@/domains/journal/testing/browser-world';
import type { HostedSurfaceOptions } from '@server/testing/hosted-options';
import { ConsoleSurfaces, entryOf } from './harness/console-surfaces';
import { TARGET } from './harness/target';
import { text } from './harness/scripted-graphs';

/**
 * One click creates at most one job on every kind of surface. Uses the console's real outbox and client, and a network that
 * loses, duplicates, delays and breaks requests to simulated surfaces. `src/domains/outbox/outbox-faults.spec.ts` runs many more
 * such scenarios on the state machine alone.
 */

const KINDS: readonly [string, Partial<HostedSurfaceOptions> & Pick<HostedSurfaceOptions, 'kind'>][] = [
  ['managed', { kind: 'managed' }],
  ['serverless', { kind: 'serverless' }],
  // Deviations of comfy-api-proxy from the contract (docs/surfaces.md, Differences).
  [
    'proxy',
    {
      kind: 'serverless',
      listing: 'jobs',
      hasLogs: false,
      quirks: [
        'text-metadata',
        'codes-of-404',
        'unsized-outputs',
        'silent-progress',
        'late-outputs',
        'expired-at-first',
        'expired-after-cancel',
      ],
    },
  ],
];

/** Network faults for one submission. */
const NETWORK_FAULTS = ['none', 'lost_before', 'lost_after', 'broke_before', 'broke_after', 'doubled', 'late'] as const;
type NetworkFault = (typeof NETWORK_FAULTS)[number];

const stepOf = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('press' as const), tab: fc.nat(1) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom<number>(3000, 30_000, 90_000) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill_tab' as const), tab: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.record({ do: fc.constant('open_tab' as const) }),
      fc.record({ do: fc.constant('deliver_late' as const) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      tab: fc.nat(1),
      entry: fc.nat(2),
      event: fc.constantFrom('user_cancel' as const, 'user_look_again' as const, 'user_ask' as const),
    }),
  },
);
type Step = typeof stepOf extends fc.Arbitrary<infer T> ? T : never;

const plan = fc.record({
  sends: fc.array(fc.constantFrom(...NETWORK_FAULTS), { maxLength: 8 }),
  looks: fc.array(fc.constantFrom(...LOOKUP_FAULTS.filter((fault) => fault !== 'lags')), { maxLength: 5 }),
  steps: fc.array(stepOf, { minLength: 1, maxLength: 12 }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

/** Identifies the click by its unique workflow, so that the test does not rely on idempotency keys. */
async function clickOf(request: Request): Promise<string> {
  const { workflow } = (await request.clone().json()) as { workflow: Record<string, { inputs: { text: string } }> };
  return workflow['1']?.inputs.text ?? '';
}

let network: ConsoleSurfaces;
let outbox: typeof postJob;

/** One scenario: a browser, its network and one surface. */
class Story {
  readonly pressed: string[] = [];
  readonly browser: BrowserWorld<OutboxEntry, OutboxEvent>;
  readonly #surface: ConsoleSurface;
  /** Jobs that the surface created, by click. */
  readonly #made = new Map<string, string[]>();
  readonly #sends: NetworkFault[];
  readonly #looks: LookupFault[];
  #underWay = new Set<Promise<unknown>>();
  #late: (() => Promise<unknown>)[] = [];

  constructor(surface: ConsoleSurface, { sends, looks }: Plan, createRunner: typeof runnerModule.createOutboxRunner) {
    this.#surface = surface;
    this.#sends = [...sends];
    this.#looks = [...looks];
    network.onSubmission = (request, arrive) => this.#carry(request, arrive);
    this.browser = new BrowserWorld((tab) =>
      createRunner({
        ...tab.shared,
        send: (entry) => tab.outside(() => this.#tracked(outbox.submitTo(this.#surface, entry))),
        look: (entry) => tab.outside(() => this.#tracked(this.#look(entry))),
        onChange: (entry) => void tab.show(entry),
      }),
    );
  }

  /** Returns the page's response for a submission, whether or not it reached the surface. */
  async #carry(request: Request, arrive: () => Promise<Response>): Promise<Response> {
    const clickId = await clickOf(request);
    const take = async () => {
      const response = await arrive();
      if (response.status === 201) {
        const { id } = (await response.clone().json()) as { id: string };
        this.#made.set(clickId, [...(this.#made.get(clickId) ?? []), id]);
      }
      return response;
    };
    switch (this.#sends.shift() ?? 'none') {
      case 'none':
        return take();
      case 'lost_before':
        throw new TypeError('lost');
      case 'lost_after':
        await take();
        throw new TypeError('lost');
      case 'broke_before':
        return new Response('broken', { status: 503 });
      case 'broke_after':
        await take();
        return new Response('broken', { status: 502 });
      case 'doubled':
        await take();
        return take();
      case 'late':
        this.#late.push(take);
        throw new TypeError('lost');
    }
  }

  async #look(entry: OutboxEntry): Promise<LookupOutcome> {
    const fault = this.#looks.shift() ?? 'none';
    if (fault === 'unreachable') return { kind: 'unreachable' };
    if (fault === 'locked_out') return { kind: 'locked_out' };
    return outbox.checkSubmission(this.#surface, entry);
  }

  #tracked<T extends SendOutcome | LookupOutcome>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work)).catch(() => {});
    return work;
  }

  async #settle(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay);
      await this.browser.pass(0);
    }
  }

  async take(step: Step): Promise<void> {
    const { browser } = this;
    if (step.do === 'press') await this.#press(step.tab);
    else if (step.do === 'pass') await browser.pass(step.ms);
    else if (step.do === 'kill_tab') await browser.killTab(step.tab);
    else if (step.do === 'open_tab') await browser.openTab();
    else if (step.do === 'deliver_late') for (const arrive of this.#late.splice(0)) await arrive();
    else {
      const id = this.pressed[step.entry % Math.max(1, this.pressed.length)];
      const event = { kind: step.event };
      if (id !== undefined) {
        await browser.act(step.tab, id, event);
      }
    }
    await this.#settle();
  }

  /** Ends all faults and delivers delayed requests. */
  async calmDown(): Promise<void> {
    this.#sends.length = 0;
    this.#looks.length = 0;
    await this.take({ do: 'deliver_late' });
    for (let turn = 0; turn < 10; turn += 1) await this.take({ do: 'pass', ms: 60_000 });
  }

  wrongs(): string[] {
    const entries = this.pressed.flatMap((id) => this.browser.disk.get(id) ?? []);
    return entries.flatMap(({ id, state }) => {
      const jobs = this.#made.get(id) ?? [];
      if (jobs.length > 1) return [`${id} made ${jobs.length} jobs`];
      if (state.name === 'submitted' && state.jobId !== jobs[0]) return [`${id} shows ${state.jobId}, not ${jobs[0]}`];
      const isDenied = state.name === 'refused' || state.name === 'canceled';
      return isDenied && jobs.length > 0 ? [`${id} is ${state.name}, and made a job`] : [];
    });
  }

  get jobCount(): number {
    return [...this.#made.values()].flat().length;
  }

  async #press(tab: number): Promise<void> {
    const made = entryOf({});
    const entry: OutboxEntry = {
      ...made,
      workflowText: JSON.stringify({ '1': text(made.id) }),
      labels: { ...made.labels, flowdeck_outbox: made.id },
      createdAt: this.browser.now,
    };
    if (await this.browser.press(tab, entry)) this.pressed.push(entry.id);
  }
}

let createOutboxRunner: typeof runnerModule.createOutboxRunner;

describe.skipIf(TARGET)('the outbox', () => {
  beforeEach(async () => {
    network = new ConsoleSurfaces();
    outbox = await import('@/domains/outbox/post-job');
    ({ createOutboxRunner } = await import('@/domains/outbox/outbox-journal'));
    const { forgetCapabilities } = await import('@/api/surfaces/capability-record');
    for (const id of ['gateway', 'far']) forgetCapabilities(id);
  });
  afterEach(() => network.close());

  it.each([...KINDS, ['gateway', null] as const])('creates at most one job per click on %s', async (_kind, options) => {
    const surface =
      options === null
        ? await network.gateway('https://run.example')
        : (await network.hosted('far', 'https://run.example', options)).surface;
    let jobs = 0;
    let clicks = 0;
    await fc.assert(
      fc.asyncProperty(plan, async (scenario) => {
        const story = new Story(surface, scenario, createOutboxRunner);
        await story.browser.openTab();
        for (const step of scenario.steps) {
          await story.take(step);
          expect(story.wrongs()).toEqual([]);
        }
        await story.calmDown();
        expect(story.wrongs()).toEqual([]);
        jobs += story.jobCount;
        clicks += story.pressed.length;
        await network.clock.advance(1000);
      }),
      { numRuns: runs(25) },
    );
    // Guards against a run in which no submission arrives.
    expect(jobs).toBeGreaterThan(clicks / 2);
  });
});
