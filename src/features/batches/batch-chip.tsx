import { Check, CirclePause, CircleStop, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { Chip, type ChipTone } from '@/ui/chip';
import { batchResult, batchStatus, isPlannedPause, type BatchResult, type BatchStatus } from './batch-state';

interface Look {
  label: Message;
  tone: ChipTone;
  icon: ReactNode;
}

const LOOKS: Readonly<Record<Exclude<BatchStatus, 'finished'> | BatchResult, Look>> = {
  running: { label: msg('running'), tone: 'accent', icon: <LoaderCircle aria-hidden /> },
  paused: { label: msg('paused'), tone: 'warn', icon: <CirclePause aria-hidden /> },
  stopped: { label: msg('stopped'), tone: 'neutral', icon: <CircleStop aria-hidden /> },
  succeeded: { label: msg('succeeded'), tone: 'ok', icon: <Check aria-hidden /> },
  'partly succeeded': { label: msg('partly succeeded'), tone: 'warn', icon: <TriangleAlert aria-hidden /> },
  failed: { label: msg('failed'), tone: 'bad', icon: <X aria-hidden /> },
  canceled: { label: msg('canceled'), tone: 'neutral', icon: <CircleStop aria-hidden /> },
  unconfirmed: { label: msg('unconfirmed'), tone: 'warn', icon: <TriangleAlert aria-hidden /> },
};

/** Returns how the batch stands, or how it ended. */
export function batchStatusText(batch: BatchEntry): string {
  return t(lookOf(batch).label);
}

function lookOf(batch: BatchEntry): Look {
  const status = batchStatus(batch);
  return LOOKS[status === 'finished' ? batchResult(batch) : status];
}

export function BatchChip({ batch }: { batch: BatchEntry }) {
  const { label, tone, icon } = lookOf(batch);
  const isPlanned = batchStatus(batch) === 'paused' && isPlannedPause(batch);
  return (
    <Chip icon={icon} tone={isPlanned ? 'neutral' : tone} className="justify-self-start">
      {t(label)}
    </Chip>
  );
}
