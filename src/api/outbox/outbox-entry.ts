import type { Labels } from '@contract/jobs/schemas';
import type { OutboxState } from './outbox-state';

/** One act of submitting, as IndexedDB keeps it. Only the state, `firstSentAt` and `isDismissed` ever change. */
export interface OutboxEntry {
  id: string;
  surfaceId: string;
  /** `Idempotency-Key`: a fresh UUID for each act (J-4.44), the same for every send of it. */
  key: string;
  createdAt: number;
  title: string;
  /** The draft that it was submitted from, to show the state there after a reload. */
  draftId: string | null;
  /** The workflow exactly as it goes out. */
  workflowText: string;
  graphFingerprint: string;
  labels: Labels;
  /** The workflow has partner nodes: their credential is added when it is sent, and is never part of an entry. */
  needsPartnerKey?: boolean;
  firstSentAt: number | null;
  state: OutboxState;
  /** The user has seen how it ended and put it away. */
  isDismissed: boolean;
  /** Set if one click started several runs: they are sent one after the other, in the order of `index`. */
  batch?: OutboxBatch;
  /** What it runs at another server than the one it comes from (`HistoryJob`). */
  sourceKey?: string;
}

export interface OutboxBatch {
  id: string;
  /** From 0. */
  index: number;
  count: number;
}

/** Labels on the job (docs/api-notes.md, Labels), by which a maybe-made job is found again. */
export const LABEL_OUTBOX = 'flowdeck_outbox';
export const LABEL_TITLE = 'flowdeck_title';
export const LABEL_GRAPH = 'flowdeck_graph';
/** Id of the job whose workflow this one runs again, with changes or without. */
export const LABEL_SOURCE = 'flowdeck_source';

const MAX_TITLE = 200;

/** The labels of one act of submitting. */
export function submitLabels(
  title: string,
  fingerprint: string,
  outboxId: string,
  sourceJobId: string | undefined,
): Labels {
  return {
    [LABEL_TITLE]: title.slice(0, MAX_TITLE),
    [LABEL_GRAPH]: fingerprint,
    [LABEL_OUTBOX]: outboxId,
    ...(sourceJobId ? { [LABEL_SOURCE]: sourceJobId } : {}),
  };
}

/**
 * Request body: the workflow's own text, since its numbers do not survive a JavaScript object.
 * @param entry without labels for surfaces that refuse them
 */
export function submitBodyText({
  workflowText,
  labels,
  extraData = null,
}: Pick<OutboxEntry, 'workflowText'> & { labels?: Labels; extraData?: Record<string, string> | null }): string {
  const metadata = labels === undefined ? '' : `,"metadata":${JSON.stringify(labels)}`;
  const credential = extraData === null ? '' : `,"extra_data":${JSON.stringify(extraData)}`;
  return `{"workflow":${workflowText.trim()}${metadata}${credential}}`;
}
