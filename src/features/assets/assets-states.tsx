import { Link } from '@tanstack/react-router';
import { Filter, Images, ListX, Star } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { t } from '@/lib/i18n/messages';
import { ReadFailed } from '@/shared/page/load-error-state';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { isNarrowed, type AssetsSearch } from './assets-search';

/** Loading, empty, filtered, error and unsupported states of the grid. */

const SKELETON_TILES = 18;

export function AssetsLoading() {
  return (
    <div
      role="status"
      aria-label={t('Loading files')}
      className="grid flex-1 grid-cols-[repeat(auto-fill,minmax(132px,1fr))] content-start gap-3 overflow-hidden p-4 sm:grid-cols-[repeat(auto-fill,minmax(176px,1fr))] md:px-5"
    >
      {Array.from({ length: SKELETON_TILES }, (_, index) => (
        <div key={index} className="flex flex-col gap-2 pb-3">
          <Skeleton className="aspect-square rounded-lg" />
          <Skeleton className="h-3 w-3/4" />
        </div>
      ))}
    </div>
  );
}

export function NoAssets({ surface }: { surface: Surface }) {
  return (
    <EmptyState
      icon={<Images />}
      title={t('No files yet')}
      actions={
        <Link to="/$surface/submit" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
          {t('Open Submit')}
        </Link>
      }
    >
      {t(
        'Images that you drop on the inputs of a workflow, and everything that jobs make, are collected here. Any of them can be the input of the next workflow, without being sent again.',
      )}
    </EmptyState>
  );
}

export function NoMatchingAssets({ surface, search }: { surface: Surface; search: AssetsSearch }) {
  const { kind, q: text = '' } = search;
  if (kind === 'starred' && !isNarrowed(search)) {
    return (
      <EmptyState icon={<Star />} title={t('No starred files')} actions={<ShowAll surface={surface} />}>
        {hasGateway()
          ? t(
              'Star the files that you want to find again: with the star on an image, or S while it has the focus. Stars are kept on this gateway, for all your browsers.',
            )
          : t(
              'Star the files that you want to find again: with the star on an image, or S while it has the focus. Stars are stored in this browser.',
            )}
      </EmptyState>
    );
  }
  const what = kind === 'uploads' || kind === 'outputs' ? kind : 'files';
  return (
    <EmptyState
      icon={<Filter />}
      title={
        text === ''
          ? t('{kind, select, uploads {There is no upload} outputs {There is no output} other {There is no file}}', {
              kind: what,
            })
          : t(
              '{kind, select, uploads {No upload matches “{text}”} outputs {No output matches “{text}”} other {No file matches “{text}”}}',
              { kind: what, text },
            )
      }
      actions={<ShowAll surface={surface} />}
    >
      {text === ''
        ? t('Other files are hidden by these filters.')
        : t(
            'The search looks at file names, and at the prompts, models and other values that made an output. Terms such as prompt:fox, model:sdxl or seed:42 look at one of them.',
          )}
    </EmptyState>
  );
}

function ShowAll({ surface }: { surface: Surface }) {
  return (
    <Link to="/$surface/assets" params={{ surface: surface.id }} search={{}} className={buttonClass()}>
      {t('Show all files')}
    </Link>
  );
}

export function AssetsFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ReadFailed
      error={error}
      title={t('Could not load files')}
      untouched={t('the files')}
      away={t('Your files are saved on the server.')}
      onRetry={onRetry}
    />
  );
}

export function AssetsNotListed() {
  return (
    <EmptyState icon={<ListX />} title={t('This server does not list files')}>
      {t('The outputs of a job are on its page, and can be used as inputs from there.')}
    </EmptyState>
  );
}
