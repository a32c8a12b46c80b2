import { Check } from 'lucide-react';
import { useMemo } from 'react';
import { chargesOnPolicyRejection, type ModelEntry } from '@contract/router/schemas';
import { runsOf, useRunsView } from '@/domains/model-calls/runs-store';
import type { Surface } from '@/api/surface';
import { formatCredits, formatDuration } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Skeleton } from '@/ui/skeleton';
import { BillingChip } from '../billing-chip';
import { MissingKeyChip } from '../modality-chips';
import type { InputFit } from '../schema/input-fit';
import { typicalTime } from '../run/run-chips';

const MAX_NAMED = 6;
const MAX_FAULTS = 3;

interface ModelChoiceProps {
  model: ModelEntry;
  isFree: boolean;
  /** Whether it cannot run until the key of its provider is entered. */
  needsKey: boolean;
  isChosen: boolean;
  isFull: boolean;
  onToggle: () => void;
}

/** Chooses a model, and says so if its refusals are charged. */
export function ModelChoice({ model, isFree, needsKey, isChosen, isFull, onToggle }: ModelChoiceProps) {
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
      {needsKey ? <MissingKeyChip /> : null}
      {isCharged ? <BillingChip billing={model.billing} className="max-sm:hidden" /> : null}
    </button>
  );
}

interface ChosenModelProps {
  surface: Surface;
  modelId: string;
  isFree: boolean;
  /** `undefined` while loading. */
  fit: InputFit | undefined;
  /** Whether inputs that are unknown to the model are omitted. */
  isTrimmed: boolean;
}

/** How the input fits a chosen model, and the duration and cost of earlier runs in this browser. */
export function ChosenModel({ surface, modelId, isFree, fit, isTrimmed }: ChosenModelProps) {
  const records = useRunsView((view) => view.records);
  const runs = useMemo(() => runsOf(records, surface.id, modelId), [records, surface.id, modelId]);
  const typical = typicalTime(runs);
  const credits = runs.flatMap(({ state }) => (state.name === 'done' ? (state.answer.creditsUsed ?? []) : []))[0];
  const history = [
    typical
      ? t('{duration} median over {count, plural, one {# run} other {# runs}}', {
          duration: formatDuration(typical.medianMs),
          count: typical.count,
        })
      : null,
    isFree || credits === undefined ? null : t('{credits} the last time', { credits: formatCredits(credits) }),
  ].filter(Boolean);
  return (
    <div className="flex flex-col gap-0.5 pb-1.5 pl-8.5 text-sm text-muted">
      {fit ? <FitText fit={fit} isTrimmed={isTrimmed} /> : <Skeleton className="h-4 w-60" />}
      <p>
        {history.length > 0
          ? t('This browser: {history}', { history: history.join(', ') })
          : isFree
            ? t('No previous runs; free.')
            : t('No previous runs; cost unknown.')}
      </p>
    </div>
  );
}

export function FitText({ fit, isTrimmed }: { fit: InputFit; isTrimmed: boolean }) {
  if (!fit.isDescribed) return <p>{t('It does not describe its input: the input is sent unchanged.')}</p>;
  const { missing, faults } = fit;
  return (
    <>
      <p>{fitText(fit, isTrimmed)}</p>
      {missing.length > 0 ? (
        <p className="text-warn">{t('It also asks for {names}, so it may refuse.', { names: named(missing) })}</p>
      ) : null}
      {faults.slice(0, MAX_FAULTS).map((error) => (
        <p key={error} className="wrap-anywhere text-warn">
          {error}
        </p>
      ))}
    </>
  );
}

function fitText({ taken, unknown }: InputFit, isTrimmed: boolean): string {
  const values = { taken: taken.length, count: taken.length + unknown.length, names: named(unknown) };
  if (unknown.length === 0) return t('Takes {taken} of {count, plural, one {# input} other {# inputs}}.', values);
  return isTrimmed
    ? t('Takes {taken} of {count, plural, one {# input} other {# inputs}}; left out: {names}.', values)
    : t('Takes {taken} of {count, plural, one {# input} other {# inputs}}; not known to it: {names}.', values);
}

function named(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return rest > 0 ? t('{names} and {count} more', { names: shown, count: rest }) : shown;
}
