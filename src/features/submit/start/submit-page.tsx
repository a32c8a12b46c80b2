import type { Surface } from '@/api/surface';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { usePageTitle } from '@/shared/page/use-page-title';
import { handOver } from '@/shared/dialog-requests/hand-overs';
import { pinnedFile, pinnedWorkflowQuery } from './pinned-workflow-query';
import { Button } from '@/ui/button';
import { DropZone } from './drop-zone';
import { classNames } from '@/lib/class-names';
import { useIsReturning } from './home-parts';
import { ComfyuiRow, HomeSections, LinkedTemplate, QueueNotice, UnfinishedRuns } from './lazy-parts';
import { FoldedSamples, SampleList } from './sample-list';

export function SubmitPage() {
  const surface = useCurrentSurface();
  usePageTitle(t('Submit'));
  const navigate = useNavigate();
  const isLinked = useLocation({ select: ({ hash }) => hash.startsWith('template=') });
  const isReturning = useIsReturning(surface);
  // `public/theme.js` set it for the first paint; the page knows more.
  useLayoutEffect(() => document.documentElement.removeAttribute('data-returning'), []);
  return (
    <>
      <PageHeader
        title={t('Submit')}
        actions={<span className="text-sm text-faint max-sm:hidden">{t('Nothing runs until you press Run')}</span>}
      />
      <QueueNotice surface={surface} text={t('Runs wait until you resume it.')} />
      <div data-returning={isReturning || undefined} className="min-h-0 flex-1 overflow-y-auto">
        <div
          className={classNames(
            'mx-auto flex w-full flex-col gap-8 px-4 py-6 md:px-6 md:py-8',
            'max-w-[1040px] min-[1900px]:max-w-[1520px] returning:max-w-[1144px] returning:min-[1900px]:max-w-[1720px]',
          )}
        >
          <UnfinishedRuns surface={surface} />
          <PinnedWorkflow surface={surface} />
          <DropZone surface={surface} />
          {isReturning ? null : <SampleList surface={surface} />}
          <HomeSections surface={surface} />
          {isReturning ? <FoldedSamples surface={surface} /> : null}
          {/* Last, so that nothing moves when it appears. */}
          <ComfyuiRow surface={surface} />
        </div>
      </div>
      {isLinked ? (
        <LinkedTemplate surface={surface} onClose={() => void navigate({ to: '.', hash: '', replace: true })} />
      ) : null}
    </>
  );
}

/** The only workflow of a deployment; renders nothing on other surfaces. */
function PinnedWorkflow({ surface }: { surface: Surface }) {
  const { data: text } = useQuery(pinnedWorkflowQuery(surface));
  if (text === undefined) return null;
  return (
    <section aria-labelledby="pinned-workflow" className="rounded-xl border border-line bg-panel px-4 py-3.5">
      <h2 id="pinned-workflow" className="font-semibold">
        {t('The workflow of this deployment')}
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">{t('{name} runs this one workflow.', { name: surface.name })}</p>
      <Button onClick={() => handOver('files', { surface, files: [pinnedFile(surface, text)] })}>{t('Open it')}</Button>
    </section>
  );
}
