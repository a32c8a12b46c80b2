import { CircleAlert, Copy, Unplug } from 'lucide-react';
import { isApiError } from '@/api/api-error';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { copyText } from './copy-text';

interface ReadFailedProps {
  error: Error;
  /** Where the surface answered, but not well. */
  title: string;
  /** What the failure does not touch, such as `the jobs themselves`. */
  untouched: string;
  /** Where no answer came: what is safe meanwhile. */
  away: string;
  onRetry: () => void;
}

/** What could not be read is never drawn as nothing: an answer that failed and a surface that is away are two pictures. */
export function ReadFailed({ error, title, untouched, away, onRetry }: ReadFailedProps) {
  const isUnreachable = isApiError(error) && error.kind === 'unreachable';
  const requestId = isApiError(error) ? error.requestId : null;
  return (
    <EmptyState
      icon={isUnreachable ? <Unplug /> : <CircleAlert />}
      title={isUnreachable ? 'The surface does not answer' : title}
      actions={
        <Button tone="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {isUnreachable ? `Is the gateway running? ${away}` : `${error.message} This says nothing about ${untouched}.`}
      {requestId ? (
        <span className="mt-2 flex items-center justify-center gap-1 font-mono text-sm text-faint">
          request {requestId}
          <Button
            tone="ghost"
            size="icon-sm"
            aria-label="Copy request id"
            title="Copy request id"
            onClick={() => void copyText(requestId, 'Request id')}
          >
            <Copy aria-hidden />
          </Button>
        </span>
      ) : null}
    </EmptyState>
  );
}
