import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatInteger } from '@/lib/format';
import { TextInput } from '@/ui/input/text-input';

export type AssetsKind = 'uploads' | 'outputs' | 'starred';

const FILTERS: readonly { kind: AssetsKind | undefined; label: string }[] = [
  { kind: undefined, label: 'All' },
  { kind: 'uploads', label: 'Uploads' },
  { kind: 'outputs', label: 'Outputs' },
  { kind: 'starred', label: 'Starred' },
];

interface AssetFiltersProps {
  surface: Surface;
  kind: AssetsKind | undefined;
  text: string;
  counts: Readonly<Record<AssetsKind, number>> | null;
}

/** Filters as links, and the search; the URL holds their state. */
export function AssetFilters({ surface, kind, text, counts }: AssetFiltersProps) {
  const countOf = (of: AssetsKind | undefined) =>
    counts === null ? null : of === undefined ? counts.uploads + counts.outputs : counts[of];
  return (
    <div className="flex shrink-0 flex-wrap items-stretch border-b border-line px-1.5 max-md:pb-2 md:h-10 md:px-2.5">
      <nav
        aria-label="Filter by kind"
        className="flex h-10 items-stretch gap-0.5 overflow-x-auto [scrollbar-width:none]"
      >
        {FILTERS.map((filter) => {
          const count = countOf(filter.kind);
          const isCurrent = filter.kind === kind;
          return (
            <Link
              key={filter.label}
              to="/$surface/assets"
              params={{ surface: surface.id }}
              search={(before) => ({
                ...(before.q === undefined ? {} : { q: before.q }),
                ...(filter.kind ? { kind: filter.kind } : {}),
              })}
              aria-current={isCurrent ? 'page' : undefined}
              className={classNames(
                '-mb-px flex shrink-0 items-center gap-1.5 border-b-2 px-2.5 focus-visible:-outline-offset-3',
                isCurrent ? 'border-text text-text' : 'border-transparent text-muted hover:text-text',
              )}
            >
              {filter.label}
              {count === null ? null : <span className="text-sm text-faint">{formatInteger(count)}</span>}
            </Link>
          );
        })}
      </nav>
      <div className="flex items-center max-md:w-full max-md:px-2.5 max-md:pt-2 md:mr-1.5 md:ml-auto md:w-64">
        <SearchField text={text} />
      </div>
    </div>
  );
}

/** Uncontrolled: a navigation takes a moment, and characters typed in the meantime would be lost. */
function SearchField({ text }: { text: string }) {
  const navigate = useNavigate({ from: '/$surface/assets' });
  const input = useRef<HTMLInputElement>(null);
  // The URL may change without the field, for example if a link clears the search.
  useEffect(() => {
    const field = input.current;
    if (field && field.value.trim() !== text && document.activeElement !== field) field.value = text;
  }, [text]);
  return (
    <TextInput
      ref={input}
      type="search"
      defaultValue={text}
      aria-label="Search files"
      placeholder="Name, hash or job ID"
      className="h-7"
      onChange={({ target }) => {
        const q = target.value.trim();
        void navigate({ search: ({ q: _before, ...rest }) => (q ? { ...rest, q } : rest), replace: true });
      }}
    />
  );
}
