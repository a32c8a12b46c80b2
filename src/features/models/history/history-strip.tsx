import { History } from 'lucide-react';
import { useMemo } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { runsOf, useRunsView } from '@/domains/model-calls/runs-store';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatDateTime } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { runChip } from '../run/run-chips';
import { RunImage } from './run-image';

/** Limit of shown runs; the full history lists all of them. */
const MAX_SHOWN = 24;

interface HistoryStripProps {
  surface: Surface;
  modelId: string;
  chosenId: string | null;
  onChoose: (run: RunRecord) => void;
  /** Opens the full history. */
  onShowAll: () => void;
}

/** Strip of the latest runs of a model, newest first. */
export function HistoryStrip({ surface, modelId, chosenId, onChoose, onShowAll }: HistoryStripProps) {
  const records = useRunsView((view) => view.records);
  const runs = useMemo(() => runsOf(records, surface.id, modelId), [records, surface.id, modelId]);
  if (runs.length === 0) return null;
  return (
    <div className="flex shrink-0 items-center border-t border-line">
      <ul
        aria-label={t('Runs of this model')}
        className="flex min-w-0 flex-1 gap-2.5 overflow-x-auto px-4 py-2.5 md:pl-5"
      >
        {runs.slice(0, MAX_SHOWN).map((run) => {
          const { word } = runChip(run);
          const isPlain = run.state.name === 'done';
          return (
            <li key={run.id}>
              <button
                type="button"
                aria-label={t('Show the run of {time}, {state}', { time: formatDateTime(run.createdAt), state: word })}
                aria-current={run.id === chosenId || undefined}
                className="block w-18 rounded-md"
                onClick={() => onChoose(run)}
              >
                <RunImage
                  surface={surface}
                  run={run}
                  className={classNames(
                    'h-13 w-18',
                    run.id === chosenId && 'outline-2 outline-offset-1 outline-accent',
                  )}
                />
                <span
                  className={classNames(
                    'mt-1 block truncate text-center text-xs',
                    isPlain ? 'text-muted' : 'text-warn',
                  )}
                >
                  {isPlain ? <Age at={run.createdAt} /> : word}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <Button
        tone="ghost"
        size="icon"
        className="mr-3"
        aria-label={t('Show the whole history')}
        title={t('History')}
        onClick={onShowAll}
      >
        <History aria-hidden />
      </Button>
    </div>
  );
}
