import { useQuery, type QueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { History, TriangleAlert } from 'lucide-react';
import { useMemo, useState, useEffect, useRef } from 'react';
import { isOwnGateway, type Surface } from '@/api/surface';
import { requestStatus } from '@/domains/gateway/gateway-status';
import { modelMetadataQuery, useKnownModels } from '@/domains/models/model-metadata';
import { catalogQuery } from '@/domains/models/model-queries';
import { useStarredModels, useRecentModels } from '@/domains/models/starred-models';
import { knownSchemasQuery, type SchemaDetails } from '@/features/models/schema/schema-query';
import { useShownCatalog } from '@/domains/models/use-shown-catalog';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { msg, t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { PageHeader } from '@/shared/page/page-header';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { usePageTitle } from '@/shared/page/use-page-title';
import { buttonClass } from '@/ui/button';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { StagedFileBanner } from './staged-file-banner';
import { CatalogFailed, CatalogLoading, NoMatches, NoModels } from './catalog-states';
import { PendingResults } from './pending-results';
import { filterModels, isFiltered, providersOf } from './catalog-model';
import type { CatalogSearch } from './catalog-search';
import { IncompleteNotice, LoadedCount } from './catalog-state';
import { catalogLayoutSetting, MAX_LARGE_CARDS } from './catalog-layout';
import { useLastResults } from './last-result';
import { ModelCards } from './model-cards';
import { hasExample } from './model-example';
import { ModelRows } from './model-rows';
import { withMissingKeys, withOwnMetadata } from './merge-metadata';
import { CatalogTabs } from './catalog-tabs';
import { useReadSchemas } from './use-read-schemas';
import { SearchField } from '@/shared/page/search-field';
import { lazyPart } from '@/ui/lazy-part';

/** Lazy, since Radix selects render inline styles, which a prerendered page must not have. */
const CatalogFilters = lazyPart(async () => (await import('./catalog-filters')).CatalogFilters, {
  fallback: ({ isSmall }) => <div className={isSmall ? 'w-30' : 'w-96'} />,
});

const route = getRouteApi('/$surface/models');

const LAYOUTS = [
  { value: 'cards', label: msg('Cards') },
  { value: 'list', label: msg('List') },
];

const NO_SCHEMAS: ReadonlyMap<string, SchemaDetails> = new Map();
const NO_MODELS: readonly never[] = [];

/**
 * Requests what the page shows first, before it renders. Only from our own gateway: hovering over a link also triggers it, and
 * other routers may limit the rate.
 */
export function requestCatalog(client: QueryClient, surface: Surface): void {
  if (!isOwnGateway(surface)) return;
  requestStatus(client, surface);
  void client.prefetchQuery(modelMetadataQuery(surface));
  void client.prefetchInfiniteQuery(catalogQuery(surface));
}

export function ModelsPage() {
  const surface = useCurrentSurface();
  const address = route.useSearch();
  const navigate = route.useNavigate();
  // The list updates on each keystroke; the URL follows after a short delay.
  const [typed, setTyped] = useState<{ text: string; after: string | undefined } | null>(null);
  const q = typed !== null && typed.after === address.q ? typed.text : address.q;
  // Not deferred: filtering and rendering 10,000 models takes less than a frame, and a second render would cost a frame.
  const search = useMemo(() => ({ ...address, q }), [address, q]);

  const catalog = useShownCatalog(surface);
  const { models } = catalog;
  const read = useQuery(knownSchemasQuery(surface)).data ?? NO_SCHEMAS;
  const { build, configProblem, catalogProblem, models: own } = useKnownModels(surface);
  const described = useMemo(() => withOwnMetadata(read, own), [read, own]);
  const schemas = useMemo(() => withMissingKeys(described, own), [described, own]);
  useChangedBuild(build, catalog.readAgain);
  useReadSchemas(surface, catalog, described);
  const favourites = useStarredModels(surface.id);
  const recent = useRecentModels(surface.id);
  const rows = useMemo(
    () => filterModels(models ?? NO_MODELS, search, { schemas, favourites, recent }),
    [models, search, schemas, favourites, recent],
  );
  const providers = useMemo(() => providersOf(models ?? NO_MODELS), [models]);
  usePageTitle('Models');

  // Keystrokes of a search do not add browser history entries.
  const change = (part: CatalogSearch) => void navigate({ search: (known) => ({ ...known, ...part }), replace: true });

  const hasFilters = !useMediaQuery('(min-width: 1100px)');
  const isRoomy = useMediaQuery('(min-width: 640px)');
  const chosenLayout = useSetting(catalogLayoutSetting);
  const lastResults = useLastResults(surface);
  // Depends on the whole catalog, so that the layout does not change while a search is typed.
  const hasPictures = models?.some(({ id }) => lastResults.has(id) || hasExample(surface, id)) ?? false;
  const layout = chosenLayout === 'auto' ? (hasPictures ? 'cards' : 'list') : chosenLayout;
  const filters = <CatalogFilters search={address} providers={providers} onChange={change} isSmall={hasFilters} />;

  return (
    <>
      <PageHeader
        title={t('Models')}
        actions={
          <Link
            to="/$surface/models/runs"
            params={{ surface: surface.id }}
            aria-label={t('Runs of all models')}
            title={t('Runs of all models')}
            className={buttonClass({ tone: 'ghost', size: 'icon' })}
          >
            <History aria-hidden />
          </Link>
        }
      >
        <LoadedCount catalog={catalog} shown={rows.length} isFiltered={isFiltered(search)} />
        <search className="flex min-w-0 gap-2 max-md:order-last max-md:basis-full md:flex-1 md:justify-end">
          <SearchField
            label={t('Search models')}
            placeholder={t('Search provider or model…')}
            value={address.q ?? ''}
            onType={(text) => setTyped({ text, after: address.q })}
            onChange={(text) => change({ q: text || undefined })}
          />
          {hasFilters ? filters : null}
        </search>
      </PageHeader>
      {configProblem === null ? null : (
        <ConfigProblem
          title={t('The configuration of your models has mistakes. The previous one stays in use.')}
          problem={configProblem}
        />
      )}
      {catalogProblem === null ? null : (
        <ConfigProblem title={t('A catalog of models could not be refreshed.')} problem={catalogProblem} />
      )}
      <PendingResults surface={surface} />
      <StagedFileBanner surface={surface} />
      {models ? (
        <div className="flex h-10 shrink-0 items-stretch justify-between gap-2 overflow-x-auto border-b border-line px-1.5 [scrollbar-width:none] md:px-2.5">
          <CatalogTabs
            surface={surface}
            search={address}
            counts={{ all: models.length, favourites: favourites.length, recent: recent.length }}
          />
          <div className="flex shrink-0 items-center gap-1 pr-2.5">
            {hasFilters ? null : filters}
            {isRoomy ? (
              <SegmentedControl
                aria-label={t('Layout')}
                value={layout}
                options={LAYOUTS.map(({ value, label }) => ({ value, label: t(label) }))}
                onValueChange={(value) => catalogLayoutSetting.set(value === 'list' ? 'list' : 'cards')}
              />
            ) : null}
          </div>
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
      ) : isRoomy && layout === 'cards' ? (
        <ModelCards surface={surface} models={rows} schemas={schemas} isLong={models.length > MAX_LARGE_CARDS} />
      ) : (
        <ModelRows surface={surface} models={rows} schemas={schemas} />
      )}
      {models && (catalog.error || catalog.isCutOff) ? <IncompleteNotice catalog={catalog} /> : null}
    </>
  );
}

/** Error in the configured model source; the previous one stays in use. One sentence per line. */
function ConfigProblem({ title, problem }: { title: string; problem: string }) {
  return (
    <div role="status" className="flex shrink-0 gap-2.5 border-b border-warn bg-warn-soft px-4 py-2 text-sm md:px-5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {problem.split('\n').map((line) => (
          <p key={line} className="break-words text-muted">
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Refetches the catalog when the gateway reports that its model list has changed. */
function useChangedBuild(build: string | null, readAgain: () => void): void {
  const known = useRef(build);
  useEffect(() => {
    const isChanged = known.current !== null && build !== null && build !== known.current;
    known.current = build;
    if (isChanged) readAgain();
  }, [build, readAgain]);
}
