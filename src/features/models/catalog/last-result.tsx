import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { useRunsView } from '@/domains/model-calls/runs-store';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { BlobImage } from '@/ui/blob-image';
import { runThumbnailQuery } from '../result/thumbnail-query';

/** The newest result of each model in this browser, by model. */
export function useLastResults(surface: Surface): ReadonlyMap<string, RunRecord> {
  const records = useRunsView((view) => view.records);
  return useMemo(() => {
    const newest = new Map<string, RunRecord>();
    for (const run of Object.values(records)) {
      if (run.surfaceId !== surface.id || run.state.name !== 'done') continue;
      if (run.createdAt > (newest.get(run.modelId)?.createdAt ?? 0)) newest.set(run.modelId, run);
    }
    return newest;
  }, [records, surface.id]);
}

interface LastResultProps {
  surface: Surface;
  run: RunRecord;
  /** Classes of an image, and of the first lines of a text. */
  looks: { image: string; text: string; lines: string };
  /** Shown until the result is read, and if nothing of it can be shown. */
  children: ReactNode;
}

/** The last result of a model as its picture: an image, a frame of a video or the first lines of a text. */
export function LastResult({ surface, run, looks, children }: LastResultProps) {
  const { data } = useQuery(runThumbnailQuery(surface, run));
  const label = t('Last result of {modelId}', { modelId: run.modelId });
  if (data?.image) return <BlobImage blob={data.image} alt={label} className={looks.image} />;
  if (!data?.text) return children;
  return (
    <div className={looks.text}>
      <p className={looks.lines}>
        <span className="sr-only">{label}: </span>
        {data.text}
      </p>
    </div>
  );
}
