import { submitBodyText, submitLabels } from '@/api/outbox/outbox-entry';

/** A submission as it would leave now. */
export interface RequestFacts {
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
const KEY = '$IDEMPOTENCY_KEY';
const TOKEN = '$FLOWDECK_TOKEN';
/** Ends the body in a shell; no line of JSON reads so. */
const BODY_END = 'END_OF_BODY';

export function httpText(facts: RequestFacts): string {
  const labels = labelsOf(facts);
  return [
    `POST ${facts.url}`,
    'Content-Type: application/json',
    `Idempotency-Key: ${KEY}`,
    ...(facts.needsToken ? [`Authorization: Bearer ${TOKEN}`] : []),
    '',
    submitBodyText({ workflowText: facts.workflowText, labels }),
  ].join('\n');
}

/** The same for a shell. Without the outbox's label: what another program sends is not in this outbox. */
export function curlText(facts: RequestFacts): string {
  const { flowdeck_outbox: _, ...labels } = labelsOf(facts);
  return [
    'IDEMPOTENCY_KEY=$(uuidgen)',
    `curl --request POST ${quoted(facts.url)} \\`,
    "  --header 'Content-Type: application/json' \\",
    `  --header "Idempotency-Key: ${KEY}" \\`,
    ...(facts.needsToken ? [`  --header "Authorization: Bearer ${TOKEN}" \\`] : []),
    `  --data-binary @- <<'${BODY_END}'`,
    submitBodyText({ workflowText: facts.workflowText, labels }),
    BODY_END,
  ].join('\n');
}

function labelsOf({ title, graphFingerprint, sourceJobId }: RequestFacts) {
  return submitLabels(title, graphFingerprint, OUTBOX_ID, sourceJobId);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
