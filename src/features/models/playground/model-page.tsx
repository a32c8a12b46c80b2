import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { modelSchemaPath } from '@contract/router/model-id';
import type { ModelDetail } from '@contract/router/schemas';
import { isApiError } from '@/api/api-error';
import { requestStatus } from '@/domains/gateway/gateway-status';
import { setRecentModel } from '@/domains/models/starred-models';
import { modelQuery } from '@/domains/models/model-queries';
import { schemaQuery, storedSchema, type SchemaResult } from '@/features/models/schema/schema-query';
import { isOwnGateway, type Surface } from '@/api/surface';
import { cachedInputQuery } from '@/domains/models/input-cache';
import { modelMetadataQuery } from '@/domains/models/model-metadata';
import { t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { usePageTitle } from '@/shared/page/use-page-title';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { cachedCatalogQuery } from '@/domains/models/catalog-cache';
import { CatalogFailed } from '../catalog/catalog-states';
import { FirstChips, FirstModel } from './first-model';
import { Playground } from './playground';
import { readSharedBody } from './shared-body';

const route = getRouteApi('/$surface/models/$provider/$model');

export function ModelPage() {
  const surface = useCurrentSurface();
  const { provider, model } = route.useParams();
  const modelId = `${provider}/${model}`;
  // Remounts for another model or server, so that the input of a shared link does not carry over.
  return <OneModel key={`${surface.id} ${modelId}`} surface={surface} modelId={modelId} />;
}

function OneModel({ surface, modelId }: { surface: Surface; modelId: string }) {
  const { data: answered, error, refetch } = useQuery(modelQuery(surface, modelId));
  const isUnreachable = isApiError(error) && error.kind === 'unreachable';
  const { data: kept } = useQuery({ ...cachedModelQuery(surface, modelId), enabled: isUnreachable });
  const detail = answered ?? (isUnreachable ? kept?.detail : undefined);
  usePageTitle(modelId);
  const isThere = answered !== undefined;
  // Opening a model counts as use; recorded in an effect, since a render may be discarded.
  useEffect(() => {
    if (isThere) setRecentModel(surface.id, [modelId], true);
  }, [surface.id, modelId, isThere]);

  // Models without an authored schema have no document to read.
  const hasSchema = detail?.input_schema_url !== undefined;
  // On our own gateway, fetched in parallel with the model, as in the loader of this page.
  const schema = useQuery({ ...schemaQuery(surface, modelId), enabled: hasSchema || isOwnGateway(surface) });
  const document = (hasSchema ? schema.data : undefined) ?? (isUnreachable ? kept?.schema : undefined);
  const start = useInitialInput(surface, modelId);

  if (detail && start !== undefined && (document || schema.error || !hasSchema)) {
    return <Playground surface={surface} detail={detail} schema={document} start={start} />;
  }
  return (
    <ModelFrame modelId={modelId}>
      {isApiError(error) && error.code === 'model_not_found' ? (
        <EmptyState
          icon={<SearchX />}
          title={t('Model not found')}
          actions={
            <Link to="/$surface/models" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
              {t('All models')}
            </Link>
          }
        >
          {t('It may have been renamed or removed, or the URL may be wrong.')}
          <span className="mt-2 block text-sm text-faint">{error.message}</span>
        </EmptyState>
      ) : error ? (
        <CatalogFailed surface={surface} error={error} onRetry={() => void refetch()} />
      ) : null}
    </ModelFrame>
  );
}

/** Frame of the page, empty or with the reason why it cannot be shown. */
function ModelFrame({ modelId, children }: { modelId: string; children?: ReactNode }) {
  return (
    <>
      <PageHeader
        title={modelId}
        parent={{ label: t('Models'), to: '/$surface/models' }}
        // As high as the buttons of the model, so that nothing moves once they are there.
        actions={<span className="h-8" />}
      >
        {import.meta.env.SSR ? <FirstChips /> : null}
      </PageHeader>
      {children ?? (import.meta.env.SSR ? <FirstModel loading={<LoadingModel />} /> : <LoadingModel />)}
    </>
  );
}

function LoadingModel() {
  return (
    <div role="status" aria-label={t('Loading the model')} className="grid flex-1 gap-6 p-5 lg:grid-cols-2">
      <Skeleton className="h-60" />
      <Skeleton className="h-60" />
    </div>
  );
}

/**
 * Returns the initial input: from the URL, else the last input on this device, else `null`. `undefined` while loading.
 */
function useInitialInput(surface: Surface, modelId: string): string | null | undefined {
  const router = useRouter();
  // Only the URL with which the page was opened: from then on, the form is newer.
  const [shared] = useState(() => readSharedBody(router.state.location.hash));
  const { data: kept } = useQuery({ ...cachedInputQuery(surface, modelId), enabled: shared === null });
  // Otherwise, the URL would restore the initial values on each reload.
  useEffect(() => {
    if (shared !== null) void router.navigate({ to: '.', search: true, hash: '', replace: true });
  }, [shared, router]);
  return shared ?? kept;
}

/** Model data that earlier visits cached, for its page while the router is unreachable. */
interface CachedModel {
  detail: ModelDetail;
  schema: SchemaResult;
}

/** Resolves to `null` unless both the catalog entry and the schema of the model are cached on this device. */
function cachedModelQuery(surface: Surface, modelId: string) {
  return queryOptions({
    queryKey: [surface.id, 'device.model', modelId],
    queryFn: async ({ client }): Promise<CachedModel | null> => {
      const catalog = await client.ensureQueryData(cachedCatalogQuery(surface));
      const entry = catalog?.models.find(({ id }) => id === modelId);
      const schema = await storedSchema(surface, modelId);
      if (!entry || !schema) return null;
      return {
        detail: { ...entry, input_schema_url: `${surface.routerBaseUrl ?? ''}${modelSchemaPath(modelId)}` },
        schema: { ...schema, isUnchanged: true },
      };
    },
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
  });
}

/** Longer than a local gateway takes; beyond that, the page shows a loading state. */
const AT_MOST_MS = 150;

/**
 * Lets the model page open together with its form, whose requests are all sent at once. Only for our own gateway:
 * hovering over a link also triggers it, and on other routers catalog, schemas and runs may share one rate limit.
 */
export async function awaitModel(client: QueryClient, surface: Surface, modelId: string): Promise<void> {
  if (!isOwnGateway(surface)) return;
  requestStatus(client, surface);
  const responses = [
    client.prefetchQuery(modelQuery(surface, modelId)),
    client.prefetchQuery(schemaQuery(surface, modelId)),
    client.prefetchQuery(modelMetadataQuery(surface)),
    client.prefetchQuery(cachedInputQuery(surface, modelId)),
  ];
  await Promise.race([Promise.all(responses), new Promise((resolve) => setTimeout(resolve, AT_MOST_MS))]);
}
