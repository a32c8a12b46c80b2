import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { CircleAlert, Compass } from 'lucide-react';
import { isApiError } from '@/api/api-error';
import { LOCAL_SURFACE } from '@/api/surface';
import { PageHeader } from '@/shared/page-header';
import { Button, buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState
        icon={<Compass />}
        title="There is no page at this address"
        actions={
          <>
            <Link
              to="/$surface/submit"
              params={{ surface: LOCAL_SURFACE.id }}
              className={buttonClass({ tone: 'primary' })}
            >
              Submit a workflow
            </Link>
            <Link to="/$surface/jobs" params={{ surface: LOCAL_SURFACE.id }} className={buttonClass()}>
              See the jobs
            </Link>
          </>
        }
      >
        The address may be mistyped, or it belongs to a surface that this Flowdeck does not know. Nothing is lost: jobs
        and drafts are where they were.
      </EmptyState>
    </>
  );
}

/** What a page shows when it broke while loading or drawing. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const requestId = isApiError(error) ? error.requestId : null;
  return (
    <>
      <PageHeader title="Something broke" />
      <EmptyState
        icon={<CircleAlert />}
        title={isApiError(error) ? error.message : 'This page ran into a fault of its own'}
        actions={
          <>
            <Button
              tone="primary"
              onClick={() => {
                reset();
                void router.invalidate();
              }}
            >
              Try again
            </Button>
            <Button onClick={() => location.reload()}>Reload the page</Button>
          </>
        }
      >
        Jobs go on without this page, and nothing that was submitted is sent again.
        <span className="mt-2 block font-mono text-sm text-faint">
          {error instanceof Error ? `${error.name}: ${error.message}` : String(error)}
          {requestId ? ` · request ${requestId}` : ''}
        </span>
      </EmptyState>
    </>
  );
}
