import { Ban, Check, CircleHelp, CircleSlash, Clock, Hourglass, LoaderCircle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { isKnownStatus, type JobStatus } from '@contract/jobs/lifecycle';
import { Chip, type ChipTone } from '@/ui/chip';
import { statusText } from './job-text';

interface StatusStyle {
  tone: ChipTone;
  icon: ReactNode;
}

/** Each status has a distinct color, icon and word (rule J-3.18): none of the three is the only indicator. */
const looks: Record<JobStatus, StatusStyle> = {
  queued: { tone: 'neutral', icon: <Clock aria-hidden /> },
  running: { tone: 'accent', icon: <LoaderCircle aria-hidden className="animate-spin" /> },
  canceling: { tone: 'warn', icon: <CircleSlash aria-hidden /> },
  succeeded: { tone: 'ok', icon: <Check aria-hidden /> },
  canceled: { tone: 'neutral', icon: <Ban aria-hidden /> },
  failed: { tone: 'bad', icon: <X aria-hidden /> },
  expired: { tone: 'warn', icon: <Hourglass aria-hidden /> },
};

const unknown: StatusStyle = { tone: 'neutral', icon: <CircleHelp aria-hidden /> };

/** Chip of a status; an unknown one is shown unchanged. */
export function JobStatusChip({ status, className }: { status: string; className?: string }) {
  const look = isKnownStatus(status) ? looks[status] : unknown;
  return (
    <Chip tone={look.tone} icon={look.icon} {...(className ? { className } : {})}>
      {statusText(status)}
    </Chip>
  );
}
