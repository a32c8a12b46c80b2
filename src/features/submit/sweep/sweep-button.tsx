import { Grid3x3 } from 'lucide-react';
import { plannedAxes } from '@/domains/drafts/sweep-form';
import { formatCount } from '@/lib/format';
import { useCommandHint } from '@/shared/commands/key-labels';
import { Button } from '@/ui/button';
import { useEditor, useSession } from '../draft/session-context';
import { openSweep } from '../draft/sweep-request';

/** Beside the number of runs: plans runs that differ by their inputs, and says if the draft has such a plan. */
export function SweepButton() {
  const session = useSession();
  const axes = useEditor(({ draft }) => (draft.sweep ? plannedAxes(draft.sweep) : 0));
  const hint = useCommandHint(axes > 0 ? 'The plan of a sweep is kept' : 'Run with a range of inputs', 'sweep');
  const label = axes > 0 ? `Sweep (${formatCount(axes, 'axis', 'axes')})…` : 'Sweep…';
  return (
    <Button
      {...hint}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={() => openSweep(session, { fieldKey: null, isHint: true })}
    >
      <Grid3x3 aria-hidden />
      <span className="max-md:hidden">{label}</span>
      {axes > 0 ? (
        <span aria-hidden className="text-sm md:hidden">
          {axes}
        </span>
      ) : null}
    </Button>
  );
}
