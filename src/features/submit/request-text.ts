import { submitBodyText, submitLabels } from '@/api/outbox/outbox-entry';
import { curlPost, KEY_VARIABLE, TOKEN_VARIABLE } from '@/shared/shell-text';

/** A submission as it would leave now. */
export interface RequestDetails {
  /** Absolute. */
  url: string;
  workflowText: string;
  title: string;
  graphFingerprint: string;
  /** The job that the workflow was taken from. */
  sourceJobId?: string | undefined;
  /** The surface wants a credential; which one is never shown. */
  needsToken: boolean;
}

/** Stands where each run has an id of its own. */
const OUTBOX_ID = '<new for each run>';
const AUTHORIZATION = `Authorization: Bearer $${TOKEN_VARIABLE}`;

export function httpText(facts: RequestDetails): string {
  const labels = labelsOf(facts);
  return [
    `POST ${facts.url}`,
    'Content-Type: application/json',
    `Idempotency-Key: $${KEY_VARIABLE}`,
    ...(facts.needsToken ? [AUTHORIZATION] : []),
    '',
    submitBodyText({ workflowText: facts.workflowText, labels }),
  ].join('\n');
}

/** The same for a shell. Without the outbox's label: what another program sends is not in this outbox. */
export function curlText(facts: RequestDetails): string {
  const { flowdeck_outbox: _, ...labels } = labelsOf(facts);
  return curlPost({
    url: facts.url,
    headers: facts.needsToken ? [AUTHORIZATION] : [],
    bodyText: submitBodyText({ workflowText: facts.workflowText, labels }),
  });
}

function labelsOf({ title, graphFingerprint, sourceJobId }: RequestDetails) {
  return submitLabels(title, graphFingerprint, OUTBOX_ID, sourceJobId);
}
