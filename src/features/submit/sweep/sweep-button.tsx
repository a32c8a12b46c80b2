import { Grid3x3 } from 'lucide-react';
import { useCommandHint } from '@/shared/commands/key-labels';
import { Button } from '@/ui/button';
import { useSession } from '../editor/session-context';
import { openSweep } from './sweep-request';

/** Beside the number of runs: plans runs that differ by their inputs. */
export function SweepButton() {
  const session = useSession();
  const hint = useCommandHint('Run with a range of inputs', 'sweep');
  return (
    <Button
      {...hint}
      aria-label="Sweep…"
      aria-haspopup="dialog"
      onClick={() => openSweep({ draftId: session.state.draft.id, fieldKey: null, isHint: true })}
    >
      <Grid3x3 aria-hidden />
      <span className="max-md:hidden">Sweep…</span>
    </Button>
  );
}
