import { Link } from '@tanstack/react-router';
import { SquareArrowOutUpRight } from 'lucide-react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import { useFreshUrl } from '@/domains/jobs/file-url';
import type { Surface } from '@/api/surface';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { t } from '@/lib/i18n/messages';
import { JobRating } from '@/shared/annotations/job-rating';
import { JobStar } from '@/shared/annotations/job-star';
import { toggleStars } from '@/shared/annotations/use-star';
import { useCommands } from '@/shared/commands/use-commands';
import { previousReason } from '@/shared/compare/compare-model';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { DownloadLink } from '@/shared/files/download-link';
import { outputsOf } from '@/shared/files/outputs-of';
import { UseAsInputButton } from '@/shared/files/use-as-input-button';
import { ResultToolbar } from '@/shared/result/result-toolbar';
import { buttonClass } from '@/ui/button';
import { useHasOutputs, type DraftRun } from './draft-runs';

interface RunActionsProps {
  run: DraftRun;
  job: ListedJob;
  /** The output on screen; `null` if there is none. */
  output: Output | null;
  /** The run before it; `null` for the first one. */
  earlier: DraftRun | null;
}

/** What can be done with a run, below its picture. */
export function RunActions({ run, job, output, earlier }: RunActionsProps) {
  const { surface } = run;
  const incomparable = previousReason(earlier !== null, (job.outputs ?? []).length > 0, useHasOutputs(earlier));
  const compare = () => {
    if (!earlier) return;
    openDialog('compare', {
      jobs: [
        { surface: earlier.surface, id: earlier.jobId, title: t('Run {number}', { number: earlier.number }) },
        { surface, id: job.id, title: t('Run {number}', { number: run.number }) },
      ],
    });
  };
  useCommands({
    star: { run: () => toggleStars([{ surface, jobs: [job] }]) },
    compare: { run: compare, isAvailable: () => incomparable === null },
  });
  return (
    <ResultToolbar
      marks={
        <>
          <JobStar surface={surface} job={job} tone="plain" size="icon" />
          {/* An unfinished run has no result to rate. */}
          {isTerminal(job.status) ? <JobRating surface={surface} job={job} /> : null}
        </>
      }
      incomparable={incomparable}
      onCompare={compare}
    >
      {output ? <OutputActions key={output.id} surface={surface} job={job} output={output} /> : null}
      <OpenJobLink run={run} />
    </ResultToolbar>
  );
}

export function OpenJobLink({ run: { surface, jobId } }: { run: DraftRun }) {
  return (
    <Link
      to="/$surface/jobs/$jobId"
      params={{ surface: surface.id, jobId }}
      aria-label={t('Open job')}
      title={t('Open job')}
      className={buttonClass({ size: 'icon' })}
    >
      <SquareArrowOutUpRight aria-hidden />
    </Link>
  );
}

/** On a phone, the actions must stay one row. */
const ROOMY = '(min-width: 640px)';

function OutputActions({ surface, job, output }: { surface: Surface; job: ListedJob; output: Output }) {
  const { url, problem } = useFreshUrl(surface, output);
  const hasRoom = useMediaQuery(ROOMY);
  return (
    <>
      <UseAsInputButton surface={surface} file={output} isLabelled={hasRoom} size={hasRoom ? 'md' : 'icon'} />
      <DownloadLink
        surface={surface}
        url={url ?? (problem === 'unloadable' ? output.url : null)}
        file={{ ...output, job_id: job.id }}
        siblings={outputsOf([job])}
        size="icon"
      />
    </>
  );
}
