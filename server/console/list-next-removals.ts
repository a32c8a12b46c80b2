import type { NextRemovals } from '@contract/console/schemas';
import { assetBody } from '../assets/asset-body';
import type { StorageLimit } from '../assets/storage-limit/storage-limit';
import { isoTime } from '../clock';
import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import { NO_STORE } from '../jobs/job-access';

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
