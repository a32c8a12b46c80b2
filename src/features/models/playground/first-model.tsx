import type { ReactNode } from 'react';
import { LOCAL_SURFACE } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Skeleton } from '@/ui/skeleton';
import { FirstList, WithoutList } from '../first-list';
import { hasExample } from '../catalog/model-example';
import { ANY_DETAILS, ANY_MODALITIES } from '../first-models';
import { Detail, NoResult } from './before-first-run';

/**
 * Prerendered model page: rendered by the build and filled in by the gateway. Returning visitors may have a result,
 * which the gateway does not know: `public/theme.js` hides the message that there is none.
 */
export function FirstModel({ loading }: { loading: ReactNode }) {
  return (
    <>
      <FirstList how="first" most={1}>
        {(entry) => (
          <>
            {/* Space of the step tabs if there is no room for two panes. */}
            <div className="h-10 shrink-0 border-b border-line lg:hidden" />
            <div className="flex min-h-0 flex-1">
              <section className="flex min-h-0 min-w-0 flex-1 flex-col border-line bg-panel lg:max-w-[560px] lg:basis-2/5 lg:border-r">
                <div className="h-10 shrink-0 border-b border-line" />
                <div className="flex flex-col gap-5 p-5 max-md:p-4">
                  <p className="text-muted empty:hidden">{ANY_DETAILS.summary}</p>
                  <Skeleton className="h-24" />
                  <Skeleton className="h-12" />
                  <Skeleton className="h-12" />
                </div>
              </section>
              <section className="flex min-h-0 min-w-0 flex-1 flex-col bg-canvas max-lg:hidden [[data-visited]_&]:invisible">
                <NoResult surface={LOCAL_SURFACE} modelId={entry.id}>
                  {hasExample(LOCAL_SURFACE, entry.id) ? <BuiltInDetails /> : null}
                </NoResult>
              </section>
            </div>
          </>
        )}
      </FirstList>
      <WithoutList>{loading}</WithoutList>
    </>
  );
}

/** Same text as in `BeforeFirstRun` for a model that runs locally. */
function BuiltInDetails() {
  return (
    <>
      <Detail name={t('Takes')}>{ANY_MODALITIES.takes}</Detail>
      <Detail name={t('Returns')}>{ANY_MODALITIES.returns}</Detail>
      <Detail name={t('Runs on')}>{t('this computer')}</Detail>
      <Detail name={t('Cost')}>{t('free')}</Detail>
    </>
  );
}
