import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { isApiError } from '@/api/api-error';
import { setRecentModel } from '@/api/models/starred-models';
import { keptModelQuery } from '@/api/models/cached-model';
import { modelQuery } from '@/api/models/model-queries';
import { schemaQuery } from '@/api/models/schema-query';
import { isOwnGateway, type Surface } from '@/api/surface';
import { PageHeader } from '@/shared/page-header';
import { useCurrentSurface } from '@/shared/use-current-surface';
import { usePageTitle } from '@/shared/use-page-title';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { CatalogFailed } from '../catalog/catalog-states';
import { FirstModel } from './first-model';
import type { Playground } from './playground';
import { useInitialInput } from './use-initial-input';

// Asked for at once, while the model is: the names of its many parts would weigh on the shell, which loads this page.
// The gateway may be away just then, and back when the part is needed.
const ahead = import('./playground').then(
  ({ Playground }) => (loaded = Playground),
  () => null,
);
let loaded: typeof Playground | null = null;
const LatePlayground = lazy(async () => ({ default: (await ahead) ?? (await import('./playground')).Playground }));

/** `lazy` alone shows its fallback once even where the code is there, and React keeps a fallback for 0.3 s. */
function PlaygroundPart(props: ComponentProps<typeof Playground>) {
  const [Part] = useState(() => loaded ?? LatePlayground);
  return <Part {...props} />;
}

export { awaitModel } from './first-answers';

const route = getRouteApi('/$surface/models/$provider/$model');

export function ModelPage() {
  const surface = useCurrentSurface();
  const { provider, model } = route.useParams();
  const modelId = `${provider}/${model}`;
  // Another model, or the same at another server, is another page: what a shared link brought stays behind.
  return <OneModel key={`${surface.id} ${modelId}`} surface={surface} modelId={modelId} />;
}

function OneModel({ surface, modelId }: { surface: Surface; modelId: string }) {
  const { data: answered, error, refetch } = useQuery(modelQuery(surface, modelId));
  const isAway = isApiError(error) && error.kind === 'unreachable';
  const { data: kept } = useQuery({ ...keptModelQuery(surface, modelId), enabled: isAway });
  const detail = answered ?? (isAway ? kept?.detail : undefined);
  usePageTitle(modelId);
  const isThere = answered !== undefined;
  // Whoever looks at a model has used it; a render may be thrown away.
  useEffect(() => {
    if (isThere) setRecentModel(surface.id, [modelId], true);
  }, [surface.id, modelId, isThere]);

  // Without an authored document there is none to read.
  const hasSchema = detail?.input_schema_url !== undefined;
  // Our own gateway is asked for it along with the model, as by the loader of this page.
  const schema = useQuery({ ...schemaQuery(surface, modelId), enabled: hasSchema || isOwnGateway(surface) });
  const document = (hasSchema ? schema.data : undefined) ?? (isAway ? kept?.schema : undefined);
  const start = useInitialInput(surface, modelId);

  if (detail && start !== undefined && (document || schema.error || !hasSchema)) {
    return (
      <Suspense fallback={<ModelFrame modelId={modelId} />}>
        <PlaygroundPart surface={surface} detail={detail} schema={document} start={start} />
      </Suspense>
    );
  }
  return (
    <ModelFrame modelId={modelId}>
      {isApiError(error) && error.code === 'model_not_found' ? (
        <EmptyState
          icon={<SearchX />}
          title="Model not found"
          actions={
            <Link to="/$surface/models" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
              All models
            </Link>
          }
        >
          It may have been renamed or removed, or the URL may be wrong.
          <span className="mt-2 block text-sm text-faint">{error.message}</span>
        </EmptyState>
      ) : error ? (
        <CatalogFailed surface={surface} error={error} onRetry={() => void refetch()} />
      ) : null}
    </ModelFrame>
  );
}

/** The page before there is anything on it, or with what keeps it from being there. */
function ModelFrame({ modelId, children }: { modelId: string; children?: ReactNode }) {
  return (
    <>
      <PageHeader title={modelId} parent={{ label: 'Models', to: '/$surface/models' }} />
      {children ?? (import.meta.env.SSR ? <FirstModel loading={<LoadingModel />} /> : <LoadingModel />)}
    </>
  );
}

function LoadingModel() {
  return (
    <div role="status" aria-label="Loading the model" className="grid flex-1 gap-6 p-5 lg:grid-cols-2">
      <Skeleton className="h-60" />
      <Skeleton className="h-60" />
    </div>
  );
}
