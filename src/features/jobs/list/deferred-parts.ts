/** Parts of the job list that its first paint does not need, in one lazy module. */
export { RowMenu } from '../actions/row-menu';
export { FilterMenus } from './filter-menus';
export { BulkBar } from '../bulk/bulk-bar';
export { RowKeys } from '../bulk/bulk-keys';
export { BulkLayer } from '../bulk/bulk-layer';
export { RowInputs } from './row-inputs';
export { InputsPending, SearchHints } from '@/shared/page/search-hints';
export { BatchGroupRow } from './batch-group-row';
export { SummaryStrip } from '../summary/summary-strip';
export { QueueActions } from './queue-actions';
export { QueueNotice } from '@/shared/queue/queue-notice';
export { AnnotationChips } from '../annotations/annotation-chips';
export { ServerChips } from './server-chips';
export { JobsFailed } from './jobs-failed';
export { UnconfirmedSubmissions } from './unconfirmed-submissions';
export { WallTile } from './job-tile';
export { VirtualRows, WallRows } from './virtual-rows';
export { ServerNotices } from './server-notices';
