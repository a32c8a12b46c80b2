import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import type { ButtonProps } from '@/ui/button';
import { keptWhere } from './kept-where';
import { StarToggle } from './star-toggle';
import { toggleStars, useAreStarred } from './use-star';

interface JobStarProps extends Pick<ButtonProps, 'tone' | 'size'> {
  surface: Surface;
  job: ListedJob;
  /** Its name beside the stars of other jobs. */
  label?: string;
}

/** Toggles the star of a job. */
export function JobStar({ surface, job, label, tone = 'ghost', size = 'icon-sm' }: JobStarProps) {
  const servers = [{ surface, jobs: [job] }];
  return (
    <StarToggle
      tone={tone}
      size={size}
      isStarred={useAreStarred(servers)}
      place={keptWhere(surface)}
      label={label}
      onToggle={() => toggleStars(servers)}
    />
  );
}
