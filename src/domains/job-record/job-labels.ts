import { BATCH_LABEL } from '@contract/console/job-title';

/** Labels of jobs (docs/api-notes.md, Labels): this one identifies the job of an unconfirmed submission. */
export const LABEL_OUTBOX = 'flowdeck_outbox';
export const LABEL_TITLE = 'flowdeck_title';
export const LABEL_GRAPH = 'flowdeck_graph';
/** Id of the job whose workflow this one runs again, with or without changes. */
export const LABEL_SOURCE = 'flowdeck_source';
export const LABEL_BATCH = BATCH_LABEL;

/** Returns true for labels that only the console reads. */
export function isOwnLabel(name: string): boolean {
  return name.startsWith('flowdeck_');
}
