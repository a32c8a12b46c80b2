import { Star } from 'lucide-react';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useCommandHint } from '@/shared/commands/key-labels';
import { Button, type ButtonProps } from '@/ui/button';
import { keptWhere } from './kept-where';
import { toggleStars, useAreStarred } from './use-star';

interface JobStarProps extends Pick<ButtonProps, 'tone' | 'size'> {
  surface: Surface;
  job: ListedJob;
  /** Its name beside the stars of other jobs, where the key of the command would be ambiguous. */
  label?: string;
}

/** Toggles the star of a job. Its tooltip says where the star is kept. */
export function JobStar({ surface, job, label, tone = 'ghost', size = 'icon-sm' }: JobStarProps) {
  const servers = [{ surface, jobs: [job] }];
  const isStarred = useAreStarred(servers);
  const action = isStarred ? t('Remove star') : t('Star');
  const keyHint = useCommandHint(action, 'star');
  const hint = label === undefined ? keyHint : { title: action };
  return (
    <Button
      tone={tone}
      size={size}
      aria-label={label ?? t('Star')}
      aria-pressed={isStarred}
      {...hint}
      title={isStarred ? hint.title : t('{action}. {place}', { action: hint.title, place: keptWhere(surface) })}
      onClick={() => toggleStars(servers)}
    >
      <Star aria-hidden className={classNames(isStarred && 'fill-current text-warn')} />
    </Button>
  );
}
