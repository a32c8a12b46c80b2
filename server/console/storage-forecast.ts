import type { StorageForecast } from '@contract/console/schemas';
import type { StorageLimitState } from '../assets/storage-limit/storage-limit';
import type { AppDeps } from '../deps';
import { yieldToEventLoop } from '../storage/yield-to-event-loop';

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
