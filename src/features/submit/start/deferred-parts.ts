/** Parts of Submit that its first paint does not need, in one lazy module. */
export { ComfyuiRow } from './comfyui-row';
export { HomeSections, UnfinishedRuns } from './home-sections';
export { LinkedTemplate } from './linked-template';
export { PasteDialog } from './paste-dialog';
export { QueueNotice } from '@/shared/queue/queue-notice';
