import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { apiMessageOf, isApiError } from '@/api/api-error';
import { t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

/** Error page of a page that failed to load or render. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const requestId = isApiError(error) ? error.requestId : null;
  return (
    <>
      <PageHeader title={t('Something went wrong')} />
      <EmptyState
        icon={<CircleAlert />}
        title={apiMessageOf(error, t('This page crashed'))}
        actions={
          <>
            <Button
              tone="primary"
              onClick={() => {
                reset();
                void router.invalidate();
              }}
            >
              {t('Try again')}
            </Button>
            <Button onClick={() => location.reload()}>{t('Reload the page')}</Button>
          </>
        }
      >
        {t('Your jobs keep running. Nothing is submitted twice.')}
        <span className="mt-2 block font-mono text-sm text-faint">
          {String(error)}
          {requestId ? ` · ${t('request {requestId}', { requestId })}` : ''}
        </span>
      </EmptyState>
    </>
  );
}
