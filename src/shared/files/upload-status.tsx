import { Check, CircleAlert, Pause } from 'lucide-react';
import { type UploadState, pauseUpload, resumeUpload } from '@/domains/assets/uploads-store';
import { formatBytes, formatDuration, formatPercent } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { Spinner } from '@/ui/spinner';

interface UploadStatusProps {
  id: string;
  upload: UploadState;
  onCancel: () => void;
  onRetry: () => void;
}

/** Upload progress with size, speed and time remaining. */
export function UploadStatus({ id, upload, onCancel, onRetry }: UploadStatusProps) {
  const common = { id, isPaused: upload.phase === 'paused', onCancel };
  switch (upload.phase) {
    case 'waiting':
      return <UnderWay {...common} text={t('Queued')} value={null} />;
    case 'hashing':
      return (
        <UnderWay
          {...common}
          text={t('Reading {percent}', { percent: formatPercent(upload.total === 0 ? 1 : upload.done / upload.total) })}
          value={upload.total === 0 ? null : upload.done / upload.total}
        />
      );
    case 'checking':
      return <UnderWay {...common} text={t('Checking for an existing copy')} value={null} />;
    case 'uploading': {
      const speed = upload.bytesPerS === null ? null : `${formatBytes(upload.bytesPerS)}/s`;
      const left = upload.msLeft === null ? null : t('{duration} left', { duration: formatDuration(upload.msLeft) });
      const sent = t('{sent} of {total}', { sent: formatBytes(upload.sent), total: formatBytes(upload.total) });
      return (
        <UnderWay
          {...common}
          text={[sent, speed, left].filter(Boolean).join(' · ')}
          value={upload.total === 0 ? null : upload.sent / upload.total}
        />
      );
    }
    case 'paused':
      return <UnderWay {...common} text={pausedText(upload)} value={null} />;
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

interface UnderWayProps {
  id: string;
  text: string;
  value: number | null;
  isPaused: boolean;
  onCancel: () => void;
}

/** The same element while the upload is paused, so that its button keeps the focus. */
function UnderWay({ id, text, value, isPaused, onCancel }: UnderWayProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3.5 text-sm text-muted">
        <div className="flex min-w-0 flex-1 basis-40 items-start gap-1.5">
          {isPaused ? (
            <Pause aria-hidden className="mt-px size-3.5 shrink-0" />
          ) : (
            <Spinner className="mt-px size-3.5 shrink-0" />
          )}
          <span role={isPaused ? 'status' : undefined} className="min-w-0 tabular-nums">
            {text}
          </span>
        </div>
        <div className="-mx-2 flex gap-1">
          <Button size="sm" tone="ghost" onClick={() => (isPaused ? resumeUpload(id) : pauseUpload(id))}>
            {isPaused ? t('Resume') : t('Pause')}
          </Button>
          <Button size="sm" tone="ghost" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
      {isPaused ? null : <ProgressBar value={value} label={t('Upload')} />}
    </div>
  );
}

/** The API cannot continue an upload: what was done is done again. */
function pausedText({ during, done, total }: Extract<UploadState, { phase: 'paused' }>): string {
  const percent = formatPercent(total === 0 ? 1 : done / total);
  switch (during) {
    case 'waiting':
      return t('Paused. Resume starts the upload.');
    case 'hashing':
      return t('Paused at {percent} of reading. Resume reads the file again from the start.', { percent });
    case 'uploading':
      return done < total
        ? t('Paused at {percent}. Resume sends the file again from the start.', { percent })
        : t('Paused after sending everything. Resume checks whether the server has the file.');
  }
}
