import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import { formatCount } from '@/lib/format';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { PageHeader } from '@/shared/page/page-header';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { InputsPending } from '@/shared/page/search-hints';
import { usePageTitle } from '@/shared/page/use-page-title';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Spinner } from '@/ui/spinner';
import type { AssetFacts } from './actions/asset-actions';
import { useAssetKeys } from './actions/use-asset-keys';
import { areStarred, useRunAssetAction } from './actions/use-run-asset-action';
import { AssetDetails } from './asset-details';
import { AssetFilters, LikenessFilters } from './asset-filters';
import { AssetGrid, focusedTile } from './asset-grid';
import { assetName } from './asset-text';
import { isNarrowed, type AssetsSearch } from './assets-search';
import { AssetsFailed, AssetsLoading, AssetsNotListed, NoAssets, NoMatchingAssets } from './assets-states';
import { DeleteDialog } from './delete-dialog';
import { UploadButton, UploadList } from './upload-list';
import { useAssetUploads } from './use-asset-uploads';
import { SelectionBar } from './selection-bar';
import { useAssetChanges } from './use-asset-changes';
import { useAssetList } from './use-asset-list';

const route = getRouteApi('/$surface/assets');
const NONE: ReadonlySet<string> = new Set();

export function AssetsPage() {
  const surface = useCurrentSurface();
  const search = route.useSearch();
  const { asset: openId } = search;
  const navigate = useNavigate({ from: '/$surface/assets' });
  const list = useAssetList(surface, search);
  const { query, assets, starredIds } = list;
  const { keep, remove } = useAssetChanges(surface);
  const [selectedIds, setSelectedIds] = useState(NONE);
  const [toDelete, setToDelete] = useState<readonly ListedAsset[] | null>(null);
  const isWide = useMediaQuery('(min-width: 1100px)');
  usePageTitle('Assets');
  const uploads = useAssetUploads(surface);

  const open = useCallback(
    (id: string | null) =>
      void navigate({
        search: ({ asset: before, ...rest }) => (id === null || id === before ? rest : { ...rest, asset: id }),
        replace: true,
      }),
    [navigate],
  );
  const change = useCallback(
    (part: AssetsSearch) =>
      void navigate({ search: ({ asset: _closed, ...before }) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const select = useCallback(
    (id: string) =>
      setSelectedIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  const selected = assets.filter(({ id }) => selectedIds.has(id));
  const opened = assets.find(({ id }) => id === openId);
  const { run: runKeep } = keep;
  const run = useRunAssetAction({ surface, select, keep: runKeep, remove: setToDelete, filter: change });
  const factsOf = (some: readonly ListedAsset[]): AssetFacts => ({
    areStarred: areStarred(surface.id, some),
    isSelected: some.every(({ id }) => selectedIds.has(id)),
  });
  const focusedNow = () => {
    const id = focusedTile();
    return assets.find((asset) => asset.id === id) ?? null;
  };
  useAssetKeys({
    chosenNow: () => (selected.length > 0 ? selected : [focusedNow() ?? opened].filter((asset) => asset !== undefined)),
    focusedNow,
    factsOf,
    run,
  });
  const onDelete = async () => {
    const outcome = await remove.run((toDelete ?? []).filter((asset) => !asset.in_use));
    setToDelete(null);
    if (!outcome.ok) return;
    const gone = new Set(outcome.result.gone);
    setSelectedIds((before) => new Set([...before].filter((id) => !gone.has(id))));
    if (openId !== undefined && gone.has(openId)) open(null);
  };
  const details = opened ? (
    <AssetDetails key={opened.id} surface={surface} asset={opened} facts={factsOf([opened])} run={run} />
  ) : null;

  return (
    <>
      <PageHeader title="Assets" actions={<UploadButton onFiles={uploads.uploadFiles} />} />
      <UploadList uploads={uploads} />
      <AssetFilters surface={surface} search={search} onChange={change} counts={list.counts} />
      <LikenessFilters search={search} onChange={change} />
      {list.inputsPending > 0 ? <InputsPending count={list.inputsPending} /> : null}
      {list.ignoresInputs ? (
        <p role="status" className="shrink-0 border-b border-line px-5 py-1.5 text-sm text-muted">
          Starred files are searched by name only: prompts, models, seeds and sizes are not compared.
        </p>
      ) : null}
      {query.data === undefined ? (
        query.error ? (
          <AssetsFailed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <AssetsLoading />
        )
      ) : !list.isListed ? (
        <AssetsNotListed />
      ) : assets.length > 0 ? (
        <div className="flex min-h-0 flex-1">
          <AssetGrid
            key={JSON.stringify({ ...search, asset: '' })}
            surface={surface}
            assets={assets}
            openId={opened?.id}
            selectedIds={selectedIds}
            starredIds={starredIds}
            onOpen={open}
            run={run}
            onNearEnd={onNearEnd}
            end={<GridEnd count={assets.length} query={query} />}
          />
          {opened && isWide ? (
            <aside
              aria-label={assetName(opened)}
              className="w-[340px] shrink-0 overflow-y-auto border-l border-line p-4"
              data-scroll-area
            >
              <div className="mb-3 flex items-start gap-2">
                <h2 className="min-w-0 flex-1 font-semibold wrap-anywhere">{assetName(opened)}</h2>
                <Button size="icon-sm" tone="ghost" aria-label="Close details" onClick={() => open(null)}>
                  <X aria-hidden />
                </Button>
              </div>
              {details}
            </aside>
          ) : null}
        </div>
      ) : search.kind === undefined && !isNarrowed(search) ? (
        <NoAssets surface={surface} />
      ) : (
        <NoMatchingAssets surface={surface} search={search} />
      )}
      {selected.length > 0 ? (
        <SelectionBar
          assets={selected}
          areStarred={factsOf(selected).areStarred}
          run={run}
          onClear={() => setSelectedIds(NONE)}
        />
      ) : null}
      {opened && !isWide && toDelete === null ? (
        <Dialog isOpen onOpenChange={() => open(null)} title={assetName(opened)} description={null} size="fill">
          {details}
        </Dialog>
      ) : null}
      {toDelete ? (
        <DeleteDialog
          assets={toDelete}
          isBusy={remove.isPending}
          onConfirm={() => void onDelete()}
          onClose={() => setToDelete(null)}
        />
      ) : null}
    </>
  );
}

function GridEnd({ count, query }: { count: number; query: ReturnType<typeof useAssetList>['query'] }) {
  return (
    <div className="flex h-14 items-center justify-center gap-3 text-sm text-muted" aria-live="polite">
      {query.isFetchingNextPage ? (
        <>
          <Spinner /> Loading older files
        </>
      ) : query.isFetchNextPageError ? (
        <>
          Older files could not be read.
          <Button size="sm" onClick={() => void query.fetchNextPage()}>
            Try again
          </Button>
        </>
      ) : query.hasNextPage ? null : (
        formatCount(count, 'file')
      )}
    </div>
  );
}
