import { t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { usePageTitle } from '@/shared/page/use-page-title';
import { ServerSettings } from './server-settings';

/** Start page of a console without a gateway: everything runs on servers that the user adds. */
export function ServersPage() {
  usePageTitle(t('Servers'));
  return (
    <>
      <PageHeader title={t('Servers')} />
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-[860px] px-4 py-6 md:px-8">
          <h2 className="text-xl font-semibold">{t('Connect to a server')}</h2>
          <p className="mt-2 text-muted">
            {t(
              'This page talks to your servers directly: what you send goes to them alone. A server must allow requests from this page. The list is kept in this browser. A Flowdeck gateway allows them if you start it with:',
            )}
          </p>
          <code className="mt-2 inline-block rounded bg-raised px-2 py-1 font-mono [overflow-wrap:anywhere]">
            {`flowdeck --allow-origin ${location.origin}`}
          </code>
          <ServerSettings />
        </div>
      </div>
    </>
  );
}
