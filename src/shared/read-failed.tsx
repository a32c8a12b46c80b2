import { CircleAlert, Unplug } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { isApiError } from '@/api/api-error';
import { lazyPart } from '@/lib/lazy-part';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

/** Not on the first screen, where a failure is drawn at once: only a surface that answers has such an id. */
const CopyRequestId = lazyPart(async () => (await import('./copy-request-id')).CopyRequestId);

interface ReadFailedProps {
  error: Error;
  /** Where the surface answered, but not well. */
  title: string;
  /** What the failure does not touch, such as `the jobs themselves`. */
  untouched: string;
  /** Where no answer came: what is safe meanwhile. */
  away: string;
  onRetry: () => void;
  /** Below the message: what is known without the server. */
  children?: ReactNode;
}

/** What could not be read is never drawn as nothing: an answer that failed and a surface that is away are two pictures. */
export function ReadFailed({ error, title, untouched, away, onRetry, children }: ReadFailedProps) {
  const isUnreachable = isApiError(error) && error.kind === 'unreachable';
  const requestId = isApiError(error) ? error.requestId : null;
  return (
    <EmptyState
      icon={isUnreachable ? <Unplug /> : <CircleAlert />}
      title={isUnreachable ? 'Server unreachable' : title}
      actions={
        <Button tone="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {isUnreachable
        ? `Check that the gateway is running. ${away}`
        : `${error.message} Only loading failed; ${untouched} may be unaffected.`}
      {requestId ? (
        <span className="mt-2 flex items-center justify-center gap-1 font-mono text-sm text-faint">
          request {requestId}
          <Suspense fallback={<span className="size-7" />}>
            <CopyRequestId requestId={requestId} />
          </Suspense>
        </span>
      ) : null}
      {children}
    </EmptyState>
  );
}
