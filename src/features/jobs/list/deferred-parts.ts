/** Parts of the job list that its first paint does not need, in one lazy module. */
export { AnnotatedList } from '../annotations/annotated-list';
export { RowMenu } from '../annotations/row-menu';
export { FilterMenus } from '../filters/filter-menus';
export { SavedJobs } from '../history/saved-jobs';
export { BulkBar } from '../bulk/bulk-bar';
export { BulkKeys } from '../bulk/bulk-keys';
export { BulkLayer } from '../bulk/bulk-layer';
export { QueueActions } from './queue-actions';
export { QueueNotice } from '@/shared/queue/queue-notice';
export { UnlistedJobs } from './unlisted-jobs';
export { UnconfirmedSubmissions } from './unconfirmed-submissions';
export { VirtualRows } from './virtual-rows';
