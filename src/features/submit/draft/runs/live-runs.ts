import { createStore } from 'zustand/vanilla';
import { browserLocks } from '@/lib/web-locks';
import type { RunPlan } from './plan-runs';
import {
  newLive,
  nextLiveStep,
  type LiveEnd,
  type LiveMode,
  type LiveState,
  type LiveStopReason,
  type LiveView,
} from './live-state';

/** The draft, the outbox and the server, as live mode uses them. */
export interface LivePorts {
  draftId: string;
  look: () => Omit<LiveView, 'isChanged'>;
  /** Returns the workflow as it would run now. */
  text: () => string;
  /** Returns the next run. */
  plan: () => LivePlan;
  /** Returns the same text for the same workflow. */
  fingerprint: (text: string) => Promise<string>;
  /**
   * Stores one submission. Resolves with its id; `null` while another run of the draft is being submitted.
   * @throws if it could not be stored
   */
  submit: (plan: RunPlan) => Promise<string | null>;
  /** Calls back once and never at once, with the job or why there is none. Returns a function that stops it. */
  followSubmission: (
    entryId: string,
    onEnd: (end: { jobId: string } | { reason: LiveStopReason }) => void,
  ) => () => void;
}

/** Calls back once and never at once, with `null` if the job succeeded. Returns a function that stops it. */
export type FollowJob = (jobId: string, onEnd: (reason: LiveStopReason | null) => void) => () => void;

export interface LiveRequest {
  mode: LiveMode;
  maxRuns: number | null;
  /** Text of the last run of the draft, which is not repeated before a change. */
  last: string | null;
  followJob: FollowJob;
}

export interface LivePlan {
  plan: RunPlan;
  /** The workflow of the run. */
  text: string;
  /** The workflow in the form once the run has moved its seeds. */
  textAfter: string;
  /** Each run draws values of its own, so that runs of the same text differ. */
  isDrawn: boolean;
}

export interface LiveStore {
  /** `null` while live mode is off. */
  live: LiveState | null;
  /** The user is asked how many runs to start, since each may cost money. */
  asked: LiveMode | null;
  /** Why it stopped, until the user dismisses it or starts again. */
  ended: LiveEnd | null;
}

/** Two tabs with the same draft would start two jobs for each change. */
const locks = browserLocks();
const LOCK_PREFIX = 'flowdeck.live.';
/** Another tab submits a run of this draft. */
const BUSY_MS = 1000;

/** Starts the runs of live mode, one after the other. It ends with the page and is not stored: each run is an entry of the outbox. */
export class LiveRuns {
  readonly store = createStore<LiveStore>(() => ({ live: null, asked: null, ended: null }));
  private readonly ports: LivePorts;
  private readonly now: () => number;
  /** Fingerprints of the runs since the start. */
  private ran = new Set<string>();
  /** The last run, which the form still shows. */
  private last: Pick<LivePlan, 'text' | 'textAfter'> | null = null;
  private followJob: FollowJob | null = null;
  private endedAt = -Infinity;
  private lastJobId: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unfollow = () => {};
  private releaseLock = () => {};
  /** Changes with each start and stop, so that what was awaited meanwhile is dropped. */
  private turn = 0;

  constructor(ports: LivePorts, now: () => number = Date.now) {
    this.ports = ports;
    this.now = now;
  }

  get isOn(): boolean {
    return this.store.getState().live !== null;
  }

  /** Returns true if it has ended by itself within this time. */
  hasJustEnded(withinMs: number): boolean {
    return this.now() - this.endedAt < withinMs;
  }

  /** Starts it, or changes the mode of what runs. */
  start({ mode, maxRuns, last, followJob }: LiveRequest): void {
    if (this.isOn) {
      this.patch({ mode });
      this.advance();
      return;
    }
    this.turn += 1;
    const { turn } = this;
    this.ran = new Set();
    this.last = last === null ? null : { text: last, textAfter: last };
    this.lastJobId = null;
    this.followJob = followJob;
    this.store.setState({ live: newLive(mode, maxRuns), asked: null, ended: null });
    void locks.request(`${LOCK_PREFIX}${this.ports.draftId}`, { ifAvailable: true }, async (lock) => {
      if (turn !== this.turn) return;
      if (!lock) {
        this.end('other_tab');
        return;
      }
      const released = new Promise<void>((resolve) => {
        this.releaseLock = resolve;
      });
      this.advance();
      await released;
    });
  }

  /** Starts nothing more. A job in flight continues. */
  stop(): void {
    this.turn += 1;
    clearTimeout(this.timer);
    this.unfollow();
    this.unfollow = () => {};
    this.releaseLock();
    this.releaseLock = () => {};
    if (this.isOn) this.store.setState({ live: null });
  }

  ask(asked: LiveMode | null): void {
    this.store.setState({ asked });
  }

  /** Reports that there is nothing to repeat. */
  refuse(mode: LiveMode): void {
    this.store.setState({ ended: { mode, maxRuns: null, reason: 'same', runs: 0, jobId: null } });
  }

  dismiss(): void {
    this.store.setState({ ended: null });
  }

  /** Called when the workflow has changed. */
  changed(): void {
    if (!this.isOn) return;
    this.patch({ changedAt: this.now(), isKnown: false });
    this.advance();
  }

  /** Called when something else has changed that may allow a run. */
  advance(): void {
    const { live } = this.store.getState();
    if (!live || live.phase.name !== 'ready') return;
    clearTimeout(this.timer);
    const step = nextLiveStep(live, { ...this.ports.look(), isChanged: this.isChanged() }, this.now());
    if (step.do === 'run') void this.run();
    if (step.do === 'stop') this.end(step.reason);
    if (step.do === 'wait') this.advanceIn(step.until - this.now());
  }

  private isChanged(): boolean {
    const text = this.ports.text();
    return this.last === null || (text !== this.last.text && text !== this.last.textAfter);
  }

  private async run(): Promise<void> {
    const { turn } = this;
    this.patch({ phase: { name: 'submitting' } });
    const planned = this.ports.plan();
    const fingerprint = await this.ports.fingerprint(planned.text);
    if (turn !== this.turn) return;
    if (!planned.isDrawn && this.ran.has(fingerprint)) {
      this.skip(planned);
      return;
    }
    const entryId = await this.ports.submit(planned.plan).catch((): 'failed' => 'failed');
    if (turn !== this.turn) return;
    if (entryId === 'failed') {
      this.end('not_stored');
      return;
    }
    if (entryId === null) {
      this.patch({ phase: { name: 'ready' } });
      this.advanceIn(BUSY_MS);
      return;
    }
    this.ran.add(fingerprint);
    this.last = planned;
    const { live } = this.store.getState();
    this.patch({ runs: (live?.runs ?? 0) + 1, startedAt: this.now() });
    this.unfollow = this.ports.followSubmission(entryId, (end) => {
      if (turn !== this.turn) return;
      if ('reason' in end) this.end(end.reason);
      else this.follow(end.jobId);
    });
  }

  /** Does not repeat an earlier run: its job has the result. */
  private skip(planned: LivePlan): void {
    if (this.store.getState().live?.mode === 'repeat') {
      this.end('same');
      return;
    }
    this.last = { text: planned.text, textAfter: planned.text };
    this.patch({ phase: { name: 'ready' }, isKnown: true });
    this.advance();
  }

  private follow(jobId: string): void {
    const { turn } = this;
    this.lastJobId = jobId;
    this.patch({ phase: { name: 'running', jobId } });
    if (!this.followJob) return;
    this.unfollow = this.followJob(jobId, (reason) => {
      if (turn !== this.turn) return;
      if (reason !== null) {
        this.end(reason);
        return;
      }
      this.patch({ phase: { name: 'ready' } });
      this.advance();
    });
  }

  private end(reason: LiveStopReason): void {
    const { live } = this.store.getState();
    if (!live) return;
    const { mode, maxRuns, runs } = live;
    this.stop();
    this.endedAt = this.now();
    this.store.setState({ ended: { mode, maxRuns, reason, runs, jobId: this.lastJobId } });
  }

  private advanceIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.advance(), ms);
  }

  private patch(change: Partial<LiveState>): void {
    this.store.setState(({ live }) => ({ live: live && { ...live, ...change } }));
  }
}
