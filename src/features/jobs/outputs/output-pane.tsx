import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Output } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import type { ShownJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { useSetting } from '@/lib/settings/use-setting';
import { useCommands } from '@/shared/commands/use-commands';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { TWO_COLUMNS } from '../list/two-columns';
import { comparedOf, firstPair, type Compared } from '../compare/compare-model';
import { FilmStrip } from './film-strip';
import { LivePreview, PreviewsAreOff } from './live-preview';
import { OutputPlaceholder } from './output-placeholder';
import { jobTitleHere } from '../job/job-title';
import { OutputActions } from './output-actions';
import { OutputView } from '@/shared/viewer/output/output-view';
import { previewSetting } from '@/shared/viewer/preview-setting';
import { expectedOutputs, outputPaneView } from './output-pane-model';
import { Lightbox } from '@/shared/viewer/output/lightbox';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';

const route = getRouteApi('/$surface/jobs/$jobId');

const CompareDialog = lazyDialog(async () => (await import('../compare/compare-dialog')).CompareDialog);

interface OutputPaneProps {
  surface: Surface;
  shown: ShownJob;
  graph: Graph | null;
}

/** Left column: the current output or preview of the job in large, and all outputs so far below it. */
export function OutputPane({ surface, shown, graph }: OutputPaneProps) {
  const { job } = shown;
  const outputs = job.outputs ?? [];
  const { output: chosenId, compare: leftId, more, mode = 'slider' } = route.useSearch();
  const navigate = useNavigate({ from: '/$surface/jobs/$jobId' });
  const [isLarge, setIsLarge] = useState(false);
  const isPreviewOn = useSetting(previewSetting);
  const takesWheel = useMediaQuery(TWO_COLUMNS);
  const preview = isPreviewOn ? shown.preview : null;
  const view = outputPaneView(outputs, preview, chosenId);
  const currentId = view.kind === 'output' ? view.output.id : null;
  const choose = (output: Output | null) =>
    void navigate({ search: (before) => ({ ...before, output: output?.id }), replace: true });

  const compared = comparedOf(outputs, [leftId, chosenId, ...(more?.split(',') ?? [])]);
  const offered = firstPair(outputs, currentId);
  const compare = ([left, right, ...others]: Compared, how = mode) =>
    void navigate({
      search: (before) => ({
        ...before,
        compare: left.id,
        output: right.id,
        more: others.map(({ id }) => id).join(',') || undefined,
        mode: how === 'slider' ? undefined : how,
      }),
      replace: true,
    });
  const go = (step: 1 | -1) => {
    const after = (from: string) => outputs[outputs.findIndex(({ id }) => id === from) + step];
    if (currentId === null || !after(currentId)) return false;
    // Another press continues from where the last one leads, even if that is not on screen yet.
    void navigate({
      search: ({ output = currentId, ...before }) => ({ ...before, output: after(output)?.id ?? output }),
      replace: true,
    });
    return true;
  };
  useCommands({ 'output-next': () => go(1), 'output-previous': () => go(-1) });

  return (
    <section aria-label="Outputs" className="flex min-h-0 min-w-0 flex-col border-line max-md:border-b md:border-r">
      {shown.preview && !isPreviewOn ? <PreviewsAreOff /> : null}
      <div
        className={classNames('flex flex-1 flex-col md:min-h-0', view.kind !== 'nothing' && 'min-h-[min(60dvh,420px)]')}
      >
        {view.kind === 'preview' ? <LivePreview preview={view.preview} /> : null}
        {view.kind === 'output' ? (
          <OutputView
            key={view.output.id}
            surface={surface}
            job={job}
            output={view.output}
            takesWheel={takesWheel}
            onOpenLarge={() => setIsLarge(true)}
          />
        ) : null}
        {view.kind === 'nothing' ? <OutputPlaceholder surface={surface} job={job} /> : null}
      </div>
      <FilmStrip
        surface={surface}
        outputs={outputs}
        expected={expectedOutputs(job, graph)}
        preview={preview}
        currentId={currentId}
        onChoose={choose}
        actions={
          <OutputActions
            surface={surface}
            title={jobTitleHere(surface, job)}
            job={job}
            outputs={outputs}
            onCompare={offered ? () => compare(offered) : null}
          />
        }
      />
      {isLarge && view.kind === 'output' ? (
        <Lightbox
          surface={surface}
          job={job}
          title={jobTitleHere(surface, job)}
          outputs={outputs}
          current={view.output}
          onChoose={choose}
          onClose={() => setIsLarge(false)}
        />
      ) : null}
      {compared ? (
        <CompareDialog
          surface={surface}
          outputs={outputs}
          compared={compared}
          mode={mode}
          onChange={compare}
          onClose={() =>
            void navigate({
              search: (before) => ({ ...before, compare: undefined, more: undefined, mode: undefined }),
              replace: true,
            })
          }
        />
      ) : null}
    </section>
  );
}
