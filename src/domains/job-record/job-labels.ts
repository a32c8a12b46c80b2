/** Labels of jobs (docs/api-notes.md, Labels): this one identifies the job of an unconfirmed submission. */
export const LABEL_OUTBOX = 'flowdeck_outbox';
export const LABEL_GRAPH = 'flowdeck_graph';
/** Id of the job whose workflow this one runs again, with or without changes. */
export const LABEL_SOURCE = 'flowdeck_source';
/** Id of the draft, whose editor shows the run also in a browser that did not start it. */
export const LABEL_DRAFT = 'flowdeck_draft';
/** The gateway reads these two as well. */
export { BATCH_LABEL as LABEL_BATCH, TITLE_LABEL as LABEL_TITLE } from '@contract/console/job-title';

/** Returns true for labels that only the console reads. */
export function isOwnLabel(name: string): boolean {
  return name.startsWith('flowdeck_');
}
