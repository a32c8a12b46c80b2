import { bucketOfFailure } from '@/domains/model-calls/retry-decision';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { formatCredits } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import type { ChipTone } from '@/ui/chip';

export interface RunChip {
  word: string;
  tone: ChipTone;
}

/** Returns the status label of a run. Policy refusals and models that are not enabled are not failures. */
export function runChip({ state }: Pick<RunRecord, 'state'>): RunChip {
  switch (state.name) {
    case 'pending':
      return { word: t('queued'), tone: 'neutral' };
    case 'in_flight':
      return { word: t('running'), tone: 'accent' };
    case 'retry_wait':
      return { word: t('waiting'), tone: 'warn' };
    case 'collectable':
      return { word: t('result pending'), tone: 'warn' };
    case 'not_sent':
      return { word: t('not sent'), tone: 'neutral' };
    case 'canceled':
      return { word: t('canceled'), tone: 'neutral' };
    case 'done':
      return state.answer.isReplayed ? { word: t('replayed'), tone: 'ok' } : { word: t('succeeded'), tone: 'ok' };
    case 'failed':
      return failureText(bucketOfFailure(state.failure));
  }
}

function failureText(bucket: string): RunChip {
  switch (bucket) {
    case 'content_policy_violation':
      return { word: t('rejected'), tone: 'warn' };
    case 'not_enabled':
      return { word: t('not enabled'), tone: 'neutral' };
    case 'invalid_input':
      return { word: t('rejected'), tone: 'bad' };
    default:
      return { word: t('failed'), tone: 'bad' };
  }
}

/** Returns the time from the click to the last byte; `null` if unknown. */
export function runDuration({ state }: Pick<RunRecord, 'state'>): number | null {
  return state.name === 'done' ? state.answer.durationMs : null;
}

/** Returns the reported cost; `null` if it is unknown or zero, or the models of the server cost nothing. */
export function runCredits({ state, isFree }: Pick<RunRecord, 'state' | 'isFree'>): string | null {
  const used = state.name === 'done' && !isFree ? state.answer.creditsUsed : null;
  return used === null || Number(used) === 0 ? null : formatCredits(used);
}

/** Returns the median duration of a model, without replayed responses; `null` if there is none. */
export function typicalTime(runs: readonly RunRecord[]): { medianMs: number; count: number } | null {
  const times = runs
    .flatMap(({ state }) => (state.name === 'done' && !state.answer.isReplayed ? [state.answer.durationMs] : []))
    .sort((left, right) => left - right);
  const middle = times[Math.floor((times.length - 1) / 2)];
  return middle === undefined ? null : { medianMs: middle, count: times.length };
}
