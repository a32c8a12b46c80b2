import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useKnownModels } from '@/api/models/model-metadata';
import { starredOf, recentModelsOf, useStarredModels, useRecentModels } from '@/api/models/starred-models';
import { knownSchemasQuery, type SchemaDetails } from '@/api/models/schema-query';
import { useShownCatalog } from '@/api/models/use-shown-catalog';
import { lazyPart } from '@/lib/lazy-part';
import { useMediaQuery } from '@/lib/use-media-query';
import { PageHeader } from '@/shared/page-header';
import { useCurrentSurface } from '@/shared/use-current-surface';
import { usePageTitle } from '@/shared/use-page-title';
import { buttonClass } from '@/ui/button';
import { CarriedStrip } from './carried-strip';
import { CatalogFailed, CatalogLoading, NoMatches, NoModels } from './catalog-states';
import { CollectStrip } from './collect-strip';
import { filterModels, isFiltered, providersOf } from './catalog-model';
import type { CatalogSearch } from './catalog-search';
import { ConfigProblem } from './config-problem';
import { BrokenOff, LoadedCount } from './catalog-state';
import { MAX_CARDS, ModelCards } from './model-cards';
import { hasExample } from './model-example';
import { ModelRows } from './model-rows';
import { withOwnFacts } from './own-facts';
import { ShelfTabs } from './shelf-tabs';
import { useChangedBuild } from './use-changed-build';
import { useReadSchemas } from './use-read-schemas';

/** More code than the first rows should wait for. */
const SearchField = lazyPart(async () => (await import('@/shared/search-field')).SearchField);
const CatalogFilters = lazyPart(async () => (await import('./catalog-filters')).CatalogFilters);

const route = getRouteApi('/$surface/models');

const NOTHING_READ: ReadonlyMap<string, SchemaDetails> = new Map();
const NO_MODELS: readonly never[] = [];

export function ModelsPage() {
  const surface = useCurrentSurface();
  const address = route.useSearch();
  const navigate = route.useNavigate();
  // The list answers each key; the address follows a moment later.
  const [typed, setTyped] = useState<{ text: string; after: string | undefined } | null>(null);
  const q = typed !== null && typed.after === address.q ? typed.text : address.q;
  // Not deferred: ten thousand models are gone through and drawn well within a frame, and a second render costs one.
  const search = useMemo(() => ({ ...address, q }), [address, q]);

  const catalog = useShownCatalog(surface);
  const { models } = catalog;
  const read = useQuery(knownSchemasQuery(surface)).data ?? NOTHING_READ;
  const { build, configProblem, catalogProblem, models: own } = useKnownModels(surface);
  const schemas = useMemo(() => withOwnFacts(read, own), [read, own]);
  useChangedBuild(build, catalog.readAgain);
  useReadSchemas(surface, catalog, schemas);
  const favourites = useStarredModels(starredOf(surface.id));
  const recent = useRecentModels(recentModelsOf(surface.id));
  const rows = useMemo(
    () => filterModels(models ?? NO_MODELS, search, { schemas, favourites, recent }),
    [models, search, schemas, favourites, recent],
  );
  const providers = useMemo(() => providersOf(models ?? NO_MODELS), [models]);
  usePageTitle('Models');

  // Each key of a search is no step of its own in the history.
  const change = (part: CatalogSearch) => void navigate({ search: (known) => ({ ...known, ...part }), replace: true });

  const isNarrow = !useMediaQuery('(min-width: 1100px)');
  const isRoomy = useMediaQuery('(min-width: 1024px)');
  // By the whole catalog: what a search finds does not change form while it is typed.
  const isCards =
    isRoomy && models !== undefined && models.length <= MAX_CARDS && models.some(({ id }) => hasExample(surface, id));
  const filters = (
    <Suspense fallback={<div className={isNarrow ? 'w-30' : 'w-96'} />}>
      <CatalogFilters search={address} providers={providers} onChange={change} isSmall={isNarrow} />
    </Suspense>
  );

  return (
    <>
      <PageHeader
        title="Models"
        actions={
          <Link
            to="/$surface/models/runs"
            params={{ surface: surface.id }}
            aria-label="Runs of all models"
            title="Runs of all models"
            className={buttonClass({ tone: 'ghost', size: 'icon' })}
          >
            <History aria-hidden />
          </Link>
        }
      >
        <LoadedCount catalog={catalog} shown={rows.length} isFiltered={isFiltered(search)} />
        <search className="flex min-w-0 gap-2 max-md:order-last max-md:basis-full md:flex-1 md:justify-end">
          <Suspense fallback={<div className="h-8 flex-1 rounded-md border border-control md:max-w-[340px]" />}>
            <SearchField
              label="Search models"
              placeholder="Search provider or model…"
              value={address.q ?? ''}
              onType={(text) => setTyped({ text, after: address.q })}
              onChange={(text) => change({ q: text || undefined })}
            />
          </Suspense>
          {isNarrow ? filters : null}
        </search>
      </PageHeader>
      {configProblem === null ? null : (
        <ConfigProblem
          title="The configuration of your models has mistakes. The previous one stays in use."
          problem={configProblem}
        />
      )}
      {catalogProblem === null ? null : (
        <ConfigProblem title="A catalog of models could not be refreshed." problem={catalogProblem} />
      )}
      <CollectStrip surface={surface} />
      <CarriedStrip surface={surface} />
      {models ? (
        <div className="flex h-10 shrink-0 items-stretch justify-between gap-2 overflow-x-auto border-b border-line px-1.5 [scrollbar-width:none] md:px-2.5">
          <ShelfTabs
            surface={surface}
            search={address}
            counts={{ all: models.length, favourites: favourites.length, recent: recent.length }}
          />
          {isNarrow ? null : <div className="flex shrink-0 items-center gap-1 pr-2.5">{filters}</div>}
        </div>
      ) : null}
      {models === undefined ? (
        catalog.error ? (
          <CatalogFailed surface={surface} error={catalog.error} onRetry={catalog.readAgain} />
        ) : (
          <CatalogLoading />
        )
      ) : models.length === 0 && !catalog.isWalking ? (
        <NoModels surface={surface} />
      ) : rows.length === 0 ? (
        <NoMatches surface={surface} search={search} loaded={models.length} isWalking={catalog.isWalking} />
      ) : isCards ? (
        <ModelCards surface={surface} models={rows} schemas={schemas} />
      ) : (
        <ModelRows surface={surface} models={rows} schemas={schemas} />
      )}
      {models && (catalog.error || catalog.isCutOff) ? <BrokenOff catalog={catalog} /> : null}
    </>
  );
}
