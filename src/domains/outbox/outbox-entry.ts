import { LABEL_DRAFT, LABEL_GRAPH, LABEL_OUTBOX, LABEL_SOURCE, LABEL_TITLE } from '../job-record/job-labels';
import type { Labels } from '@contract/jobs/schemas';

/** One submission, as stored in IndexedDB. Only the state, `firstSentAt` and `isDismissed` ever change. */
export interface OutboxEntry {
  id: string;
  surfaceId: string;
  /** `Idempotency-Key`: a new UUID for each submission (J-4.44), reused for every send of it. */
  key: string;
  createdAt: number;
  title: string;
  /** The draft of the submission, whose editor shows its state after a reload. */
  draftId: string | null;
  /** The workflow exactly as sent. */
  workflowText: string;
  graphFingerprint: string;
  labels: Labels;
  /** True if the workflow has partner nodes: their credential is added on each send, and is never stored in the entry. */
  needsPartnerKey?: boolean;
  firstSentAt: number | null;
  state: OutboxState;
  isDismissed: boolean;
  /**
   * Set if one click started several runs, which are sent one by one in the order of `index`. Such a click is no batch of
   * `src/domains/batches`, whose runs have `cell`; browsers have stored entries with this name.
   */
  batch?: OutboxClick;
  /** Set if the run is a cell of a batch, whose page shows its state instead of the outbox. */
  cell?: OutboxCell;
  /** Key of the `HistoryJob` on another server whose workflow this one runs. */
  sourceKey?: string;
}

/** Place of a run among those of one click. */
export interface OutboxClick {
  id: string;
  /** Starts at 0. */
  index: number;
  count: number;
}

export interface OutboxCell {
  batchId: string;
  cell: number;
  attempt: number;
}

export interface Rejection {
  status: number;
  code: string;
  message: string;
  details: Record<string, unknown> | null;
  requestId: string | null;
}

export type OutboxState =
  /** Stored, to be sent at once. `isProbe`: an earlier send with this key has an unknown outcome. */
  | { name: 'pending'; isProbe: boolean }
  | { name: 'sending'; isProbe: boolean }
  /** After a `429`, or without space to store the send: the same key is sent at `until`. */
  | { name: 'waiting'; until: number; code: string; isProbe: boolean }
  /**
   * Unconfirmed; checked at `until`. `hasArrived`: the surface reported the key as taken. `isLockedOut`: checks need a sign-in
   * first.
   */
  | { name: 'unknown'; until: number; looks: number; hasArrived: boolean; isLockedOut?: boolean }
  /** The job list is being searched. */
  | { name: 'probing'; looks: number; hasArrived: boolean }
  /** No automatic check would add information. */
  | { name: 'unsettled'; why: UnsettledReason; refusal: Rejection | null }
  /** `found` in the list; `asked`: the job was created by sending the same key again; `chosen` by the user. */
  | { name: 'submitted'; jobId: string; how: 'answered' | 'found' | 'asked' | 'chosen' }
  | { name: 'refused'; refusal: Rejection }
  | { name: 'canceled' };

export type UnsettledReason =
  /** The surface has the key, but does not list the job. */
  | 'taken_but_not_listed'
  /** The surface has the key, but does not list jobs. */
  | 'taken_and_no_list'
  /** The key is too old to send again, and the job is not listed. */
  | 'key_too_old'
  /** The check was rejected for another reason, which says nothing about the first send. */
  | 'check_refused'
  /** The rejection has no API error: an intermediary may have sent it after the request went through. */
  | 'foreign_refusal'
  /** The user stopped the search. */
  | 'stopped';

export function isSettled(state: OutboxState): boolean {
  return state.name === 'submitted' || state.name === 'refused' || state.name === 'canceled';
}

/** Change of a cell's submission once its batch has recorded the outcome: the batch has the workflow. */
export const RELEASED = { isDismissed: true, workflowText: '' } as const satisfies Partial<OutboxEntry>;

export function isReleased({ cell, isDismissed, workflowText }: OutboxEntry): boolean {
  return cell !== undefined && isDismissed && workflowText === RELEASED.workflowText;
}

const MAX_TITLE = 200;

export function submitLabels(
  title: string,
  fingerprint: string,
  outboxId: string,
  { sourceJobId, draftId }: { sourceJobId?: string | undefined; draftId: string | null },
): Labels {
  return {
    [LABEL_TITLE]: title.slice(0, MAX_TITLE),
    [LABEL_GRAPH]: fingerprint,
    [LABEL_OUTBOX]: outboxId,
    ...(sourceJobId ? { [LABEL_SOURCE]: sourceJobId } : {}),
    ...(draftId === null ? {} : { [LABEL_DRAFT]: draftId }),
  };
}

/**
 * Builds the request body from the workflow text, since parsing it would change large numbers.
 * @param entry without labels for surfaces that reject them
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
