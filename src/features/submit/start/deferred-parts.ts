/** Parts of Submit that its first paint does not need, in one lazy module. */
export { DraftList } from './draft-list';
export { LinkedTemplate } from './linked-template';
export { TemplateList } from '../templates/template-list';
export { PasteDialog } from './paste-dialog';
export { QueueNotice } from '@/shared/queue/queue-notice';
export { UnfinishedRuns } from './unfinished-runs';
