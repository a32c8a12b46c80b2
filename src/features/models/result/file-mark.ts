import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Surface } from '@/api/surface';
import { fileMarksQuery, NO_MARK, NO_MARKS, type FileMark } from '@/domains/annotations/file-marks';
import { resultHolder } from '@/domains/models/fetch-result';
import { savedResults } from '@/domains/models/saved-results';
import { useSetting } from '@/lib/settings/use-setting';
import type { OutputMedia } from './parse/output-media';

/** Star and rating of a file of a response: those of the file in the gallery that was made of it. */
export function useFileMark(surface: Surface, { id }: OutputMedia): FileMark {
  const { data: marks = NO_MARKS } = useQuery(fileMarksQuery(resultHolder(surface).id));
  const assetId = useSetting(savedResults, (results) => results[id]);
  return (assetId === undefined ? undefined : marks.get(assetId)) ?? NO_MARK;
}

/** Returns the ids of the runs with a starred file. */
export function useStarredRuns(surface: Surface): ReadonlySet<string> {
  const { data: marks = NO_MARKS } = useQuery(fileMarksQuery(resultHolder(surface).id));
  const results = useSetting(savedResults);
  return useMemo(() => {
    const starred = Object.entries(results).filter(([, assetId]) => marks.get(assetId)?.isStarred === true);
    // The id of a file begins with that of its run.
    return new Set(starred.map(([mediaId]) => mediaId.split(' ')[0] ?? ''));
  }, [results, marks]);
}
