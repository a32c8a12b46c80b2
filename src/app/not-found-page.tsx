import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

export function NotFoundPage() {
  const surface = useShellSurface();
  return (
    <>
      <PageHeader title={t('Not found')} />
      <EmptyState
        icon={<Compass />}
        title={t('Page not found')}
        actions={
          <>
            <Link to="/$surface/submit" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
              {t('Submit a workflow')}
            </Link>
            <Link to="/$surface/jobs" params={{ surface: surface.id }} className={buttonClass()}>
              {t('View jobs')}
            </Link>
          </>
        }
      >
        {t('Check the URL. Your jobs and drafts are not affected.')}
      </EmptyState>
    </>
  );
}
