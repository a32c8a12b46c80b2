import { Check, CirclePause, CircleStop, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { Chip, type ChipTone } from '@/ui/chip';
import { batchResult, batchStatus, isPlannedPause, type BatchResult, type BatchStatus } from './batch-state';

const LOOKS: Readonly<Record<Exclude<BatchStatus, 'finished'> | BatchResult, { tone: ChipTone; icon: ReactNode }>> = {
  running: { tone: 'accent', icon: <LoaderCircle aria-hidden /> },
  paused: { tone: 'warn', icon: <CirclePause aria-hidden /> },
  stopped: { tone: 'neutral', icon: <CircleStop aria-hidden /> },
  succeeded: { tone: 'ok', icon: <Check aria-hidden /> },
  'partly succeeded': { tone: 'warn', icon: <TriangleAlert aria-hidden /> },
  failed: { tone: 'bad', icon: <X aria-hidden /> },
  canceled: { tone: 'neutral', icon: <CircleStop aria-hidden /> },
  unconfirmed: { tone: 'warn', icon: <TriangleAlert aria-hidden /> },
};

export function BatchChip({ batch }: { batch: BatchEntry }) {
  const status = batchStatus(batch);
  const shown = status === 'finished' ? batchResult(batch) : status;
  const { tone, icon } = LOOKS[shown];
  const isPlanned = status === 'paused' && isPlannedPause(batch);
  return (
    <Chip icon={icon} tone={isPlanned ? 'neutral' : tone} className="justify-self-start">
      {shown}
    </Chip>
  );
}
