import { Link } from '@tanstack/react-router';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import { t } from '@/lib/i18n/messages';
import { JobStatusChip } from '@/shared/job-status';
import { Rating } from '@/ui/input/rating';
import { Select } from '@/ui/input/select';
import { STEPS } from '@/shared/annotations/job-rating';
import { JobStar } from '@/shared/annotations/job-star';
import { useRating } from '@/shared/annotations/use-rating';
import { comparedTitle, type ComparedJob } from './use-compared-jobs';

interface ComparedJobHeadProps {
  compared: ComparedJob;
  /** For example `A`. */
  label: string;
  /** Output to show; `null` if there is nothing to show. */
  output: Output | null;
  /** Whether the jobs are from several servers; each shows its server. */
  namesServer: boolean;
  onChoose: (key: string, id: string) => void;
}

/** Title, star, rating and output selection of a compared job. */
export function ComparedJobHead({ compared, label, output, namesServer, onChoose }: ComparedJobHeadProps) {
  const { surface, id, key, job, files } = compared;
  return (
    <div className="flex h-10 min-w-0 shrink-0 items-center gap-2 px-3">
      <span className="font-semibold">{label}</span>
      <Link
        to="/$surface/jobs/$jobId"
        params={{ surface: surface.id, jobId: id }}
        className="min-w-0 truncate underline-offset-2 hover:underline"
        title={id}
      >
        {comparedTitle(compared)}
      </Link>
      {namesServer ? <span className="max-w-[45%] shrink-0 truncate text-sm text-muted">{surface.name}</span> : null}
      {job && job.status !== 'succeeded' ? <JobStatusChip status={job.status} /> : null}
      {job ? <Choose compared={compared} job={job} label={label} /> : null}
      {output && files.length > 1 ? (
        <Select
          aria-label={t('Output of job {label}', { label })}
          className="ml-auto w-32 shrink-0"
          value={output.id}
          options={files.map((one) => ({ value: one.id, label: one.name }))}
          onValueChange={(id) => onChoose(key, id)}
        />
      ) : null}
    </div>
  );
}

/** Annotates the better job. Has no keyboard shortcuts: they would be ambiguous between the jobs. */
function Choose({ compared: { surface }, job, label }: { compared: ComparedJob; job: ListedJob; label: string }) {
  const { rating, rate } = useRating([{ surface, jobs: [job] }]);
  return (
    <>
      <JobStar surface={surface} job={job} label={t('Star job {label}', { label })} />
      <Rating
        aria-label={t('Rating of job {label}', { label })}
        steps={STEPS}
        value={rating}
        onChange={rate}
        className="max-md:hidden"
      />
    </>
  );
}
