import { Check, CirclePause, CircleStop, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { Chip, type ChipTone } from '@/ui/chip';
import { batchStatus, type BatchStatus } from './batch-state';

const LOOKS: Readonly<Record<BatchStatus, { tone: ChipTone; icon: ReactNode }>> = {
  running: { tone: 'accent', icon: <LoaderCircle aria-hidden /> },
  paused: { tone: 'warn', icon: <CirclePause aria-hidden /> },
  stopped: { tone: 'neutral', icon: <CircleStop aria-hidden /> },
  finished: { tone: 'ok', icon: <Check aria-hidden /> },
};

export function BatchChip({ batch }: { batch: BatchEntry }) {
  const status = batchStatus(batch);
  return (
    <Chip {...LOOKS[status]} className="justify-self-start">
      {status}
    </Chip>
  );
}
