import { CircleAlert, Unplug, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { isApiError, isKeyLockedError } from '@/api/api-error';
import { t } from '@/lib/i18n/messages';
import { toSentence } from '@/lib/to-sentence';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { copyText } from '../copy-text';
import { LazyKeyForm } from '../servers/lazy-key-form';
import { useShellSurface } from '../servers/use-current-surface';

interface ReadFailedProps {
  error: Error;
  /** Title if the surface returned an error. */
  title: string;
  /** Data that the failure does not affect, such as `the jobs themselves`. */
  untouched: string;
  /** Reassurance shown if no response arrived: what stays safe meanwhile. */
  away: string;
  onRetry: () => void;
  /** Content below the message that needs no server. */
  children?: ReactNode;
}

/** Error state of a failed read. Distinguishes an error response from an unreachable surface. */
export function ReadFailed({ error, title, untouched, away, onRetry, children }: ReadFailedProps) {
  const isUnreachable = isApiError(error) && error.kind === 'unreachable';
  const needsKey = isApiError(error) && error.status === 401;
  const requestId = isApiError(error) ? error.requestId : null;
  const surface = useShellSurface();
  if (isKeyLockedError(error)) {
    return (
      <EmptyState icon={<CircleAlert />} title={t('Key locked')}>
        <LazyKeyForm surface={surface} />
        {children}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={isUnreachable ? <Unplug /> : <CircleAlert />}
      title={isUnreachable ? t('Server unreachable') : title}
      actions={
        // Without another key it fails again, so the form has the primary button.
        <Button tone={needsKey ? 'plain' : 'primary'} onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {isUnreachable
        ? `${t('Check that the gateway is running.')} ${away}`
        : t('{message} Only loading failed; {untouched} may be unaffected.', {
            message: toSentence(error.message),
            untouched,
          })}
      {requestId ? (
        <span className="mt-2 flex items-center justify-center gap-1 font-mono text-sm text-faint">
          {t('request {requestId}', { requestId })}
          <CopyRequestId requestId={requestId} />
        </span>
      ) : null}
      {needsKey ? <LazyKeyForm surface={surface} /> : null}
      {children}
    </EmptyState>
  );
}

function CopyRequestId({ requestId }: { requestId: string }) {
  return (
    <Button
      tone="ghost"
      size="icon-sm"
      aria-label={t('Copy request ID')}
      title={t('Copy request ID')}
      onClick={() => void copyText(requestId, t('Request ID'))}
    >
      <Copy aria-hidden />
    </Button>
  );
}
