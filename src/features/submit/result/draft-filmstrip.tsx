import { X } from 'lucide-react';
import { useLive } from '@/api/live/use-live';
import { t } from '@/lib/i18n/messages';
import { Filmstrip } from '@/shared/result/filmstrip';
import { Button } from '@/ui/button';
import { useSession } from '../draft/session/session-context';
import type { DraftRun } from './draft-runs';
import { RunTile } from './run-tile';

interface DraftFilmstripProps {
  /** Newest first. */
  runs: readonly DraftRun[];
  selected: DraftRun | null;
  /** When the page was opened, in milliseconds. */
  openedAt: number;
  onSelect: (run: DraftRun) => void;
}

/** The newest runs are fetched while they are out of view: a click may start several, and their ends are announced. */
const FOLLOWED_RUNS = 4;

/** The runs of the draft. */
export function DraftFilmstrip({ runs, selected, openedAt, onSelect }: DraftFilmstripProps) {
  const { surface, editor } = useSession();
  useLive(surface);
  return (
    <Filmstrip
      label={t('Started from this draft')}
      runs={runs}
      selectedId={selected?.id ?? null}
      onSelect={onSelect}
      action={
        <Button
          size="icon-sm"
          tone="ghost"
          aria-label={t('Clear this list')}
          title={t('Clear')}
          onClick={() => editor.editDraft((draft) => ({ ...draft, runsClearedAt: Date.now() }))}
        >
          <X aria-hidden />
        </Button>
      }
    >
      {(run, index) => (
        <RunTile
          key={run.id}
          run={run}
          earlier={runs[index + 1] ?? null}
          isSelected={run.id === selected?.id}
          isFollowed={index < FOLLOWED_RUNS}
          isOfPage={run.createdAt >= openedAt}
          onSelect={() => onSelect(run)}
        />
      )}
    </Filmstrip>
  );
}
