import { Check, CircleAlert } from 'lucide-react';
import type { UploadState } from '@/domains/assets/uploads-store';
import { formatBytes, formatDuration, formatPercent } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { Spinner } from '@/ui/spinner';

interface UploadStatusProps {
  upload: UploadState;
  onCancel: () => void;
  onRetry: () => void;
}

/** Upload progress with size, speed and time remaining. */
export function UploadStatus({ upload, onCancel, onRetry }: UploadStatusProps) {
  switch (upload.phase) {
    case 'waiting':
      return <UnderWay text={t('Queued')} value={null} onCancel={onCancel} />;
    case 'hashing':
      return (
        <UnderWay
          text={t('Reading {percent}', { percent: formatPercent(upload.total === 0 ? 1 : upload.done / upload.total) })}
          value={upload.total === 0 ? null : upload.done / upload.total}
          onCancel={onCancel}
        />
      );
    case 'checking':
      return <UnderWay text={t('Checking for an existing copy')} value={null} onCancel={onCancel} />;
    case 'uploading': {
      const speed = upload.bytesPerS === null ? null : `${formatBytes(upload.bytesPerS)}/s`;
      const left = upload.msLeft === null ? null : t('{duration} left', { duration: formatDuration(upload.msLeft) });
      const sent = t('{sent} of {total}', { sent: formatBytes(upload.sent), total: formatBytes(upload.total) });
      return (
        <UnderWay
          text={[sent, speed, left].filter(Boolean).join(' · ')}
          value={upload.total === 0 ? null : upload.sent / upload.total}
          onCancel={onCancel}
        />
      );
    }
    case 'done':
      return (
        <p className="flex items-start gap-1.5 text-sm text-ok">
          <Check aria-hidden className="mt-px size-3.5 shrink-0" />
          {upload.sent === 0
            ? t('Already uploaded: 0 of {size} sent', { size: formatBytes(upload.total) })
            : t('Uploaded: {size} sent', { size: formatBytes(upload.sent) })}
        </p>
      );
    case 'failed':
    case 'canceled':
      return (
        <div className="flex flex-col items-start gap-2">
          <p className="flex items-start gap-1.5 text-sm text-bad">
            <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
            {upload.phase === 'failed' ? upload.message : t('Upload canceled.')}
          </p>
          <div className="flex gap-2">
            <Button size="sm" onClick={onRetry}>
              {t('Try again')}
            </Button>
            <Button size="sm" tone="ghost" onClick={onCancel}>
              {t('Remove')}
            </Button>
          </div>
        </div>
      );
  }
}

function UnderWay({ text, value, onCancel }: { text: string; value: number | null; onCancel: () => void }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-1.5 text-sm text-muted">
        <Spinner className="size-3.5" />
        <span className="min-w-0 flex-1 tabular-nums">{text}</span>
        <Button size="sm" tone="ghost" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
      <ProgressBar value={value} label={t('Upload')} />
    </div>
  );
}
