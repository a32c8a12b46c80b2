import { Link } from '@tanstack/react-router';
import { Award, MessageSquareQuote, Shapes, Workflow, ZoomIn } from 'lucide-react';
import { ASSET_KINDS, type AssetKind } from '@contract/console/asset-kinds';
import type { Surface } from '@/api/surface';
import { MAX_RATING, RATINGS } from '@/domains/annotations/job-annotation';
import { classNames } from '@/lib/class-names';
import { formatInteger } from '@/lib/format';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { pageTab } from '@/shared/page/page-tab';
import { PeriodSelect } from '@/shared/page/period-select';
import { SearchField } from '@/shared/page/search-field';
import { SearchHints } from '@/shared/page/search-hints';
import { SavedViewsMenu } from '@/shared/saved-views/saved-views-menu';
import { FilterChip } from '@/ui/filter-chip';
import { Select } from '@/ui/input/select';
import { selectTrigger } from '@/ui/input/select-trigger';
import { Slider } from '@/ui/input/slider';
import { Popover } from '@/ui/overlay/popover';
import type { AssetsSearch, AssetsTab } from './assets-search';
import { applyView, currentView, GALLERY_VIEW, MAX_SIDE, MIN_SIDE, tileSideSetting } from './gallery-view';

const TABS: readonly { kind: AssetsTab | undefined; label: Message }[] = [
  { kind: undefined, label: msg('All') },
  { kind: 'uploads', label: msg('Uploads') },
  { kind: 'outputs', label: msg('Outputs') },
  { kind: 'starred', label: msg('Starred') },
];

const KIND_LABELS: Readonly<Record<AssetKind, Message>> = {
  image: msg('Images'),
  video: msg('Videos'),
  audio: msg('Audio'),
  text: msg('Text'),
  '3d': msg('3D'),
  other: msg('Other'),
};
const ANY = 'any';

interface AssetFiltersProps {
  surface: Surface;
  search: AssetsSearch;
  onChange: (change: AssetsSearch) => void;
  counts: Readonly<Record<AssetsTab, number>> | null;
}

/** Filters and search, whose state is in the URL, and the size of the tiles. */
export function AssetFilters({ surface, search, onChange, counts }: AssetFiltersProps) {
  const countOf = (of: AssetsTab | undefined) =>
    counts === null ? null : of === undefined ? counts.uploads + counts.outputs : counts[of];
  const { asset: _asset, large: _large, ...filters } = search;
  const isWide = useMediaQuery('(min-width: 1440px)');
  const side = useSetting(tileSideSetting);
  const unset = isWide ? 'quiet' : 'field';
  return (
    <div className="flex shrink-0 flex-wrap items-stretch border-b border-line px-1.5 max-md:pb-2 md:h-11 md:flex-nowrap md:px-2.5">
      <nav
        aria-label={t('Filter by origin')}
        className="flex items-stretch gap-0.5 overflow-x-auto max-md:h-10 md:shrink-0 [scrollbar-width:none]"
      >
        {TABS.map(({ kind, label }) => {
          const count = countOf(kind);
          const isCurrent = kind === search.kind;
          return (
            <Link
              key={kind ?? 'all'}
              to="/$surface/assets"
              params={{ surface: surface.id }}
              search={{ ...filters, kind }}
              aria-current={isCurrent ? 'page' : undefined}
              className={pageTab(isCurrent)}
            >
              {t(label)}
              {count === null ? null : <span className="text-sm text-faint">{formatInteger(count)}</span>}
            </Link>
          );
        })}
      </nav>
      <div className="flex min-w-0 items-center gap-2 max-md:w-full max-md:px-2.5 max-md:pt-2 md:mr-1.5 md:ml-auto md:flex-1 md:justify-end md:pl-3">
        <Select
          aria-label={t('Kind')}
          icon={<Shapes aria-hidden />}
          tone={search.type ? 'set' : unset}
          value={search.type ?? ANY}
          options={[
            { value: ANY, label: t('Any kind') },
            ...ASSET_KINDS.map((value) => ({ value, label: t(KIND_LABELS[value]) })),
          ]}
          onValueChange={(value) => onChange({ type: ASSET_KINDS.find((kind) => kind === value) })}
          isIcon={!isWide}
          className={isWide ? 'md:w-auto' : undefined}
        />
        <PeriodSelect
          aria-label={t('Created')}
          noun="files"
          date={t('By creation date')}
          search={search}
          onChange={onChange}
          isIcon={!isWide}
          unset={unset}
          className={isWide ? 'md:w-auto' : undefined}
        />
        <Select
          aria-label={t('Rating')}
          icon={<Award aria-hidden />}
          tone={search.rated ? 'set' : unset}
          value={String(search.rated ?? ANY)}
          options={[
            { value: ANY, label: t('Any rating') },
            ...RATINGS.map((rating) => ({
              value: String(rating),
              label: rating === MAX_RATING ? t('Rated {rating}', { rating }) : t('Rated {rating} or more', { rating }),
            })),
          ]}
          onValueChange={(value) => onChange({ rated: RATINGS.find((rating) => String(rating) === value) })}
          isIcon={!isWide}
          className={isWide ? 'md:w-auto' : undefined}
        />
        <SavedViewsMenu
          format={GALLERY_VIEW}
          shown={currentView(search, side)}
          onApply={(view) => onChange(applyView(view))}
          isSmall={!isWide}
        />
        <TileSize />
        <search className="flex min-w-0 max-md:order-first max-md:flex-1 md:max-w-72 md:min-w-28 md:flex-1">
          <SearchField
            label={t('Search files')}
            placeholder={t('Name, prompt, model')}
            value={search.q ?? ''}
            onChange={(q) => onChange({ q: q || undefined })}
            Hints={SearchHints}
          />
        </search>
      </div>
    </div>
  );
}

/** The slider, or in a narrow window a button that shows it. */
function TileSize() {
  const hasRoom = useMediaQuery('(min-width: 1001px)');
  if (hasRoom) return <TileSlider className="w-20 shrink-0 lg:w-28" />;
  return (
    <Popover
      label={t('Tile size')}
      trigger={
        <button
          type="button"
          aria-label={t('Tile size')}
          title={t('Tile size')}
          className={classNames(selectTrigger({ isIcon: true }), '[&>svg]:size-4')}
        >
          <ZoomIn aria-hidden />
        </button>
      }
    >
      {() => (
        <div className="flex items-center gap-3 px-2 py-1">
          {t('Tile size')}
          <TileSlider className="flex-1" />
        </div>
      )}
    </Popover>
  );
}

function TileSlider({ className }: { className: string }) {
  const side = useSetting(tileSideSetting);
  return (
    <Slider
      aria-label={t('Tile size')}
      title={t('Tile size')}
      min={MIN_SIDE}
      max={MAX_SIDE}
      value={side}
      className={className}
      onChange={({ target }) => tileSideSetting.set(Number(target.value))}
    />
  );
}

/** Filters that an action on a file sets, each with a button to remove it; nothing without them. */
export function LikenessFilters({ search, onChange }: Pick<AssetFiltersProps, 'search' | 'onChange'>) {
  const { title, workflow, like } = search;
  if ([title, workflow, like].every((value) => value === undefined)) return null;
  return (
    <div
      role="group"
      aria-label={t('Active filters')}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-4 py-2 md:px-5"
    >
      {title === undefined ? null : (
        <FilterChip onRemove={() => onChange({ title: undefined })} name={t('Workflow “{title}”', { title })}>
          <Workflow aria-hidden className="size-3.5 shrink-0" />
        </FilterChip>
      )}
      {workflow === undefined ? null : (
        <FilterChip
          onRemove={() => onChange({ workflow: undefined })}
          name={t('Same workflow as job {id}', { id: workflow.slice(0, 8) })}
        >
          <Workflow aria-hidden className="size-3.5 shrink-0" />
        </FilterChip>
      )}
      {like === undefined ? null : (
        <FilterChip
          onRemove={() => onChange({ like: undefined })}
          name={t('Same prompt as job {id}', { id: like.slice(0, 8) })}
        >
          <MessageSquareQuote aria-hidden className="size-3.5 shrink-0" />
        </FilterChip>
      )}
    </div>
  );
}
