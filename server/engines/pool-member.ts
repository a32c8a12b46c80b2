import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { ComfyuiConnection, Engine, EngineAddress, JobNeeds } from './engine';
import { fitOf, hasClasses, type Fit } from './engine-fit';

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

export interface Member extends EngineAddress {
  engine: PooledEngine;
  /** It is not named any more: it ends the job that it has, and is then forgotten. */
  isRemoved: boolean;
  /** Who wants it to get no new jobs. */
  drainedBy: 'config' | 'console' | null;
  /** Its name has another URL now, which is used once the job that it has is over. */
  movesTo: string | null;
  /** Id of the job that it has. */
  job: string | null;
  hasBeenHere: boolean;
  /** Its definitions were read, or could not be. */
  hasAnswered: boolean;
}

/** Where a job can run, or why it waits. */
export type Choice<Candidate = Member> = { members: readonly Candidate[] } | { waitsFor: string };

export const NOT_READY = 'ComfyUI is not ready';

export function newMember({ name, url }: EngineAddress, engine: PooledEngine): Member {
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

/** Of a job that the embedded engine could run, too. */
export function mayBeMadeFor({ engine, hasBeenHere }: Member, { classes }: JobNeeds): boolean {
  if (!hasBeenHere) return false;
  return engine.knownDefinitions === null || hasClasses(engine.knownDefinitions, classes);
}

/** @param named at least one; those that are draining count as engines to wait for */
export function chooseAmong(named: readonly Member[], needs: () => JobNeeds): Choice {
  if (named.length < 2) return readyOf(named);
  const fitting = (wanted: Fit) =>
    named.filter(({ engine }) => engine.knownDefinitions && fitOf(engine.knownDefinitions, needs()) === wanted);
  const all = fitting('all');
  if (all.length > 0) return readyOf(all);
  const unread = named.filter(isUnread);
  if (unread.length > 0) return waitToRead(unread);
  // One that is draining may never answer again, and then this job would never be judged.
  const unseen = named.filter(
    (member) => member.engine.knownDefinitions === null && !member.hasAnswered && !isDraining(member),
  );
  if (unseen.length > 0) {
    return { waitsFor: `Waits for ${namesOf(unseen)}: no engine that responds has its node classes and models` };
  }
  // None has all: ComfyUI says in its own words what is missing.
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
