import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type {
  ComfyuiConnection,
  Engine,
  EngineAddress,
  EngineEvent,
  EngineHealth,
  JobNeeds,
  PooledEngineStatus,
  RunOutcome,
  RunRequest,
  WaitingJob,
} from './engine';
import { fitOf, hasClasses, type Fit } from './engine-fit';
import { needsOf } from './job-needs';
import { mergeDefinitions } from './merge-definitions';

/** An engine outside of the gateway, as `ComfyuiEngine` is. */
export interface PooledEngine extends Engine {
  readonly state: ComfyuiConnection['state'];
  /** As they were read last, without a question; `null` before that. */
  readonly knownDefinitions: NodeDefinitions | null;
  comfyui(): ComfyuiConnection;
  look(): Promise<void>;
  resumes(jobId: string): boolean;
  release(jobId: string): void;
  noted(): string[];
}

export interface EnginePoolOptions {
  /** In the order in which they are given jobs; at least one. */
  engines: readonly NamedEngine[];
  /** Not named any more, but with jobs that they may still have. */
  draining?: readonly NamedEngine[];
  /** `null`: jobs run on the others only. */
  embedded: Engine | null;
}

export interface NamedEngine extends EngineAddress {
  engine: PooledEngine;
}

interface Member extends NamedEngine {
  isDraining: boolean;
  /** Id of the job that it has. */
  job: string | null;
  hasBeenHere: boolean;
  /** Its definitions were read, or could not be. */
  hasAnswered: boolean;
}

interface EmbeddedMember {
  name: typeof EMBEDDED_NAME;
  engine: Engine;
  job: string | null;
}

type Decision = { members: readonly (Member | EmbeddedMember)[] } | { waitsFor: string };

export const EMBEDDED_NAME = 'embedded';
const NOT_READY = 'ComfyUI is not ready';
const BUT_OWN = ', but for those whose classes only Flowdeck has';

/**
 * Several engines behind one gateway, each with one job at a time (decision 056). The embedded one, under `--engine auto`,
 * runs everything until ComfyUI has answered once, and from then on what only it has the classes for: other jobs were made
 * for ComfyUI, and wait for it when it goes away.
 */
export class EnginePool implements Engine {
  readonly reportsStart = true;
  readonly #members: Member[];
  readonly #embedded: EmbeddedMember | null;
  readonly #retiring = new Set<Promise<void>>();
  /** Jobs of an earlier life of the gateway that a member may still have. */
  readonly #resumed = new Map<string, Member>();
  #ownDefinitions: NodeDefinitions | null = null;
  #merged: { parts: readonly (NodeDefinitions | null)[]; definitions: NodeDefinitions } | null = null;

  constructor({ engines, draining = [], embedded }: EnginePoolOptions) {
    const member = (isDraining: boolean) => (named: NamedEngine) => ({
      ...named,
      isDraining,
      job: null,
      hasBeenHere: false,
      hasAnswered: false,
    });
    this.#members = [...engines.map(member(false)), ...draining.map(member(true))];
    this.#embedded = embedded && { name: EMBEDDED_NAME, engine: embedded, job: null };
    // Jobs may wait before anybody asks.
    void this.definitions();
  }

  get name(): Engine['name'] {
    return this.#embedded && !this.#hasSeenAny() ? this.#embedded.engine.name : 'comfyui';
  }

  /**
   * A single ComfyUI and the embedded engine share one place: they share the processors of a machine. What stands on a
   * ComfyUI that is away uses none of them.
   */
  get parallel(): number {
    const [first, ...others] = this.#active();
    const isShared = first?.engine.state === 'here' && others.length === 0;
    const resuming = new Set(this.#resumed.values());
    const counted = this.#members.filter(
      (member) => member.job !== null || resuming.has(member) || (!member.isDraining && member.engine.state === 'here'),
    );
    return Math.max(1, counted.length + (this.#embedded && !isShared ? 1 : 0));
  }

  health(): EngineHealth {
    const isUsed = this.#embedded === null || this.#hasSeenAny();
    const theirs = this.#comfyuiHealth();
    if (!isUsed && this.#embedded) {
      const health = this.#embedded.engine.health();
      // Only at the very start: a ComfyUI that is there answers the first question.
      return this.#looksFor() === null ? health : { ...health, isReady: false, waitingReason: theirs.waitingReason };
    }
    if (theirs.isReady || this.#embedded === null) return theirs;
    return { ...theirs, waitingReason: theirs.waitingReason + BUT_OWN };
  }

  engines(): readonly PooledEngineStatus[] {
    this.#retireDrained();
    const comfyuis = this.#members.map(({ name, isDraining, engine, job }) => ({
      name,
      state: isDraining ? ('draining' as const) : ('active' as const),
      comfyui: engine.comfyui(),
      jobs: job === null ? [] : [job],
    }));
    if (!this.#embedded) return comfyuis;
    const { name, job } = this.#embedded;
    return [...comfyuis, { name, state: 'active', comfyui: null, jobs: job === null ? [] : [job] }];
  }

  /** The first that answers. */
  comfyui(): ComfyuiConnection {
    const active = this.#active();
    const shown = active.find(({ engine }) => engine.state === 'here') ?? active[0] ?? this.#members[0];
    if (!shown) throw new Error('A pool without engines');
    return shown.engine.comfyui();
  }

  async look(): Promise<void> {
    await Promise.all(this.#members.map(({ engine }) => engine.look()));
  }

  waitsFor(job: WaitingJob): string | null {
    const [first, ...others] = this.#active();
    // Then nothing depends on the job, whose workflow need not be read.
    if (first?.engine.state === 'here' && others.length === 0 && !isUnread(first)) return null;
    const decision = this.#decide(job);
    return 'waitsFor' in decision ? decision.waitsFor : null;
  }

  assign(job: WaitingJob): string | null {
    const decision = this.#decide(job);
    const free = 'members' in decision ? decision.members.find((member) => member.job === null) : undefined;
    if (!free) return null;
    free.job = job.jobId;
    return free.name;
  }

  vacate(jobId: string): void {
    const member = this.#holderOf(jobId);
    if (member) member.job = null;
    this.#resumed.delete(jobId);
    this.#retireDrained();
  }

  async definitions(): Promise<NodeDefinitions | null> {
    const own = (await this.#embedded?.engine.definitions()) ?? null;
    this.#ownDefinitions = own;
    const active = this.#active();
    const isAlone = this.#embedded === null && active.length === 1;
    // One that is away may take long to not answer.
    await Promise.all(active.map((member) => (isAlone || member.engine.state === 'here' ? ask(member) : undefined)));
    if (this.#embedded && !this.#hasSeenAny()) return own;
    const theirs = active.map(({ engine }) => engine.knownDefinitions).filter((known) => known !== null);
    return theirs.length === 0 ? null : this.#merge(theirs, own);
  }

  resumes(jobId: string): boolean {
    return this.#members.some(({ engine }) => engine.resumes(jobId));
  }

  release(jobId: string): void {
    this.#resumed.delete(jobId);
    for (const { engine } of this.#members) engine.release(jobId);
  }

  noted(): string[] {
    return this.#members.flatMap((member) => {
      const ids = member.engine.noted();
      for (const id of ids) if (member.engine.resumes(id)) this.#resumed.set(id, member);
      return ids;
    });
  }

  async run(request: RunRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome> {
    const { jobId } = request;
    const reserved = this.#holderOf(jobId);
    const member = reserved ?? (await this.#memberFor(request));
    member.job = jobId;
    try {
      if (member === this.#embedded) {
        if (signal.aborted) return { kind: 'canceled' };
        report({ kind: 'start' });
      }
      return await member.engine.run(request, report, signal);
    } finally {
      if (!reserved) this.vacate(jobId);
    }
  }

  async close(): Promise<void> {
    const engines = [...this.#members.map(({ engine }) => engine), ...(this.#embedded ? [this.#embedded.engine] : [])];
    await Promise.all([...engines.map((engine) => engine.close()), ...this.#retiring]);
  }

  #decide({ jobId, needs }: WaitingJob): Decision {
    const resumed = this.#resumed.get(jobId);
    if (resumed) return { members: [resumed] };
    const active = this.#active();
    if (this.#embedded) {
      const looksFor = this.#hasSeenAny() ? null : this.#looksFor();
      if (looksFor !== null) return { waitsFor: looksFor };
      const isOwn = hasClasses(this.#ownDefinitions, needs().classes);
      const unread = isOwn ? active.filter(isUnread) : [];
      if (unread.length > 0) return waitToRead(unread);
      if (isOwn && !active.some((member) => mayBeMadeFor(member, needs()))) return { members: [this.#embedded] };
    }
    if (active.length < 2) return readyOf(active);
    return decideAmong(active, needs());
  }

  /** For a run without a reservation: it waits there if it must. */
  async #memberFor({ jobId, graph }: RunRequest): Promise<Member | EmbeddedMember> {
    const resumed = this.#members.find(({ engine }) => engine.resumes(jobId));
    if (resumed) return resumed;
    await this.definitions();
    const needs = needsOf(graph);
    const decision = this.#decide({ jobId, needs: () => needs });
    const member = 'members' in decision ? decision.members[0] : this.#active()[0];
    if (!member) throw new Error('A pool without engines');
    return member;
  }

  #active(): Member[] {
    return this.#members.filter((member) => !member.isDraining);
  }

  #holderOf(jobId: string): Member | EmbeddedMember | null {
    const member = this.#members.find(({ job }) => job === jobId);
    return member ?? (this.#embedded?.job === jobId ? this.#embedded : null);
  }

  #hasSeenAny(): boolean {
    for (const member of this.#members) member.hasBeenHere ||= member.engine.state === 'here';
    return this.#members.some(({ hasBeenHere }) => hasBeenHere);
  }

  /** Why jobs wait in the moment before the first answers; `null` after it. */
  #looksFor(): string | null {
    const unknown = this.#active().find(({ engine }) => engine.state === 'unknown');
    return unknown ? (unknown.engine.health().waitingReason ?? NOT_READY) : null;
  }

  #comfyuiHealth(): EngineHealth & { waitingReason: string } {
    const active = this.#active();
    const [first, ...others] = active;
    if (first && others.length === 0) return { waitingReason: NOT_READY, ...first.engine.health() };
    const here = active.filter(({ engine }) => engine.state === 'here').length;
    return {
      isReady: here > 0,
      label: `ComfyUI, ${here} of ${active.length} engines connected`,
      waitingReason: 'None of the ComfyUI engines answers. Jobs wait until one does',
    };
  }

  /** The same object as long as its parts are: it is megabytes, and what is derived from it is kept by it. */
  #merge(theirs: readonly NodeDefinitions[], own: NodeDefinitions | null): NodeDefinitions {
    const parts = [own, ...theirs];
    const known = this.#merged;
    if (known?.parts.length === parts.length && parts.every((part, index) => part === known.parts[index])) {
      return known.definitions;
    }
    const definitions = { ...own, ...mergeDefinitions(theirs) };
    this.#merged = { parts, definitions };
    return definitions;
  }

  #retireDrained(): void {
    for (const member of this.#members.filter(({ isDraining, job }) => isDraining && job === null)) {
      if ([...this.#resumed.values()].includes(member) || member.engine.noted().length > 0) continue;
      this.#members.splice(this.#members.indexOf(member), 1);
      const closing = member.engine.close().finally(() => this.#retiring.delete(closing));
      this.#retiring.add(closing);
    }
  }
}

async function ask(member: Member): Promise<void> {
  const isHere = member.engine.state === 'here';
  await member.engine.definitions();
  member.hasAnswered ||= isHere;
}

function isUnread({ engine, hasAnswered }: Member): boolean {
  return engine.state === 'here' && engine.knownDefinitions === null && !hasAnswered;
}

function waitToRead(members: readonly Member[]): Decision {
  for (const member of members) void ask(member);
  return { waitsFor: `Reading the node classes of ${namesOf(members)}` };
}

/** Of a job that the embedded engine could run, too. */
function mayBeMadeFor({ engine, hasBeenHere }: Member, { classes }: JobNeeds): boolean {
  if (!hasBeenHere) return false;
  return engine.knownDefinitions === null || hasClasses(engine.knownDefinitions, classes);
}

function decideAmong(active: readonly Member[], needs: JobNeeds): Decision {
  const fitting = (wanted: Fit) =>
    active.filter(({ engine }) => engine.knownDefinitions && fitOf(engine.knownDefinitions, needs) === wanted);
  const all = fitting('all');
  if (all.length > 0) return readyOf(all);
  const unread = active.filter(isUnread);
  if (unread.length > 0) return waitToRead(unread);
  const unseen = active.filter(({ engine, hasAnswered }) => engine.knownDefinitions === null && !hasAnswered);
  if (unseen.length > 0) {
    return { waitsFor: `Waits for ${namesOf(unseen)}: no engine that answers has its node classes and models` };
  }
  // None has all: ComfyUI says in its own words what is missing.
  const withClasses = fitting('classes');
  return readyOf(withClasses.length > 0 ? withClasses : active);
}

function readyOf(members: readonly Member[]): Decision {
  const here = members.filter(({ engine }) => engine.state === 'here');
  if (here.length > 0) return { members: here };
  const [first, ...others] = members;
  if (others.length > 0) return { waitsFor: `None of ${namesOf(members)} answers. The job waits until one does` };
  return { waitsFor: first?.engine.health().waitingReason ?? NOT_READY };
}

function namesOf(members: readonly Member[]): string {
  return members.map(({ name }) => name).join(', ');
}
