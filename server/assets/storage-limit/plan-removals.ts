import { RecordState } from '@contract/console/curated-records';
import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../../deps';
import type { ListedOutput, OutputCursor, Store } from '../../storage/store';
import { yieldToEventLoop } from '../../storage/yield-to-event-loop';
import type { DraftFiles } from './draft-files';

/** Time for a user to look at an output and for a client to download it. */
const MIN_AGE_MS = 60 * 60 * 1000;
const BATCH = 100;

type PlanDeps = Pick<AppDeps, 'store' | 'clock'>;
export type RemovableOutput = ListedOutput['asset'];

export interface RemovalPlan {
  /** In the order in which they go: the oldest first. */
  outputs: RemovableOutput[];
  /** What their removal frees. */
  bytes: number;
  /** What outputs free that are too recent now, if no user or job needs them by then. */
  recentBytes: number;
}

/**
 * Finds the outputs that the storage limit removes next, oldest first, until enough bytes would be free. Content that several
 * records share counts with the newest of them, and only if all may go. Other requests are served in between.
 * @param enough stops the search, such as when the bytes suffice
 */
export async function planRemovals(
  { store, clock }: PlanDeps,
  owner: string,
  drafts: DraftFiles,
  enough: (plan: RemovalPlan) => boolean,
): Promise<RemovalPlan> {
  await drafts.read();
  const plan: RemovalPlan = { outputs: [], bytes: 0, recentBytes: 0 };
  const shared = new Map<string, RemovableOutput[]>();
  let after: OutputCursor | null = null;
  while (!enough(plan)) {
    const found: ListedOutput[] = store.assets.oldestOutputs(owner, after, BATCH);
    const inDrafts = drafts.current();
    for (const { asset, cursor } of found) {
      after = cursor;
      if (asset.blob === null || !isRemovable(store, asset, inDrafts)) continue;
      const same = [...(shared.get(asset.blob) ?? []), asset];
      if (same.length < store.assets.countWithBlob(asset.blob)) {
        shared.set(asset.blob, same);
        continue;
      }
      // The newest of them is the last one that is found.
      if (asset.createdAt > clock.now() - MIN_AGE_MS) {
        plan.recentBytes += asset.sizeBytes;
      } else {
        plan.outputs.push(...same);
        plan.bytes += asset.sizeBytes;
      }
      if (enough(plan)) return plan;
    }
    if (found.length < BATCH) return plan;
    await yieldToEventLoop();
  }
  return plan;
}

/**
 * Returns false for an output that a user or a job still needs: read by an unfinished job, made by one, in a draft, or with a star, a
 * rating or a tag on its file or its job.
 */
export function isRemovable(
  store: Pick<Store, 'assets' | 'jobs' | 'curated'>,
  { id, blob, owner, jobId }: RemovableOutput,
  inDrafts: ReadonlySet<string>,
): boolean {
  const status = store.jobs.status(jobId);
  return (
    (status === null || isTerminal(status)) &&
    !store.assets.isInUse(id) &&
    !inDrafts.has(id) &&
    !inDrafts.has(`blake3:${blob}`) &&
    !isMarked(store.curated.get(owner, 'annotation', jobId)) &&
    !isMarked(store.curated.get(owner, 'file', `${LOCAL_SURFACE_ID}/${id}`))
  );
}

/**
 * A mark that was taken back is stored as an empty value. A record that cannot be read counts as a mark: nothing that a user may have
 * starred is removed.
 */
function isMarked(state: string | null): boolean {
  if (state === null) return false;
  const read = RecordState.safeParse(JSON.parse(state));
  if (!read.success) return true;
  return Object.entries(read.data.fields).some(
    ([name, { value }]) =>
      (name === 'star' && value === true) ||
      (name === 'rating' && typeof value === 'number' && value > 0) ||
      (name.startsWith('tag:') && value === true),
  );
}
