import { Award, Check, HardDrive, Star, Tag } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { countAnnotations } from '@/domains/annotations/job-annotation';
import { annotationsOfSurface, useJobAnnotations } from '@/domains/annotations/job-annotations';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Menu } from '@/ui/overlay/menu';
import { selectTrigger } from '@/ui/input/select-trigger';
import type { JobsSearch } from '../filters/jobs-search';
import {
  isAnnotationFilter,
  annotationFilterOf,
  formatRating,
  withRating,
  toggleHistory,
  withStar,
  withTag,
} from './annotation-search';

interface MarksMenuProps {
  surfaces: readonly Surface[];
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
  /** Renders an icon button, for narrow layouts. */
  isSmall: boolean;
}

const MAX_LISTED = 12;

/** Menu to filter by star, rating and tags. */
export function AnnotationsMenu({ surfaces, search, onChange, isSmall }: MarksMenuProps) {
  const marks = useJobAnnotations(useShallow((state) => surfaces.flatMap(({ id }) => annotationsOfSurface(state, id))));
  const { starred, rated, tags } = countAnnotations(marks);
  const filter = annotationFilterOf(search);
  const isSet = isAnnotationFilter(filter) || search.kept === true;
  const most = tags.toSorted(([, left], [, right]) => right - left).slice(0, MAX_LISTED);
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('Starred, rated and tagged')}
          title={t('Starred, rated and tagged')}
          className={classNames(
            selectTrigger({ tone: isSet ? 'set' : isSmall ? 'field' : 'quiet', isIcon: true }),
            '[&>svg]:size-4',
          )}
        >
          <Star aria-hidden />
        </button>
      }
      items={[
        {
          label: t('Starred'),
          count: formatInteger(starred),
          icon: filter.star ? <Check /> : <Star />,
          onSelect: () => onChange(withStar(search)),
          disabledReason: starred === 0 && !filter.star ? t('No job is starred: its own menu does that.') : null,
        },
        ...rated.map(([rating, count]) => ({
          label: formatRating(rating),
          count: formatInteger(count),
          icon: filter.rated === rating ? <Check /> : <Award />,
          onSelect: () => onChange(withRating(search, rating)),
        })),
        ...most.map(([tag, count]) => ({
          label: tag,
          count: formatInteger(count),
          icon: filter.tags.includes(tag) ? <Check /> : <Tag />,
          onSelect: () => onChange(withTag(search, tag)),
        })),
        {
          label: t('Browser history'),
          icon: search.kept ? <Check /> : <HardDrive />,
          onSelect: () => onChange(toggleHistory(search)),
        },
        ...(tags.length === 0
          ? [
              {
                label: t('No tags yet'),
                icon: <Tag />,
                onSelect: () => {},
                disabledReason: t('Rate jobs in their menu.'),
              },
            ]
          : []),
      ]}
    />
  );
}
