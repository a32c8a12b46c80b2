import type { ListedJob } from '@contract/jobs/schemas';
import { useLiveStore } from '@/api/live/live-store';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { capabilities, findCapability, learn } from '@/api/surfaces/capability-record';
import { defineSetting } from '@/lib/settings/setting';
import { isText, json } from '@/lib/settings/setting-schemas';
import { useSetting } from '@/lib/settings/use-setting';

/**
 * Whether a job ever started. Servers may leave `started_at` null for every job (docs/api-notes.md, End of a job), so its absence
 * says something only about servers that send it otherwise. No screen may claim that nothing was run, or charged, unless it is `never`.
 */
export type JobStart = 'ran' | 'never' | 'unknown';

type Started = Pick<ListedJob, 'id' | 'status' | 'started_at' | 'progress' | 'outputs'>;

/** Maximum number of stored keys. */
const MAX_KEPT = 300;

/** Keys of jobs without a start time that this browser saw running, also before a reload. */
export const seenRunning = defineSetting<ReadonlySet<string>>('seen-running', {
  schema: {
    ...json((stored) => (Array.isArray(stored) ? new Set(stored.filter(isText)) : undefined)),
    format: (keys) => JSON.stringify([...keys]),
  },
  default: new Set(),
});

const keyOf = ({ id }: Pick<Surface, 'id'>, jobId: string) => `${id}/${jobId}`;

/** The one decision whether a job ran. */
export function jobStart(surface: Surface, job: Started): JobStart {
  if (showsRun(job) || seenRunning.get().has(keyOf(surface, job.id))) return 'ran';
  return sendsStartTimes(surface) ? 'never' : 'unknown';
}

export function useJobStart(surface: Surface, job: Started): JobStart {
  useSetting(seenRunning);
  useSetting(capabilities);
  return jobStart(surface, job);
}

/** Learns from a response before the live state of its finished jobs is dropped: what ran, and whether the server sends start times. */
export function noteStarts(surface: Surface, jobs: readonly Started[]): void {
  if (jobs.some(({ started_at: startedAt }) => startedAt)) learn(surface, 'startTimes', true);
  const overlays = useLiveStore.getState().overlays[surface.id];
  const isSeen = ({ id, status, ...job }: Started) => {
    if (job.started_at) return false;
    const { progress, status: reported } = overlays?.[id] ?? {};
    return showsRun({ id, status: reported?.value ?? status, ...job, progress: job.progress ?? progress?.snapshot });
  };
  const seen = jobs.filter((job) => job.status !== 'succeeded' && isSeen(job)).map(({ id }) => keyOf(surface, id));
  const known = seenRunning.get();
  if (seen.every((key) => known.has(key))) return;
  seenRunning.update((keys) => new Set([...new Set([...keys, ...seen])].slice(-MAX_KEPT)));
}

/** Returns true if the job itself shows that it ran. */
function showsRun({ status, started_at: startedAt, progress, outputs }: Started): boolean {
  if (startedAt || status === 'running' || status === 'succeeded' || (outputs?.length ?? 0) > 0) return true;
  return progress ? progress.nodes_done > 0 || progress.value > 0 || typeof progress.current_node === 'string' : false;
}

function sendsStartTimes(surface: Surface): boolean {
  const isOwn = surface.id === LOCAL_SURFACE.id && surface.kind === 'gateway';
  return isOwn || findCapability(surface, 'startTimes')?.isOffered === true;
}
