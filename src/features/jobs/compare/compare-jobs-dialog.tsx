import { useState } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { classNames } from '@/lib/class-names';
import { VideoBar } from '@/shared/viewer/video/video-bar';
import { ZoomControls } from '@/shared/viewer/zoom-controls';
import { Dialog } from '@/ui/overlay/dialog';
import { MAX_COMPARED, type CompareMode } from '@/shared/compare/compare-model';
import { CompareModes } from '@/shared/compare/compare-modes';
import { layerKey, useComparison } from '@/shared/compare/use-comparison';
import { comparedKind, type Compared } from './compare-model';
import { CompareViewport, gridOf } from './compare-viewport';
import { ComparedJobHead } from './compared-job-head';
import { ComparedJobCell } from './compared-job-cell';
import { InputTable } from './input-table';
import { jobKey, useComparedGraphs, useComparedJobs, type JobAt } from './use-compared-jobs';

interface CompareJobsDialogProps {
  /** Jobs of one or several servers. */
  jobs: readonly JobAt[];
  onClose: () => void;
}

/** Dialog that shows outputs of several jobs side by side, and the inputs that differ. */
export function CompareJobsDialog({ jobs: given, onClose }: CompareJobsDialogProps) {
  const different = [...new Map(given.map((job) => [jobKey(job), job])).values()].slice(0, MAX_COMPARED);
  const jobs = useComparedJobs(different);
  const { graphs, problem } = useComparedGraphs(jobs);
  /** Selected output per job; the default is the first. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const shown = jobs.map(
    ({ key, outputs }) => outputs.find((output) => output.id === chosen[key]) ?? outputs[0] ?? null,
  );
  const comparison = useComparison(
    jobs.flatMap(({ surface }, at) => {
      const output = shown[at];
      return output ? layerKey(surface, output) : [];
    }),
  );
  const choose = (key: string, output: Output) => setChosen((before) => ({ ...before, [key]: output.id }));
  const namesServer = new Set(jobs.map(({ surface }) => surface.id)).size > 1;
  const first = shown.findIndex((output) => output !== null);
  const hasVideo = shown.some((output) => output !== null && comparedKind(output) === 'video');
  const pair = pairOf(shown);
  const isPair = jobs.length === 2 && pair !== null;
  const [requested, setMode] = useState<CompareMode>('side');
  const mode = isPair ? requested : 'side';
  const names = jobs.map((_, at) => SLOT_LABELS[at] ?? '');

  return (
    <Dialog isOpen onOpenChange={onClose} title={`${jobs.length} jobs compared`} description={null} size="fill">
      <div className="-mx-4 -mb-4 flex min-h-0 flex-1 flex-col max-sm:overflow-auto">
        <div className="flex min-h-9 shrink-0 flex-wrap items-center justify-between gap-2 px-4 pb-2">
          <CompareModes mode={mode} isMany={!isPair} onChange={setMode} />
          <ZoomControls zoom={comparison.zoom} />
        </div>
        {isPair && mode !== 'side' ? (
          <>
            <div className="grid shrink-0 border-t border-line sm:grid-cols-2">
              {jobs.map((compared, at) => (
                <ComparedJobHead
                  key={compared.key}
                  compared={compared}
                  name={names[at] ?? ''}
                  output={shown[at] ?? null}
                  namesServer={namesServer}
                  onChoose={choose}
                />
              ))}
            </div>
            <CompareViewport
              surfaceOf={(position) => (jobs[position] as JobAt).surface}
              mode={mode}
              compared={pair}
              comparison={comparison}
            />
          </>
        ) : (
          <div
            className={classNames(
              'grid min-h-0 flex-1 gap-px border-t border-line bg-line max-sm:min-h-[70dvh] max-sm:shrink-0',
              gridOf(jobs.length),
            )}
          >
            {jobs.map((compared, at) => (
              <ComparedJobCell
                key={compared.key}
                compared={compared}
                name={names[at] ?? ''}
                place={at}
                output={shown[at] ?? null}
                isMeasured={at === first}
                namesServer={namesServer}
                comparison={comparison}
                onChoose={choose}
              />
            ))}
          </div>
        )}
        {hasVideo ? <VideoBar group={comparison.films} places={names} takesSpace={mode !== 'flicker'} /> : null}
        <InputTable jobs={jobs} names={names} graphs={graphs} problem={problem} />
      </div>
    </Dialog>
  );
}

/** Labels above the outputs and above the table columns. */
const SLOT_LABELS = ['A', 'B', 'C', 'D'];

/** Two outputs of the same kind can be overlaid. */
function pairOf([left, right]: readonly (Output | null)[]): Compared | null {
  return left && right && comparedKind(left) === comparedKind(right) ? [left, right] : null;
}
