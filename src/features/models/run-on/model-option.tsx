import { Check } from 'lucide-react';
import { useMemo } from 'react';
import { chargesOnPolicyRejection, type ModelEntry } from '@contract/router/schemas';
import { runsOf, useRunsView } from '@/domains/model-calls/runs-store';
import type { Surface } from '@/api/surface';
import { formatCount, formatCredits, formatDuration } from '@/lib/format';
import { Skeleton } from '@/ui/skeleton';
import { BillingChip } from '../billing-chip';
import type { InputFit } from '../schema/input-fit';
import { typicalTime } from '../run/run-chips';

const MAX_NAMED = 6;
const MAX_FAULTS = 3;

interface ModelChoiceProps {
  model: ModelEntry;
  isFree: boolean;
  isChosen: boolean;
  isFull: boolean;
  onToggle: () => void;
}

/** Chooses a model, and says so if its refusals are charged. */
export function ModelChoice({ model, isFree, isChosen, isFull, onToggle }: ModelChoiceProps) {
  const isCharged = !isFree && chargesOnPolicyRejection(model.billing) === 'yes';
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isChosen}
      aria-disabled={(!isChosen && isFull) || undefined}
      className="flex min-h-9 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover aria-disabled:text-faint"
      onClick={onToggle}
    >
      <span
        aria-hidden
        className="flex size-4 shrink-0 items-center justify-center rounded border border-control bg-panel text-accent-text in-aria-checked:border-accent in-aria-checked:bg-accent"
      >
        {isChosen ? <Check className="size-3 stroke-[3.5]" /> : null}
      </span>
      <span className="min-w-0 flex-1 truncate">{model.id}</span>
      {isCharged ? <BillingChip billing={model.billing} className="max-sm:hidden" /> : null}
    </button>
  );
}

interface ChosenModelProps {
  surface: Surface;
  modelId: string;
  /** `undefined` while loading. */
  fit: InputFit | undefined;
  /** Whether inputs that are unknown to the model are omitted. */
  isTrimmed: boolean;
}

/** How the input fits a chosen model, and the duration and cost of earlier runs in this browser. */
export function ChosenModel({ surface, modelId, fit, isTrimmed }: ChosenModelProps) {
  const records = useRunsView((view) => view.records);
  const runs = useMemo(() => runsOf(records, surface.id, modelId), [records, surface.id, modelId]);
  const typical = typicalTime(runs);
  const credits = runs.flatMap(({ state }) => (state.name === 'done' ? (state.answer.creditsUsed ?? []) : []))[0];
  const history = [
    typical ? `${formatDuration(typical.medianMs)} median over ${formatCount(typical.count, 'run')}` : null,
    credits === undefined ? null : `${formatCredits(credits)} the last time`,
  ].filter(Boolean);
  return (
    <div className="flex flex-col gap-0.5 pb-1.5 pl-8.5 text-sm text-muted">
      {fit ? <FitText fit={fit} isTrimmed={isTrimmed} /> : <Skeleton className="h-4 w-60" />}
      <p>{history.length > 0 ? `This browser: ${history.join(', ')}` : 'No previous runs; cost unknown.'}</p>
    </div>
  );
}

export function FitText({ fit, isTrimmed }: { fit: InputFit; isTrimmed: boolean }) {
  if (!fit.isDescribed) return <p>It does not describe its input: the input is sent unchanged.</p>;
  const { taken, unknown, missing, faults } = fit;
  return (
    <>
      <p>
        Takes {taken.length} of {formatCount(taken.length + unknown.length, 'input')}
        {unknown.length === 0 ? '.' : `; ${isTrimmed ? 'left out' : 'not known to it'}: ${named(unknown)}.`}
      </p>
      {missing.length > 0 ? <p className="text-warn">It also asks for {named(missing)}, so it may refuse.</p> : null}
      {faults.slice(0, MAX_FAULTS).map((error) => (
        <p key={error} className="wrap-anywhere text-warn">
          {error}
        </p>
      ))}
    </>
  );
}

function named(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
