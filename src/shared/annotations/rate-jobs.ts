import { MAX_RATING, type Rating } from '@/domains/annotations/job-annotation';
import { changeAnnotations, markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { showToast } from '@/shared/feedback/toasts';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import { reportUnsaved } from './report-unsaved';

/** Rates jobs; 0 clears their ratings, which a toast offers to undo. */
export function rateJobs(chosen: readonly ServerJobs[], rating: Rating | 0): void {
  const state = useJobAnnotations.getState();
  const rated = chosen.flatMap(({ surface, jobs }) =>
    jobs.flatMap((job) => {
      const before = markOf(surface.id, job.id)(state)?.rating;
      return before === undefined ? [] : [{ surface, job, rating: before }];
    }),
  );
  if (chosen.length === 0 || (rating === 0 && rated.length === 0)) return;
  for (const { surface, jobs } of chosen) void changeAnnotations(surface.id, jobs, { rating }).then(reportUnsaved);
  if (rating > 0) {
    announce(t('Rated {rating} of {most}', { rating, most: MAX_RATING }));
    return;
  }
  const undo = () => {
    for (const { surface, job, rating } of rated)
      void changeAnnotations(surface.id, [job], { rating }).then(reportUnsaved);
  };
  showToast({
    tone: 'neutral',
    title:
      rated.length === 1
        ? t('Rating cleared')
        : t('{count, plural, one {# rating} other {# ratings}} cleared', { count: rated.length }),
    action: { label: t('Undo'), onSelect: undo },
  });
}
