import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { LOCAL_SURFACE } from '@/api/surface';
import { PageHeader } from '@/shared/page-header';
import { buttonClass } from '@/ui/button';
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
