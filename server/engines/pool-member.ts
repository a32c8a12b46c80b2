import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { EngineLibrary } from './engine-library';
import type { ComfyuiConnection, Engine, EngineEndpoint, JobNeeds, LastSeenDefinitions } from './engine';
import { fitOf, hasClasses, type Fit } from './engine-fit';

/** External engine, such as `ComfyuiEngine`. */
export interface PooledEngine extends Engine {
  readonly state: ComfyuiConnection['state'];
  /** Last read definitions, without a request; `null` before the first read. */
  readonly knownDefinitions: NodeDefinitions | null;
  comfyui(): ComfyuiConnection;
  look(): Promise<void>;
  lastSeen(): Promise<LastSeenDefinitions | null>;
  readLibrary: EngineLibrary['read'];
  resumes(jobId: string): boolean;
  release(jobId: string): void;
  recordedJobIds(): string[];
}

export interface Member extends EngineEndpoint {
  engine: PooledEngine;
  /** `true` if it is no longer configured: it finishes its job and is then removed. */
  isRemoved: boolean;
  /** Source of the drain request; `null` if it gets new jobs. */
  drainedBy: 'config' | 'console' | null;
  /** New URL of its name, used once its job is finished. */
  movesTo: string | null;
  /** Id of its job. */
  job: string | null;
  hasBeenHere: boolean;
  /** `true` once reading its definitions has succeeded or failed. */
  hasAnswered: boolean;
}

/** Members that can run a job, or the reason why it waits. */
export type Choice<Candidate = Member> = { members: readonly Candidate[] } | { waitsFor: string };

export const NOT_READY = 'ComfyUI is not ready';
export const NOT_CONNECTED = 'No ComfyUI is connected';

export function newMember({ name, url }: EngineEndpoint, engine: PooledEngine): Member {
  return {
    name,
    url,
    engine,
    isRemoved: false,
    drainedBy: null,
    movesTo: null,
    job: null,
    hasBeenHere: false,
    hasAnswered: false,
  };
}

export function isDraining({ isRemoved, drainedBy, movesTo }: Member): boolean {
  return isRemoved || drainedBy !== null || movesTo !== null;
}

export async function ask(member: Member): Promise<void> {
  const isHere = member.engine.state === 'here';
  await member.engine.definitions();
  member.hasAnswered ||= isHere;
}

export function isUnread({ engine, hasAnswered }: Member): boolean {
  return engine.state === 'here' && engine.knownDefinitions === null && !hasAnswered;
}

export function waitToRead(members: readonly Member[]): { waitsFor: string } {
  for (const member of members) void ask(member);
  return { waitsFor: `Reading the node classes of ${namesOf(members)}` };
}

/** Returns true if a job that the embedded engine could also run may be meant for this member. */
export function mayBeMadeFor({ engine, hasBeenHere }: Member, { classes }: JobNeeds): boolean {
  if (!hasBeenHere) return false;
  return engine.knownDefinitions === null || hasClasses(engine.knownDefinitions, classes);
}

/** Chooses members for a job, which also waits for draining members. */
export function chooseAmong(named: readonly Member[], needs: () => JobNeeds): Choice {
  if (named.length === 0) return { waitsFor: NOT_CONNECTED };
  if (named.length < 2) return readyOf(named);
  const fitting = (wanted: Fit) =>
    named.filter(({ engine }) => engine.knownDefinitions && fitOf(engine.knownDefinitions, needs()) === wanted);
  const all = fitting('all');
  if (all.length > 0) return readyOf(all);
  const unread = named.filter(isUnread);
  if (unread.length > 0) return waitToRead(unread);
  // A draining engine may never respond again; waiting for it would block the job forever.
  const unseen = named.filter(
    (member) => member.engine.knownDefinitions === null && !member.hasAnswered && !isDraining(member),
  );
  if (unseen.length > 0) {
    return { waitsFor: `Waits for ${namesOf(unseen)}: no engine that responds has its node classes and models` };
  }
  // No engine has everything: ComfyUI reports what is missing.
  const withClasses = fitting('classes');
  return readyOf(withClasses.length > 0 ? withClasses : named);
}

function readyOf(members: readonly Member[]): Choice {
  const active = members.filter((member) => !isDraining(member));
  const here = active.filter(({ engine }) => engine.state === 'here');
  if (here.length > 0) return { members: here };
  const [first, ...others] = active;
  if (first === undefined) return { waitsFor: drainingReason(members) };
  if (others.length > 0) return { waitsFor: `None of ${namesOf(active)} responds. The job waits until one does` };
  return { waitsFor: first.engine.health().waitingReason ?? NOT_READY };
}

export function drainingReason(members: readonly Member[]): string {
  return `Waits for ${namesOf(members)}, which ${members.length === 1 ? 'is' : 'are'} draining`;
}

function namesOf(members: readonly Member[]): string {
  return members.map(({ name }) => name).join(', ');
}
