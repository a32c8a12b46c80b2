import { t } from '@/lib/i18n/messages';
import { lazyPart } from '@/ui/lazy-part';
import { JobsLoading } from './jobs-states';
import { ROW_LAYOUT } from './row-layout';
import type { rowTitle } from './row-title';
import type { VirtualRowsProps } from './virtual-rows';

const load = () => import('./deferred-parts');

export const FilterMenus = lazyPart(async () => (await load()).FilterMenus, {
  fallback: ({ isSmall, isBatches }) => (
    <div className={isBatches ? (isSmall ? 'w-9' : 'w-31') : isSmall ? 'w-53' : 'w-102'} />
  ),
});
/**
 * Until it is loaded, shows the rows of one window; if it cannot be loaded, shows all rows, so that they remain visible
 * when the gateway is down.
 */
export const VirtualRows = lazyPart(async () => (await load()).VirtualRows, {
  fallback: ({ count, rowHeight, ...rest }) => (
    <PlainRows count={Math.min(count, Math.ceil(innerHeight / rowHeight))} {...rest} />
  ),
  Failure: ({ partProps }) => <PlainRows {...partProps} />,
});
export const WallRows = lazyPart(async () => (await load()).WallRows, { fallback: <JobsLoading /> });
export const WallTile = lazyPart(async () => (await load()).WallTile);
export const RowMenu = lazyPart(async () => (await load()).RowMenu, {
  fallback: <RowMenuSpace />,
  // The row is shown nevertheless, and its page has the same actions.
  Failure: RowMenuSpace,
});
export const RowInputs = lazyPart(async () => (await load()).RowInputs, {
  fallback: <span />,
  Failure: ({ partProps }) => <RowNote {...partProps} />,
});
export const RowTimeLeft = lazyPart(async () => (await load()).RowTimeLeft, { Failure: () => null });
export const SearchHints = lazyPart(async () => (await load()).SearchHints, { Failure: () => null });
export const InputsPending = lazyPart(async () => (await load()).InputsPending, { Failure: () => null });
export const BatchGroupRow = lazyPart(async () => (await load()).BatchGroupRow, {
  // As high as the row, since its place may have no height yet.
  fallback: ({ batch }) => (
    <div className={ROW_LAYOUT}>
      <span className="truncate font-semibold max-md:col-start-2 md:pl-19.5 md:compact:pl-15.5">{batch.title}</span>
    </div>
  ),
});
export const SummaryStrip = lazyPart(async () => (await load()).SummaryStrip, { Failure: () => null });
export const BulkBar = lazyPart(async () => (await load()).BulkBar);
export const RowKeys = lazyPart(async () => (await load()).RowKeys, { Failure: () => null });
export const BulkLayer = lazyPart(async () => (await load()).BulkLayer);
export const UnconfirmedSubmissions = lazyPart(async () => (await load()).UnconfirmedSubmissions);
export const JobsFailed = lazyPart(async () => (await load()).JobsFailed, { fallback: <JobsLoading /> });
export const QueueActions = lazyPart(async () => (await load()).QueueActions);
export const JobsEmptyState = lazyPart(async () => (await load()).JobsEmptyState);
export const ServerNotices = lazyPart(async () => (await load()).ServerNotices, { Failure: () => null });
export const QueueNotice = lazyPart(async () => (await load()).QueueNotice);
export const AnnotationChips = lazyPart(async () => (await load()).AnnotationChips);
export const ServerChips = lazyPart(async () => (await load()).ServerChips, {
  fallback: <div className="h-11 shrink-0 border-b border-line" />,
});

/** Sets the tooltip of a row. Without its code there is none: the page of the job says the same. */
export async function showRowTitle(row: HTMLElement, ...details: Parameters<typeof rowTitle>): Promise<void> {
  const parts = await load().catch(() => null);
  if (parts) row.title = parts.rowTitle(...details);
}

function RowNote({ note }: { note: string }) {
  return <span className="truncate text-muted">{note}</span>;
}

function RowMenuSpace() {
  return <span className="size-7 max-md:-my-2 max-md:-mr-2 max-md:size-9" />;
}

/** Rows without virtualization. */
function PlainRows({ count, keyOf, renderRow }: Pick<VirtualRowsProps, 'count' | 'keyOf' | 'renderRow'>) {
  return (
    <ul aria-label={t('Jobs')}>
      {Array.from({ length: count }, (_, index) => (
        <li key={keyOf(index)}>{renderRow(index)}</li>
      ))}
    </ul>
  );
}
