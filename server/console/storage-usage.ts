import { TITLE_LABEL } from '@contract/console/job-title';
import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import { NO_STORE } from '../jobs/job-access';
import { DELETE_GRACE_MS, emptyTrash } from '../jobs/trash-sweep';
import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { StorageLimit, StorageLimitState } from '../assets/storage-limit/storage-limit';
import { listUnlistedFiles } from '../assets/recover-files';
import { discardUnreferencedBlobs } from '../assets/sweep';
import { readJson } from '../http/read-json';
import { requireSpace } from '../storage/spare-room';
import type { NextRemovals, StorageForecast } from '@contract/console/schemas';
import { yieldToEventLoop } from '../storage/yield-to-event-loop';
import { assetBody } from '../assets/asset-body';
import { isoTime } from '../clock';

const MAX_TRASH_LISTED = 100;

interface UsageDeps extends Pick<AppDeps, 'store' | 'clock' | 'freeBytes' | 'unlistedFiles'> {
  storageLimit: StorageLimit;
}

/** `GET /console/storage`: disk usage of the gateway, and deleted jobs that can be restored. */
export const getStorageUsage =
  (deps: UsageDeps): OperationHandler =>
  ({ caller: { owner } }) =>
    usageResponse(deps, owner);

/** `POST /console/storage/empty-trash`: removes deleted jobs for good before their hour has passed, to free space. */
export const emptyTrashNow =
  (deps: UsageDeps & Pick<AppDeps, 'blobs'>): OperationHandler =>
  async ({ caller: { owner } }) => {
    await emptyTrash(deps, owner);
    return await usageResponse(deps, owner);
  };

async function usageResponse(deps: UsageDeps, owner: string): Promise<Response> {
  const { store } = deps;
  const { largestJobs, ...usage } = store.trash.usage(owner);
  const freeBytes = (await deps.freeBytes?.()) ?? null;
  const limit = await deps.storageLimit.state();
  const body = {
    ...usage,
    largest_jobs: largestJobs.map(({ jobId, files, bytes }) => ({
      id: jobId,
      files,
      bytes,
      title: titleOf(deps, jobId),
    })),
    deleted_jobs: store.trash.list(owner, MAX_TRASH_LISTED).map(({ jobId, deletedAt }) => ({
      id: jobId,
      title: titleOf(deps, jobId),
      restorable_until: new Date(deletedAt + DELETE_GRACE_MS).toISOString(),
    })),
    unlisted_files: deps.unlistedFiles?.found ?? null,
    free_bytes: freeBytes,
    limit: limit && {
      bytes: limit.limitBytes,
      used_bytes: limit.usedBytes,
      is_exceeded_by_protected: limit.isExceededByProtected,
    },
    forecast: await storageForecast(deps, owner, { limit, freeBytes }),
  };
  return Response.json(body, { headers: NO_STORE });
}

function titleOf({ store }: Pick<AppDeps, 'store'>, jobId: string): string | null {
  return store.jobs.get(jobId)?.labels[TITLE_LABEL] ?? null;
}

/**
 * `POST /console/storage/unlisted-files`: what the owner decides about files that an older copy of the database does not list. `add`
 * lists them as uploads; `discard` moves them to the trash, from which `--recover` lists them for seven days.
 */
export const settleUnlistedFiles =
  (deps: AppDeps & UsageDeps): OperationHandler =>
  async ({ request, caller: { owner } }) => {
    const { action } = await readJson(request, CONSOLE_BODIES.settleUnlistedFiles);
    const { unlistedFiles, log } = deps;
    if (unlistedFiles?.found) {
      if (action === 'add') {
        requireSpace(deps);
        const files = await listUnlistedFiles(deps);
        log.info({ files }, 'Stored files that the older database did not list are listed as uploads');
        unlistedFiles.settle();
      } else {
        log.info(
          { ...unlistedFiles.found },
          'Stored files that the older database does not list are moved to the trash',
        );
        unlistedFiles.settle();
        await discardUnreferencedBlobs(deps);
      }
    }
    return await usageResponse(deps, owner);
  };

const DAY_MS = 24 * 3600 * 1000;
const MAX_DAYS = 7;

interface Room {
  limit: StorageLimitState | null;
  /** Of the disk; `null` if unknown. */
  freeBytes: number | null;
}

/**
 * Returns when the limit or the disk is full, whichever comes first, if files are added as in the last days. Days before the first
 * file of this week do not count, or a new gateway would seem to grow slowly. `null` if nothing was added, or no room is known.
 */
export async function storageForecast(
  { store, clock }: Pick<AppDeps, 'store' | 'clock'>,
  owner: string,
  { limit, freeBytes }: Room,
): Promise<StorageForecast | null> {
  const now = clock.now();
  let [added, days] = [0, 0];
  for (let day = 1; day <= MAX_DAYS; day += 1) {
    const bytes = store.assets.bytesCreated(owner, now - day * DAY_MS, now - (day - 1) * DAY_MS);
    if (bytes > 0) [added, days] = [added + bytes, day];
    // A day with many thousands of files takes milliseconds.
    await yieldToEventLoop();
  }
  if (added === 0) return null;
  const perDay = added / days;
  const rooms = [
    ...(limit ? [{ reaches: 'limit', bytes: limit.limitBytes - limit.usedBytes }] : []),
    ...(freeBytes === null ? [] : [{ reaches: 'disk', bytes: freeBytes }]),
  ].sort((left, right) => left.bytes - right.bytes);
  const [first] = rooms;
  if (!first) return null;
  return {
    bytes_per_day: Math.round(perDay),
    days,
    reaches: first.reaches,
    in_days: Math.max(0, first.bytes / perDay),
  };
}

/** Number of outputs that are announced while the limit is kept. */
const MAX_AHEAD = 100;
const MAX_LISTED = 24;

/** `GET /console/storage/next-removals`: the outputs that the storage limit removes next, before it removes them. */
export const listNextRemovals =
  (deps: Pick<AppDeps, 'clock' | 'sign'> & { storageLimit: StorageLimit }): OperationHandler =>
  async ({ origin }) => {
    const { outputs, bytes, isDue } = await deps.storageLimit.next(MAX_AHEAD);
    const times = outputs.map(({ createdAt }) => createdAt).sort((left, right) => left - right);
    const [oldest, newest] = [times[0], times.at(-1)];
    const body: NextRemovals = {
      is_due: isDue,
      files: outputs.length,
      bytes,
      oldest: oldest === undefined ? null : isoTime(oldest),
      newest: newest === undefined ? null : isoTime(newest),
      assets: outputs.slice(0, MAX_LISTED).map((asset) => assetBody(asset, origin, deps)),
    };
    return Response.json(body, { headers: NO_STORE });
  };
