import { Link } from '@tanstack/react-router';
import { Filter, Images, ListX, Star } from 'lucide-react';
import { readSearchTerms } from '@contract/console/search-terms';
import type { Surface } from '@/api/surface';
import { hasGateway } from '@/api/surfaces/has-gateway';
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
      aria-label="Loading files"
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
      title="No files yet"
      actions={
        <Link to="/$surface/submit" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
          Open Submit
        </Link>
      }
    >
      Images that you drop on the inputs of a workflow, and everything that jobs make, are collected here. Any of them
      can be the input of the next workflow, without being sent again.
    </EmptyState>
  );
}

export function NoMatchingAssets({ surface, search }: { surface: Surface; search: AssetsSearch }) {
  const { kind, q: text = '' } = search;
  if (kind === 'starred' && !isNarrowed(search)) {
    return (
      <EmptyState icon={<Star />} title="No starred files" actions={<ShowAll surface={surface} />}>
        Star the files that you want to find again: with the star on an image, or S while it has the focus. Stars are{' '}
        {hasGateway() ? 'kept on this gateway, for all your browsers' : 'stored in this browser'}.
      </EmptyState>
    );
  }
  const what = kind === 'uploads' ? 'upload' : kind === 'outputs' ? 'output' : 'file';
  return (
    <EmptyState
      icon={<Filter />}
      title={text === '' ? `There is no ${what}` : `No ${what} matches “${text}”`}
      actions={
        <>
          <ShowAll surface={surface} />
          {text === '' || readSearchTerms(text).inputs.length > 0 ? null : (
            <Link
              to="/$surface/assets"
              params={{ surface: surface.id }}
              search={{ ...search, q: `prompt:"${text.replaceAll('"', '')}"` }}
              className={buttonClass()}
            >
              Search prompts
            </Link>
          )}
        </>
      }
    >
      {text === ''
        ? 'Other files are hidden by these filters.'
        : 'The search looks at file names, and at the beginnings of hashes and of job IDs. Terms such as prompt:fox, model:sdxl or seed:42 look at what made an output.'}
    </EmptyState>
  );
}

function ShowAll({ surface }: { surface: Surface }) {
  return (
    <Link to="/$surface/assets" params={{ surface: surface.id }} search={{}} className={buttonClass()}>
      Show all files
    </Link>
  );
}

export function AssetsFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ReadFailed
      error={error}
      title="Could not load files"
      untouched="the files"
      away="Your files are saved on the server."
      onRetry={onRetry}
    />
  );
}

export function AssetsNotListed() {
  return (
    <EmptyState icon={<ListX />} title="This server does not list files">
      The outputs of a job are on its page, and can be used as inputs from there.
    </EmptyState>
  );
}
