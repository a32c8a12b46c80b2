import type { Labels } from '@contract/jobs/schemas';
import { LABEL_DRAFT, LABEL_OUTBOX } from '@/domains/job-record/job-labels';
import { submitBodyText, submitLabels } from '@/domains/outbox/outbox-entry';
import { curlPost, KEY_VARIABLE, TOKEN_VARIABLE } from '@/shared/code/literals';

/** A submission as it would be sent now. */
export interface RequestDetails {
  /** Absolute URL. */
  url: string;
  workflowText: string;
  title: string;
  graphFingerprint: string;
  draftId: string;
  /** The job that the workflow was created from. */
  sourceJobId?: string | undefined;
  /** The surface requires a credential, which is never shown. */
  needsToken: boolean;
  /** The surface rejects labels. */
  lacksLabels?: boolean;
}

/** Placeholder for the id that is unique to each run. */
const OUTBOX_ID = '<new for each run>';
const AUTHORIZATION = `Authorization: Bearer $${TOKEN_VARIABLE}`;

export function httpText(details: RequestDetails): string {
  return [
    `POST ${details.url}`,
    'Content-Type: application/json',
    `Idempotency-Key: $${KEY_VARIABLE}`,
    ...(details.needsToken ? [AUTHORIZATION] : []),
    '',
    bodyWith(labelsOf(details), details),
  ].join('\n');
}

/** Formats the request for a shell. It only submits. */
export function curlText(details: RequestDetails): string {
  return curlPost({
    url: details.url,
    headers: details.needsToken ? [AUTHORIZATION] : [],
    bodyText: codeBody(details),
  });
}

/** The body for use outside the console. Omits the labels by which the console finds its own runs. */
export function codeBody(details: RequestDetails): string {
  const { [LABEL_OUTBOX]: _outbox, [LABEL_DRAFT]: _draft, ...labels } = labelsOf(details);
  return bodyWith(labels, details);
}

function labelsOf({ title, graphFingerprint, sourceJobId, draftId }: RequestDetails) {
  return submitLabels(title, graphFingerprint, OUTBOX_ID, { sourceJobId, draftId });
}

function bodyWith(labels: Labels, { workflowText, lacksLabels = false }: RequestDetails): string {
  return submitBodyText({ workflowText, ...(lacksLabels ? {} : { labels }) });
}
