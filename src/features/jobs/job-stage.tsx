import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Clock, Hourglass, ImageOff, Radio } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Output } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import type { Preview } from '@/api/live/overlay';
import type { ShownJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatDuration } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { Spinner } from '@/ui/spinner';
import { FilmStrip } from './film-strip';
import { queueWords } from './job-words';
import { OutputView } from './output-view';
import { PreviewImage } from './preview-image';
import { expectedOutputs, stageView } from './stage-model';

const route = getRouteApi('/$surface/jobs/$jobId');

const Lightbox = lazy(async () => ({ default: (await import('./lightbox')).Lightbox }));

interface JobStageProps {
  surface: Surface;
  shown: ShownJob;
  graph: Graph | null;
}

/** The left side: what the job looks like now, large, and everything it has made so far below. */
export function JobStage({ surface, shown, graph }: JobStageProps) {
  const { job, preview } = shown;
  const outputs = job.outputs ?? [];
  const chosenId = route.useSearch().output;
  const navigate = useNavigate({ from: '/$surface/jobs/$jobId' });
  const [isLarge, setIsLarge] = useState(false);
  const view = stageView(outputs, preview, chosenId);
  const choose = (output: Output | null) =>
    void navigate({ search: (before) => ({ ...before, output: output?.id }), replace: true });

  return (
    <section aria-label="Outputs" className="flex min-h-0 min-w-0 flex-col border-line max-md:border-b md:border-r">
      <div
        className={classNames('flex flex-1 flex-col md:min-h-0', view.kind !== 'nothing' && 'min-h-[min(60dvh,420px)]')}
      >
        {view.kind === 'preview' ? <LivePreview preview={view.preview} /> : null}
        {view.kind === 'output' ? (
          <OutputView
            key={view.output.id}
            surface={surface}
            output={view.output}
            onOpenLarge={() => setIsLarge(true)}
          />
        ) : null}
        {view.kind === 'nothing' ? <NothingYet shown={shown} /> : null}
      </div>
      <FilmStrip
        surface={surface}
        outputs={outputs}
        expected={expectedOutputs(job, graph)}
        preview={preview}
        currentId={view.kind === 'output' ? view.output.id : null}
        onChoose={choose}
      />
      {isLarge && view.kind === 'output' ? (
        <Suspense>
          <Lightbox
            surface={surface}
            outputs={outputs}
            current={view.output}
            onChoose={choose}
            onClose={() => setIsLarge(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

const AGE_STEP_MS = 200;

function LivePreview({ preview }: { preview: Preview }) {
  return (
    <div className="relative flex min-h-0 flex-1 items-center justify-center p-4 md:p-5">
      <PreviewImage
        preview={preview}
        alt="Live preview of the running job"
        className="absolute inset-4 size-[calc(100%-32px)] object-contain"
      />
      <span className="absolute top-4 left-4 flex items-center gap-1.5 rounded-md border border-line bg-panel px-2 py-1 text-sm">
        <Radio aria-hidden className="size-3.5 text-accent" />
        preview · <PreviewAge at={preview.at} />
      </span>
    </div>
  );
}

/** Age of a monotonic instant. */
function PreviewAge({ at }: { at: number }) {
  const now = useNow(AGE_STEP_MS);
  const age = Math.max(0, now - (performance.timeOrigin + at));
  return <span>{age < AGE_STEP_MS ? 'now' : `${formatDuration(Math.floor(age / 100) * 100)} ago`}</span>;
}

function NothingYet({ shown }: { shown: ShownJob }) {
  const { job } = shown;
  const words = isTerminal(job.status)
    ? { icon: <ImageOff aria-hidden />, title: 'No outputs', text: 'Nothing was committed before the job ended.' }
    : job.status === 'queued'
      ? {
          icon: <Clock aria-hidden />,
          title: queueWords(job.queue_position) ?? 'Waiting',
          text: 'Outputs appear here as soon as they are committed.',
        }
      : {
          icon: job.status === 'canceling' ? <Hourglass aria-hidden /> : <Spinner />,
          title: 'Working',
          text: 'Previews and outputs appear here as they come.',
        };
  return (
    <div className="flex min-h-40 flex-1 flex-col items-center justify-center gap-2 p-6 text-center text-muted [&_svg]:size-6 [&_svg]:text-faint">
      {words.icon}
      <p className="text-lg font-semibold text-text first-letter:uppercase">{words.title}</p>
      <p>{words.text}</p>
    </div>
  );
}
