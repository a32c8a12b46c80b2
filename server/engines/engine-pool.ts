import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type {
  ComfyuiConnection,
  DrainOutcome,
  Engine,
  EngineEndpoint,
  EngineConfig,
  EngineEvent,
  EngineHealth,
  LastSeenDefinitions,
  PooledEngineStatus,
  RunOutcome,
  RunRequest,
  WaitingJob,
} from './engine';
import { hasClasses } from './engine-fit';
import type { EngineLibrary } from './engine-library';
import { EMBEDDED_NAME } from './engine-name';
import { needsOf } from './job-needs';
import { mergeDefinitions, mergeLastSeen } from './merge-definitions';
import {
  ask,
  chooseAmong,
  drainingReason,
  isDraining,
  isUnread,
  mayBeMadeFor,
  newMember,
  NOT_CONNECTED,
  NOT_READY,
  waitToRead,
  type Choice,
  type Member,
  type PooledEngine,
} from './pool-member';

export interface EnginePoolOptions {
  /** In the order in which they get jobs. */
  engines: readonly EngineConfig[];
  /** Engines that are no longer configured but may still have jobs. */
  removed?: readonly EngineEndpoint[];
  /** Opens an engine. @param isFirst `true` if job notes without an engine name belong to it */
  open: (address: EngineEndpoint, isFirst: boolean) => PooledEngine;
  /** `null` if jobs run on the other engines only. */
  embedded: Engine | null;
  /** Storage of the engines that are drained in the console. Default: in memory. */
  drained?: DrainedEngines;
}

/** Stored names of the engines that were drained in the console; they survive a gateway restart. */
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
 * Several engines behind one gateway, each with one job at a time (decision 056). With `--engine auto`, the embedded engine
 * runs all jobs until ComfyUI has responded once. From then on it runs only jobs with classes that only it has. All other
 * jobs are meant for ComfyUI, and wait if it is unreachable.
 */
export class EnginePool implements Engine {
  readonly reportsStart = true;
  /** Configured engines first, in their order. */
  #members: Member[];
  readonly #open: EnginePoolOptions['open'];
  readonly #drained: DrainedEngines;
  readonly #embedded: EmbeddedMember | null;
  readonly #retiring = new Set<Promise<void>>();
  /** Jobs of a previous gateway process that a member may still have. */
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
    // Read early, since jobs may be queued before the first request for definitions.
    void this.definitions();
  }

  get name(): Engine['name'] {
    return this.#embedded && !this.#hasSeenAny() ? this.#embedded.engine.name : 'comfyui';
  }

  /**
   * Number of parallel jobs. A single ComfyUI and the embedded engine share one slot, since they share the CPUs of a machine.
   * A job on an unreachable ComfyUI uses no CPU.
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
    const isUsed = this.#embedded === null || (this.#named().length > 0 && this.#hasSeenAny());
    const theirs = this.#comfyuiHealth();
    if (!isUsed && this.#embedded) {
      const health = this.#embedded.engine.health();
      // Only right after the start: a reachable ComfyUI responds to the first request.
      return this.#monitors() === null ? health : { ...health, isReady: false, waitingReason: theirs.waitingReason };
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

  /** Applies a configuration. Removed engines finish their jobs; new engines get jobs at the next poll of the queue. */
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

  /** Returns the connection of the first ComfyUI that responds; `null` if none is configured. */
  comfyui(): ComfyuiConnection | null {
    const active = this.#active();
    const shown = active.find(({ engine }) => engine.state === 'here') ?? active[0] ?? this.#named()[0];
    return shown?.engine.comfyui() ?? null;
  }

  libraries(): readonly EngineLibrary[] {
    return this.#named()
      .filter(({ engine }) => engine.state === 'here')
      .map(({ name, engine }) => ({ engine: name, read: (item, signal) => engine.readLibrary(item, signal) }));
  }

  async look(): Promise<void> {
    await Promise.all(this.#members.map(({ engine }) => engine.look()));
  }

  waitsFor(job: WaitingJob): string | null {
    const [first, ...others] = this.#named();
    // With a single engine the job does not matter, so its workflow need not be read.
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
    // Requests to unreachable engines may take long to fail.
    await Promise.all(named.filter(({ engine }) => isAlone || engine.state === 'here').map(ask));
    if (this.#embedded && (named.length === 0 || !this.#hasSeenAny())) return own;
    const theirs = named.map(({ engine }) => engine.knownDefinitions).filter((known) => known !== null);
    return theirs.length === 0 ? null : this.#merge(theirs, own);
  }

  async lastSeen(): Promise<LastSeenDefinitions | null> {
    return mergeLastSeen(await Promise.all(this.#named().map(({ engine }) => engine.lastSeen())));
  }

  resumes(jobId: string): boolean {
    return this.#members.some(({ engine }) => engine.resumes(jobId));
  }

  release(jobId: string): void {
    this.#resumed.delete(jobId);
    for (const { engine } of this.#members) engine.release(jobId);
    this.#retire();
  }

  outOfReach(jobId: string): string | null {
    for (const { engine } of this.#members) {
      const sentence = engine.outOfReach?.(jobId) ?? null;
      if (sentence !== null) return sentence;
    }
    return null;
  }

  recordedJobIds(): string[] {
    return this.#members.flatMap((member) => {
      const ids = member.engine.recordedJobIds();
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
      const monitors = this.#hasSeenAny() ? null : this.#monitors();
      if (monitors !== null) return { waitsFor: monitors };
      const isOwn = hasClasses(this.#ownDefinitions, needs().classes);
      const unread = isOwn ? named.filter(isUnread) : [];
      if (unread.length > 0) return waitToRead(unread);
      if (isOwn && !named.some((member) => mayBeMadeFor(member, needs()))) return { members: [this.#embedded] };
    }
    return chooseAmong(named, needs);
  }

  /** Returns the member for a run without a reservation; the run waits there if necessary. */
  async #memberFor({ jobId, graph }: RunRequest): Promise<Member | EmbeddedMember> {
    const resumed = this.#members.find(({ engine }) => engine.resumes(jobId));
    if (resumed) return resumed;
    await this.definitions();
    const needs = needsOf(graph);
    const choice = this.#choose({ jobId, needs: () => needs });
    const member = 'members' in choice ? choice.members[0] : this.#named()[0];
    if (!member) throw new Error(NOT_CONNECTED);
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

  /** Returns why jobs wait before all engines were contacted; `null` afterwards. */
  #monitors(): string | null {
    const unknown = this.#named().find(({ engine }) => engine.state === 'unknown');
    return unknown ? (unknown.engine.health().waitingReason ?? NOT_READY) : null;
  }

  #comfyuiHealth(): EngineHealth & { waitingReason: string } {
    const named = this.#named();
    const active = this.#active();
    const [first, ...others] = named;
    const isHere = ({ engine }: Member) => engine.state === 'here';
    if (named.length === 0) return { isReady: false, label: 'No ComfyUI', waitingReason: NOT_CONNECTED };
    const alone = first && others.length === 0 ? first.engine.health() : null;
    const label = alone?.label ?? `ComfyUI, ${named.filter(isHere).length} of ${named.length} engines connected`;
    if (active.length === 0) return { isReady: false, label, waitingReason: drainingReason(named) };
    if (alone) return { waitingReason: NOT_READY, ...alone };
    const waitingReason = 'None of the ComfyUI engines responds. Jobs wait until one does';
    return { isReady: active.some(isHere), label, waitingReason };
  }

  /** Merges definitions. Returns the same object for the same parts: it has several MB, and is a cache key of derived data. */
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

  /** Closes removed or moved engines once they have no jobs of the gateway. */
  #retire(): void {
    const resuming = new Set(this.#resumed.values());
    this.#members = this.#members.flatMap((member) => {
      const { engine, isRemoved, movesTo, name } = member;
      if ((!isRemoved && movesTo === null) || member.job !== null || resuming.has(member)) return [member];
      const recordedJobIds = engine.recordedJobIds();
      // The engine at the new URL reads the same notes and removes canceled jobs.
      if (movesTo === null ? recordedJobIds.length > 0 : recordedJobIds.some((id) => engine.resumes(id)))
        return [member];
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
