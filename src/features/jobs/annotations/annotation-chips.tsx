import { HardDrive, Star, X } from 'lucide-react';
import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Surface } from '@/api/surface';
import { countAnnotations, type AnnotationCounts } from '@/domains/annotations/job-annotation';
import { annotationsOfSurface, useJobAnnotations } from '@/domains/annotations/job-annotations';
import { browserOnlyNote } from '@/shared/annotations/kept-where';
import { classNames } from '@/lib/class-names';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import type { JobsSearch } from '../filters/jobs-search';
import { annotationFilterOf, formatRating, withRating, toggleHistory, withStar, withTag } from './annotation-search';

export interface AnnotationChipsProps {
  surfaces: readonly Surface[];
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
}

/** Active annotation filters, and the available ones. */
export function AnnotationChips({ surfaces, search, onChange }: AnnotationChipsProps) {
  const marks = useJobAnnotations(useShallow((state) => surfaces.flatMap(({ id }) => annotationsOfSurface(state, id))));
  const counts = useMemo(() => countAnnotations(marks), [marks]);
  const filter = annotationFilterOf(search);
  const known = new Map(counts.tags);
  const tags = [...new Set([...filter.tags, ...known.keys()])];
  const given = new Map(counts.rated);
  const ratings = [...new Set([...given.keys(), ...(filter.rated === 0 ? [] : [filter.rated])])].toSorted(
    (a, b) => b - a,
  );
  const note = browserOnlyNote(...surfaces);
  return (
    <>
      <div
        role="group"
        aria-label={t('Filter by marks')}
        className="flex h-11 shrink-0 items-center gap-1.5 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:px-5"
      >
        <AnnotationChip isOn={filter.star} count={counts.starred} onPress={() => onChange(withStar(search))}>
          <Star aria-hidden className="size-3.5" />
          {t('Starred')}
        </AnnotationChip>
        {search.kept ? (
          <AnnotationChip isOn onPress={() => onChange(toggleHistory(search))}>
            <HardDrive aria-hidden className="size-3.5" />
            {t('In this browser')}
          </AnnotationChip>
        ) : null}
        {ratings.map((rating) => (
          <AnnotationChip
            key={rating}
            isOn={filter.rated === rating}
            count={given.get(rating) ?? countAbove(counts, rating)}
            onPress={() => onChange(withRating(search, rating))}
          >
            {formatRating(rating)}
          </AnnotationChip>
        ))}
        {tags.map((tag) => (
          <AnnotationChip
            key={tag}
            isOn={filter.tags.includes(tag)}
            count={known.get(tag) ?? 0}
            onPress={() => onChange(withTag(search, tag))}
          >
            {tag}
          </AnnotationChip>
        ))}
        <Button
          tone="ghost"
          size="sm"
          className="ml-auto"
          onClick={() => onChange({ star: undefined, tags: undefined, rated: undefined, kept: undefined })}
        >
          <X aria-hidden />
          {t('Show all jobs')}
        </Button>
      </div>
      {note ? <p className="shrink-0 border-b border-line px-4 py-1.5 text-sm text-muted md:px-5">{note}</p> : null}
    </>
  );
}

/** Job count of the next higher rating, for a rating that no job has: the URL was edited by hand. */
function countAbove({ rated }: AnnotationCounts, rating: number): number {
  return rated.findLast(([given]) => given > rating)?.[1] ?? 0;
}

interface MarkChipProps {
  isOn: boolean;
  count?: number;
  onPress: () => void;
  children: React.ReactNode;
}

function AnnotationChip({ isOn, count, onPress, children }: MarkChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={classNames(
        'flex h-7 shrink-0 items-center gap-1.5 rounded-full border px-2.5',
        isOn ? 'border-accent bg-accent-soft text-accent' : 'border-control text-muted hover:bg-hover hover:text-text',
      )}
      onClick={onPress}
    >
      {children}
      {count === undefined ? null : <span className="text-sm">{formatInteger(count)}</span>}
    </button>
  );
}
