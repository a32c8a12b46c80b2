import { create } from 'zustand';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { titled, type HistoryJob } from '../job-record/history-job';

/** Titles in the history of this browser, by surface and job, for servers that store no labels. */
const useKnownTitles = create<{ titles: ReadonlyMap<string, string> }>(() => ({ titles: new Map() }));

const keyOf = (surfaceId: string, jobId: string) => `${surfaceId}/${jobId}`;

export function noteTitles(records: readonly HistoryJob[]): void {
  const { titles } = useKnownTitles.getState();
  const added = records.flatMap(({ surfaceId, jobId, title }) => {
    const key = keyOf(surfaceId, jobId);
    return title === '' || titles.get(key) === title ? [] : [[key, title] as const];
  });
  if (added.length > 0) useKnownTitles.setState({ titles: new Map([...titles, ...added]) });
}

/** Returns the job with the title that this browser gave it, unless the server has one. */
export function titledHere<J extends ListedJob>(surface: Surface, job: J): ListedJob {
  return titled(job, useKnownTitles.getState().titles.get(keyOf(surface.id, job.id)) ?? '');
}

export function useKnownTitle(surface: Surface, jobId: string): string {
  return useKnownTitles(({ titles }) => titles.get(keyOf(surface.id, jobId)) ?? '');
}
