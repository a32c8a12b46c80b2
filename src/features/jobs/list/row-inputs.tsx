import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { shortNumbers } from '@/lib/short-numbers';
import { rowInputsQuery } from './row-inputs-query';

export interface RowInputsProps {
  surface: Surface;
  job: Pick<ListedJob, 'id' | 'urls'>;
  /** Shown until the inputs are known, and if they are not. */
  note: string;
  /** Whether it is below a picture: values without a prompt take both lines. */
  isTile?: boolean;
}

/** What made a succeeded job: its prompt, above the values that usually differ between jobs. */
export function RowInputs({ surface, job, note, isTile = false }: RowInputsProps) {
  const { data } = useQuery(rowInputsQuery(useQueryClient(), surface, job));
  const lines = [data?.prompt, data?.values].filter(Boolean);
  const [first = note, second] = lines;
  if (isTile && second === undefined) {
    return (
      <span className="line-clamp-2 wrap-anywhere" title={[...lines, note].join('\n')}>
        {data?.values ? shortNumbers(first) : first}
      </span>
    );
  }
  return (
    <span className="min-w-0 text-muted" title={[...lines, note].join('\n')}>
      <span className={lines.length > 0 ? 'block truncate text-text' : 'block truncate'}>{first}</span>
      {second === undefined ? null : (
        <span className="block truncate text-sm md:compact:hidden">{shortNumbers(second)}</span>
      )}
    </span>
  );
}
