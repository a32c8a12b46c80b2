import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import { MAX_RATING, type Rating } from '@/domains/annotations/job-annotation';
import { markFiles, NO_MARK } from '@/domains/annotations/file-marks';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { t } from '@/lib/i18n/messages';
import { reportUnsaved } from '@/shared/annotations/report-unsaved';
import { useRatingKeys } from '@/shared/annotations/use-rating-keys';
import { useCommands } from '@/shared/commands/use-commands';
import { announce } from '@/shared/feedback/announce';
import { PageHeader } from '@/shared/page/page-header';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { InputsPending } from '@/shared/page/search-hints';
import { usePageTitle } from '@/shared/page/use-page-title';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { Spinner } from '@/ui/spinner';
import type { AssetFacts } from './actions/asset-actions';
import { useAssetKeys } from './actions/use-asset-keys';
import { areStarred, useRunAssetAction } from './actions/use-run-asset-action';
import { AssetDetails } from './asset-details';
import { AssetFilters, LikenessFilters } from './asset-filters';
import { AssetViewer } from './asset-viewer';
import { AssetGrid, focusedTile, focusTile } from './asset-grid';
import { assetName } from './asset-text';
import { isNarrowed, type AssetsSearch } from './assets-search';
import { AssetsFailed, AssetsLoading, AssetsNotListed, NoAssets, NoMatchingAssets } from './assets-states';
import { DeleteDialog } from './delete-dialog';
import { UploadButton, UploadList } from './upload-list';
import { useAssetUploads } from './use-asset-uploads';
import { SelectionBar } from './selection-bar';
import { useAssetChanges } from './use-asset-changes';
import { useDelayedDeletion } from './use-delayed-deletion';
import { countsWithout, useAssetList } from './use-asset-list';

const HtmlPageDialog = lazyDialog(async () => (await import('./html-page/html-page-dialog')).HtmlPageDialog);

const route = getRouteApi('/$surface/assets');
const NONE: ReadonlySet<string> = new Set();
/** Files before the end of the loaded ones, from which the viewer loads more. */
const NEAR_END = 5;

export function AssetsPage() {
  const surface = useCurrentSurface();
  const search = route.useSearch();
  const { asset: openId } = search;
  const client = useQueryClient();
  const navigate = useNavigate({ from: '/$surface/assets' });
  const list = useAssetList(surface, search);
  const { query, marks } = list;
  const { keep, remove } = useAssetChanges(surface);
  const { hidden, schedule } = useDelayedDeletion(remove.run);
  const assets = useMemo(() => list.assets.filter(({ id }) => !hidden.has(id)), [list.assets, hidden]);
  const [selectedIds, setSelectedIds] = useState(NONE);
  const [toDelete, setToDelete] = useState<readonly ListedAsset[] | null>(null);
  const [onPage, setOnPage] = useState<readonly ListedAsset[] | null>(null);
  const isWide = useMediaQuery('(min-width: 1100px)');
  usePageTitle(t('Gallery'));
  const uploads = useAssetUploads(surface);

  const open = useCallback(
    (id: string | null) =>
      void navigate({
        search: ({ asset: before, large: _large, ...rest }) =>
          id === null || id === before ? rest : { ...rest, asset: id },
        replace: true,
      }),
    [navigate],
  );
  const change = useCallback(
    (part: AssetsSearch) =>
      void navigate({
        search: ({ asset: _closed, large: _large, ...before }) => ({ ...before, ...part }),
        replace: true,
      }),
    [navigate],
  );
  const openLarge = useCallback(
    (asset: string) => void navigate({ search: (before) => ({ ...before, asset, large: true }), replace: true }),
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
  const at = assets.findIndex(({ id }) => id === openId);
  const isLarge = search.large === true && opened !== undefined;
  const removeFiles = useCallback(
    (chosen: readonly ListedAsset[]) => {
      const [asset, second] = chosen;
      if (!asset || second) {
        setToDelete(chosen);
        return;
      }
      const index = assets.indexOf(asset);
      const next = assets[index + 1] ?? assets[index - 1];
      if (!isLarge && next && focusedTile() === asset.id) focusTile(next.id);
      if (openId === asset.id) {
        if (isLarge && next) openLarge(next.id);
        else open(null);
      }
      setSelectedIds((before) => new Set([...before].filter((id) => id !== asset.id)));
      schedule([asset]);
    },
    [assets, isLarge, openId, open, openLarge, schedule],
  );
  const rate = (some: readonly ListedAsset[], rating: Rating | 0) => {
    if (some.length === 0) return;
    const ids = some.map(({ id }) => id);
    void markFiles(client, surface.id, ids, { rating }).then(reportUnsaved);
    announce(rating === 0 ? t('Rating cleared') : t('Rated {rating} of {most}', { rating, most: MAX_RATING }));
  };
  // Subscribes to the position in the viewer, which goes on as the list does.
  useEffect(() => {
    if (isLarge && at >= assets.length - NEAR_END) onNearEnd();
  }, [isLarge, at, assets.length, onNearEnd]);
  const { run: runKeep } = keep;
  const run = useRunAssetAction({
    surface,
    open: openLarge,
    select,
    keep: runKeep,
    savePage: setOnPage,
    remove: removeFiles,
    filter: change,
  });
  const factsOf = (some: readonly ListedAsset[]): AssetFacts => ({
    areStarred: areStarred(marks, some),
    isSelected: some.every(({ id }) => selectedIds.has(id)),
  });
  const focusedNow = () => {
    const id = focusedTile();
    return assets.find((asset) => asset.id === id) ?? null;
  };
  const chosenNow = () =>
    selected.length > 0 ? selected : [focusedNow() ?? opened].filter((asset) => asset !== undefined);
  useAssetKeys({ chosenNow, focusedNow, facts: factsOf(selected), run });
  useRatingKeys((rating) => rate(chosenNow(), rating), { canClear: true });
  useCommands({
    'clear-selection': () => {
      if (selected.length === 0) return false;
      setSelectedIds(NONE);
      return true;
    },
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
      <PageHeader title={t('Gallery')} actions={<UploadButton onFiles={uploads.uploadFiles} />} />
      <UploadList uploads={uploads} />
      <AssetFilters surface={surface} search={search} onChange={change} counts={countsWithout(hidden, list, search)} />
      <LikenessFilters search={search} onChange={change} />
      {list.inputsPending > 0 ? <InputsPending count={list.inputsPending} /> : null}
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
            marks={marks}
            onOpen={open}
            run={run}
            onNearEnd={onNearEnd}
            end={<GridEnd count={assets.length} query={query} />}
          />
          {opened && isWide ? (
            <aside
              aria-label={assetName(opened)}
              className="w-[364px] shrink-0 overflow-y-auto border-l border-line p-4"
              data-scroll-area
            >
              <div className="mb-3 flex items-start gap-2">
                <h2 className="min-w-0 flex-1 font-semibold wrap-anywhere">{assetName(opened)}</h2>
                <Button size="icon-sm" tone="ghost" aria-label={t('Close details')} onClick={() => open(null)}>
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
      {opened && isLarge ? (
        <AssetViewer
          surface={surface}
          asset={opened}
          assets={assets}
          mark={marks.get(opened.id) ?? NO_MARK}
          isSelected={selectedIds.has(opened.id)}
          run={run}
          onRate={rate}
          onChoose={openLarge}
          onClose={() => void navigate({ search: ({ large: _large, ...rest }) => rest, replace: true })}
          onClosed={() => focusTile(opened.id)}
        />
      ) : null}
      {opened && !isWide && !isLarge && toDelete === null && onPage === null ? (
        <Dialog isOpen onOpenChange={() => open(null)} title={assetName(opened)} description={null} size="fill">
          {details}
        </Dialog>
      ) : null}
      {onPage ? <HtmlPageDialog surface={surface} assets={onPage} onClose={() => setOnPage(null)} /> : null}
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
          <Spinner /> {t('Loading older files')}
        </>
      ) : query.isFetchNextPageError ? (
        <>
          {t('Older files could not be read.')}
          <Button size="sm" onClick={() => void query.fetchNextPage()}>
            {t('Try again')}
          </Button>
        </>
      ) : query.hasNextPage ? null : (
        t('{count, plural, one {# file} other {# files}}', { count })
      )}
    </div>
  );
}
