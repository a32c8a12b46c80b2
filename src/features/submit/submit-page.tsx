import { PageHeader } from '@/shared/page-header';
import { useCurrentSurface } from '@/shared/use-current-surface';
import { usePageTitle } from '@/shared/use-page-title';
import { DraftList } from './draft-list';
import { DropZone } from './drop-zone';
import { PinnedWorkflow } from './pinned-workflow';
import { SampleList } from './sample-list';
import { UnfinishedRuns } from './unfinished-runs';

export function SubmitPage() {
  const surface = useCurrentSurface();
  usePageTitle('Submit');
  return (
    <>
      <PageHeader
        title="Submit"
        actions={<span className="text-sm text-faint max-sm:hidden">Nothing runs until you press Run</span>}
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-[1040px] flex-col gap-8 min-[1900px]:max-w-[1520px] px-4 py-6 md:px-6 md:py-8">
          <UnfinishedRuns surface={surface} />
          <PinnedWorkflow surface={surface} />
          <DropZone surface={surface} />
          <SampleList surface={surface} />
          <DraftList surface={surface} />
        </div>
      </div>
    </>
  );
}
