import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type {
  ComfyuiConnection,
  DrainOutcome,
  Engine,
  EngineAddress,
  EngineConfig,
  EngineEvent,
  EngineHealth,
  PooledEngineStatus,
  RunOutcome,
  RunRequest,
  WaitingJob,
} from './engine';
import { hasClasses } from './engine-fit';
import { EMBEDDED_NAME } from './engine-name';
import { needsOf } from './job-needs';
import { mergeDefinitions } from './merge-definitions';
import {
  ask,
  chooseAmong,
  drainingReason,
  isDraining,
  isUnread,
  mayBeMadeFor,
  newMember,
  NOT_READY,
  waitToRead,
  type Choice,
  type Member,
  type PooledEngine,
} from './pool-member';

export interface EnginePoolOptions {
  /** In the order in which they are given jobs; at least one. */
  engines: readonly EngineConfig[];
  /** Not named any more, but with jobs that they may still have. */
  removed?: readonly EngineAddress[];
  /** @param isFirst notes that name no engine are its own */
  open: (address: EngineAddress, isFirst: boolean) => PooledEngine;
  /** `null`: jobs run on the others only. */
  embedded: Engine | null;
  /** Absent: what is drained in the console is forgotten with the pool. */
  drained?: DrainedEngines;
}

/** Names of the engines that were drained in the console, kept beyond the life of the gateway. */
export interface DrainedEngines {
  read(): readonly string[];
  /** @throws StoreUnusable */
  write(names: readonly string[]): void;
}

interface EmbeddedMember {
  name: typeof EMBEDDED_NAME;
  engine: Engine;
  job: string | null;
}

const BUT_OWN = ', but for those whose classes only Flowdeck has';

/**
 * Several engines behind one gateway, each with one job at a time (decision 056). The embedded one, under `--engine auto`,
 * runs everything until ComfyUI has answered once, and from then on what only it has the classes for: other jobs were made
 * for ComfyUI, and wait for it when it goes away.
 */
export class EnginePool implements Engine {
  readonly reportsStart = true;
  /** Those that are named come first, in their order. */
  #members: Member[];
  readonly #open: EnginePoolOptions['open'];
  readonly #drained: DrainedEngines;
  readonly #embedded: EmbeddedMember | null;
  readonly #retiring = new Set<Promise<void>>();
  /** Jobs of an earlier life of the gateway that a member may still have. */
  readonly #resumed = new Map<string, Member>();
  #ownDefinitions: NodeDefinitions | null = null;
  #merged: { parts: readonly (NodeDefinitions | null)[]; definitions: NodeDefinitions } | null = null;

  constructor({ engines, removed = [], open, embedded, drained = inMemory() }: EnginePoolOptions) {
    this.#open = open;
    this.#drained = drained;
    this.#members = [
      ...engines.map((config, index) => this.#openMember(config, index === 0)),
      ...removed.map((address) => ({ ...newMember(address, open(address, false)), isRemoved: true })),
    ];
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
    const [first, ...others] = this.#named();
    const isShared = first?.engine.state === 'here' && others.length === 0;
    const resuming = new Set(this.#resumed.values());
    const counted = this.#members.filter(
      (member) =>
        member.job !== null || resuming.has(member) || (!isDraining(member) && member.engine.state === 'here'),
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
    this.#retire();
    const comfyuis = this.#members.map((member) => ({
      name: member.name,
      state: stateOf(member),
      drainedBy: member.drainedBy,
      movesTo: member.movesTo,
      comfyui: member.engine.comfyui(),
      jobs: member.job === null ? [] : [member.job],
    }));
    if (!this.#embedded) return comfyuis;
    const { name, job } = this.#embedded;
    const jobs = job === null ? [] : [job];
    return [...comfyuis, { name, state: 'active', drainedBy: null, movesTo: null, comfyui: null, jobs }];
  }

  /** Those that are not named any more end what they have, and those that are new get jobs at the next look at the queue. */
  configure(engines: readonly EngineConfig[]): void {
    const named = engines.map((config) => {
      const member = this.#members.find(({ name }) => name === config.name);
      if (!member) return this.#openMember(config, false);
      member.isRemoved = false;
      member.movesTo = member.url === config.url ? null : config.url;
      member.drainedBy = this.#whoDrains(config);
      return member;
    });
    const left = this.#members.filter((member) => !named.includes(member));
    for (const member of left) Object.assign(member, { isRemoved: true, movesTo: null });
    this.#members = [...named, ...left];
    this.#retire();
    void this.definitions();
  }

  drain(name: string, isWanted: boolean): DrainOutcome {
    const member = this.#named().find((each) => each.name === name);
    if (!member) return 'not_found';
    if (member.drainedBy === 'config') return isWanted ? 'done' : 'set_in_config';
    const others = this.#drained.read().filter((each) => each !== name);
    this.#drained.write(isWanted ? [...others, name] : others);
    member.drainedBy = isWanted ? 'console' : null;
    return 'done';
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
    const [first, ...others] = this.#named();
    // Then nothing depends on the job, whose workflow need not be read.
    const isOnly = first?.engine.state === 'here' && others.length === 0;
    if (isOnly && !isDraining(first) && !isUnread(first)) return null;
    const choice = this.#choose(job);
    return 'waitsFor' in choice ? choice.waitsFor : null;
  }

  assign(job: WaitingJob): string | null {
    const choice = this.#choose(job);
    const free = 'members' in choice ? choice.members.find((member) => member.job === null) : undefined;
    if (!free) return null;
    free.job = job.jobId;
    return free.name;
  }

  vacate(jobId: string): void {
    const member = this.#holderOf(jobId);
    if (member) member.job = null;
    this.#resumed.delete(jobId);
    this.#retire();
  }

  async definitions(): Promise<NodeDefinitions | null> {
    const own = (await this.#embedded?.engine.definitions()) ?? null;
    this.#ownDefinitions = own;
    const named = this.#named();
    const isAlone = this.#embedded === null && named.length === 1;
    // One that is away may take long to not answer.
    await Promise.all(named.map((member) => (isAlone || member.engine.state === 'here' ? ask(member) : undefined)));
    if (this.#embedded && !this.#hasSeenAny()) return own;
    const theirs = named.map(({ engine }) => engine.knownDefinitions).filter((known) => known !== null);
    return theirs.length === 0 ? null : this.#merge(theirs, own);
  }

  resumes(jobId: string): boolean {
    return this.#members.some(({ engine }) => engine.resumes(jobId));
  }

  release(jobId: string): void {
    this.#resumed.delete(jobId);
    for (const { engine } of this.#members) engine.release(jobId);
    this.#retire();
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

  #choose({ jobId, needs }: WaitingJob): Choice<Member | EmbeddedMember> {
    const resumed = this.#resumed.get(jobId);
    if (resumed) return { members: [resumed] };
    const named = this.#named();
    if (this.#embedded) {
      const looksFor = this.#hasSeenAny() ? null : this.#looksFor();
      if (looksFor !== null) return { waitsFor: looksFor };
      const isOwn = hasClasses(this.#ownDefinitions, needs().classes);
      const unread = isOwn ? named.filter(isUnread) : [];
      if (unread.length > 0) return waitToRead(unread);
      if (isOwn && !named.some((member) => mayBeMadeFor(member, needs()))) return { members: [this.#embedded] };
    }
    return chooseAmong(named, needs);
  }

  /** For a run without a reservation: it waits there if it must. */
  async #memberFor({ jobId, graph }: RunRequest): Promise<Member | EmbeddedMember> {
    const resumed = this.#members.find(({ engine }) => engine.resumes(jobId));
    if (resumed) return resumed;
    await this.definitions();
    const needs = needsOf(graph);
    const choice = this.#choose({ jobId, needs: () => needs });
    const member = 'members' in choice ? choice.members[0] : this.#named()[0];
    if (!member) throw new Error('A pool without engines');
    return member;
  }

  #openMember(config: EngineConfig, isFirst: boolean): Member {
    const member = newMember(config, this.#open(config, isFirst));
    return { ...member, drainedBy: this.#whoDrains(config) };
  }

  #whoDrains({ name, draining }: EngineConfig): Member['drainedBy'] {
    if (draining) return 'config';
    return this.#drained.read().includes(name) ? 'console' : null;
  }

  #named(): Member[] {
    return this.#members.filter(({ isRemoved }) => !isRemoved);
  }

  #active(): Member[] {
    return this.#members.filter((member) => !isDraining(member));
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
    const unknown = this.#named().find(({ engine }) => engine.state === 'unknown');
    return unknown ? (unknown.engine.health().waitingReason ?? NOT_READY) : null;
  }

  #comfyuiHealth(): EngineHealth & { waitingReason: string } {
    const named = this.#named();
    const active = this.#active();
    const [first, ...others] = named;
    const isHere = ({ engine }: Member) => engine.state === 'here';
    const alone = first && others.length === 0 ? first.engine.health() : null;
    const label = alone?.label ?? `ComfyUI, ${named.filter(isHere).length} of ${named.length} engines connected`;
    if (active.length === 0) return { isReady: false, label, waitingReason: drainingReason(named) };
    if (alone) return { waitingReason: NOT_READY, ...alone };
    const waitingReason = 'None of the ComfyUI engines responds. Jobs wait until one does';
    return { isReady: active.some(isHere), label, waitingReason };
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

  /** Ends what is removed, or moves, once nothing of the gateway is left there. */
  #retire(): void {
    const resuming = new Set(this.#resumed.values());
    this.#members = this.#members.flatMap((member) => {
      const { engine, isRemoved, movesTo, name } = member;
      if ((!isRemoved && movesTo === null) || member.job !== null || resuming.has(member)) return [member];
      const noted = engine.noted();
      // Those behind the new URL see the same notes, and take back what is canceled.
      if (movesTo === null ? noted.length > 0 : noted.some((id) => engine.resumes(id))) return [member];
      const closing = engine.close().finally(() => this.#retiring.delete(closing));
      this.#retiring.add(closing);
      if (movesTo === null) return [];
      const address = { name, url: movesTo };
      return [{ ...newMember(address, this.#open(address, false)), drainedBy: member.drainedBy }];
    });
  }
}

function stateOf(member: Member): PooledEngineStatus['state'] {
  if (member.isRemoved) return 'removed';
  return isDraining(member) ? 'draining' : 'active';
}

function inMemory(): DrainedEngines {
  let kept: readonly string[] = [];
  return { read: () => kept, write: (names) => (kept = names) };
}
