import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Boxes, CircleSlash, Clock, Filter, KeyRound, Star } from 'lucide-react';
import type { ListedSurface } from '@contract/console/surfaces';
import { isApiError } from '@/api/api-error';
import { NO_ROUTER } from '@/api/router-client';
import type { Surface } from '@/api/surface';
import { findModels } from '@/api/surfaces/find-models';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { saveSurface } from '@/api/surfaces/change-surfaces';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { useAction } from '@/shared/feedback/use-action';
import { LazyKeyForm } from '@/shared/servers/lazy-key-form';
import { ReadFailed } from '@/shared/page/load-error-state';
import { Button, buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import type { CatalogSearch } from './catalog-search';
import { FirstCatalog } from './first-catalog';

const SKELETON_ROWS = 12;

export function CatalogLoading() {
  return import.meta.env.SSR ? <FirstCatalog loading={<LoadingRows />} /> : <LoadingRows />;
}

function LoadingRows() {
  return (
    <div role="status" aria-label={t('Loading models')} className="flex-1 overflow-hidden">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className="flex h-19 items-center gap-4 border-b border-line px-5 md:h-12">
          <Skeleton className="size-4" />
          <Skeleton className="h-3 w-2/5 max-w-72" />
          <Skeleton className="ml-auto h-5 w-36 rounded-full max-md:hidden" />
        </div>
      ))}
    </div>
  );
}

interface CatalogFailedProps {
  surface: Surface;
  error: Error;
  onRetry: () => void;
}

/**
 * Error state. Three rejections are not failures: no router, a router that is not enabled, and a missing or invalid
 * credential.
 */
export function CatalogFailed({ surface, error, onRetry }: CatalogFailedProps) {
  if (isApiError(error)) {
    if (error.code === 'not_enabled') return <NotEnabled surface={surface} detail={error.message} />;
    if (error.code === NO_ROUTER || (isUnsupported(error.status) && error.code.startsWith('http_'))) {
      return <NoRouter surface={surface} />;
    }
    if (error.code === 'unauthorized' || error.code === 'forbidden') {
      return <NoAccess surface={surface} error={error} onRetry={onRetry} />;
    }
  }
  return (
    <ReadFailed
      error={error}
      title={t('The models could not be read')}
      untouched={t('running calls')}
      away={t('Workflows, jobs and earlier results are not affected.')}
      onRetry={onRetry}
    />
  );
}

function OtherScreens({ surface }: { surface: Surface }) {
  return (
    <>
      <Link to="/$surface/submit" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
        {t('Submit a workflow')}
      </Link>
      <Link to="/$surface/jobs" params={{ surface: surface.id }} className={buttonClass()}>
        {t('Jobs')}
      </Link>
    </>
  );
}

/** Terminal and not an error: there are no retries, and nothing looks broken. */
function NotEnabled({ surface, detail }: { surface: Surface; detail: string }) {
  return (
    <EmptyState icon={<Clock />} title={t('Models are not enabled yet')} actions={<OtherScreens surface={surface} />}>
      {t('{name} has a Model Router that is not enabled for this account. Everything else works without it.', {
        name: surface.name,
      })}
      <span className="mt-2 block text-sm text-faint">{detail}</span>
    </EmptyState>
  );
}

function NoRouter({ surface }: { surface: Surface }) {
  const listed = useSurfaceList(({ surfaces }) => surfaces.find(({ id }) => id === surface.id));
  if (listed?.kind === 'self-hosted' && listed.routerBaseUrl === null) return <UnknownRouter listed={listed} />;
  return (
    <EmptyState
      icon={<CircleSlash />}
      title={t('No models on this server')}
      actions={<OtherScreens surface={surface} />}
    >
      {t('{name} runs workflows and has no Model Router. Everything else works without one.', { name: surface.name })}
    </EmptyState>
  );
}

/** A server that was added without a URL for models. */
function UnknownRouter({ listed }: { listed: ListedSurface }) {
  const client = useQueryClient();
  const search = useAction({
    async run() {
      const { hasCredential: _has, contentOrigins: _origins, ...config } = listed;
      const { surface } = await findModels(config, undefined);
      if (surface.routerBaseUrl === null)
        throw new Error(t('{name} has no models at {baseUrl}.', { name: listed.name, baseUrl: listed.baseUrl ?? '' }));
      await saveSurface(client, surface, { credential: undefined });
    },
    failed: (error) => ({ isOfPage: true, title: t('No models found'), description: messageOf(error) }),
    stale: [client, listed, 'saveSurface'],
  });
  return (
    <EmptyState
      icon={<CircleSlash />}
      title={t('No URL for the models of this server')}
      actions={
        <Button tone="primary" isBusy={search.isPending} onClick={() => void search.run()}>
          {t('Look for models')}
        </Button>
      }
    >
      {t('{name} was added without one. A Flowdeck gateway has its models at the same URL as its workflows.', {
        name: listed.name,
      })}
    </EmptyState>
  );
}

function NoAccess({ surface, error, onRetry }: CatalogFailedProps) {
  const isUnknown = isApiError(error) && error.code === 'unauthorized';
  const requestId = isApiError(error) ? error.requestId : null;
  return (
    <EmptyState
      icon={<KeyRound />}
      title={isUnknown ? t('Authentication required') : t('Your credential may not use models here')}
      actions={<Button onClick={onRetry}>{t('Try again')}</Button>}
    >
      {isUnknown
        ? t('{name} rejected the credentials of this console.', { name: surface.name })
        : t('Ask the operator for access. Trying again will not change it.')}
      <span className="mt-2 block text-sm text-faint">{error.message}</span>
      {requestId ? (
        <span className="block font-mono text-sm text-faint">{t('request {requestId}', { requestId })}</span>
      ) : null}
      {isUnknown ? <LazyKeyForm surface={surface} /> : null}
    </EmptyState>
  );
}

export function NoModels({ surface }: { surface: Surface }) {
  return (
    <EmptyState icon={<Boxes />} title={t('The catalog is empty')} actions={<OtherScreens surface={surface} />}>
      {t('{name} has no models available to your account.', { name: surface.name })}
    </EmptyState>
  );
}

interface NoMatchesProps {
  surface: Surface;
  search: CatalogSearch;
  loaded: number;
  isWalking: boolean;
}

export function NoMatches({ surface, search, loaded, isWalking }: NoMatchesProps) {
  const { show, ...others } = search;
  const isOnlyFilter = show !== undefined && Object.values(others).every((value) => !value);
  const all = (
    <Link to="/$surface/models" params={{ surface: surface.id }} search={{}} className={buttonClass()}>
      {t('Show all models')}
    </Link>
  );
  if (isOnlyFilter && !isWalking) {
    return show === 'favourites' ? (
      <EmptyState icon={<Star />} title={t('No favorites yet')} actions={all}>
        {t('Star a model to add it here. Stored on this device.')}
      </EmptyState>
    ) : (
      <EmptyState icon={<Clock />} title={t('No model was opened yet')} actions={all}>
        {t('Recently opened models appear here.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Filter />} title={isWalking ? t('No match so far') : t('No matching models')} actions={all}>
      {isWalking
        ? t('{count, plural, one {# model} other {# models}} loaded, and searching on.', { count: loaded })
        : t('All {count, plural, one {# model} other {# models}} were searched.', { count: loaded })}
      {search.makes ? ` ${t('What a model makes is known only once its schema was read on this device.')}` : ''}
    </EmptyState>
  );
}
