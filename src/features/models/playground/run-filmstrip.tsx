import { History } from 'lucide-react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { useIsSeen } from '@/lib/hooks/use-is-seen';
import { t } from '@/lib/i18n/messages';
import { Filmstrip } from '@/shared/result/filmstrip';
import { FilmstripTile, type TileState } from '@/shared/result/filmstrip-tile';
import { Button } from '@/ui/button';
import type { ChipTone } from '@/ui/chip';
import { RunPicture } from '../history/run-image';
import { useStarredRuns } from '../result/file-mark';
import { runChip } from '../run/run-chips';
import { useRunChanges } from './run-changes';

/** Limit of shown runs; the full history lists all of them. */
const MAX_SHOWN = 24;

interface RunFilmstripProps {
  surface: Surface;
  /** Runs of the model, newest first. */
  runs: readonly RunRecord[];
  chosenId: string | null;
  onChoose: (run: RunRecord) => void;
  /** Opens the full history. */
  onShowAll: () => void;
}

/** The latest runs of a model. */
export function RunFilmstrip({ surface, runs, chosenId, onChoose, onShowAll }: RunFilmstripProps) {
  const starred = useStarredRuns(surface);
  if (runs.length === 0) return null;
  return (
    <Filmstrip
      label={t('Runs of this model')}
      runs={runs.slice(0, MAX_SHOWN)}
      selectedId={chosenId}
      onSelect={onChoose}
      action={
        <Button
          tone="ghost"
          size="icon-sm"
          aria-label={t('Show the whole history')}
          title={t('History')}
          onClick={onShowAll}
        >
          <History aria-hidden />
        </Button>
      }
    >
      {(run, index) => (
        <RunTile
          key={run.id}
          surface={surface}
          run={run}
          number={runs.length - index}
          earlier={runs[index + 1] ?? null}
          isStarred={starred.has(run.id)}
          isSelected={run.id === chosenId}
          onSelect={() => onChoose(run)}
        />
      )}
    </Filmstrip>
  );
}

interface RunTileProps {
  surface: Surface;
  run: RunRecord;
  number: number;
  /** The run before it; `null` for the first one. */
  earlier: RunRecord | null;
  isStarred: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

function RunTile({ surface, run, earlier, ...tile }: RunTileProps) {
  const [isSeen, see] = useIsSeen();
  const { word, tone } = runChip(run);
  return (
    <FilmstripTile
      {...tile}
      ref={see}
      id={run.id}
      state={STATES[tone]}
      word={word}
      changes={useRunChanges(run, earlier, isSeen)}
    >
      <RunPicture surface={surface} run={run} />
    </FilmstripTile>
  );
}

const STATES: Readonly<Record<ChipTone, TileState>> = {
  ok: 'done',
  accent: 'active',
  warn: 'open',
  bad: 'failed',
  neutral: 'ended',
};
