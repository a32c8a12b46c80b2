import { isApiError } from '@/api/api-error';
import { call } from '@/api/client';
import { listedJobs } from '@/api/surfaces/listed-jobs';
import { partnerExtraData } from '@/api/partner-keys';
import { findSurface, type Surface } from '@/api/surface';
import { lacksCapability, learn } from '@/api/surfaces/capability-record';
import { recordCreditsUrl } from '@/api/surfaces/credits';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { submitBodyText, type OutboxEntry } from './outbox-entry';
import { LABEL_OUTBOX } from '../job-record/job-labels';
import { isDefiniteRejection, type LookupOutcome, type SendOutcome } from './outbox-machine';
import { PARTNER_KEY_MISSING } from './submit-error-messages';
import { readSubmitRejection } from './submit-rejection';

/** A request that hangs on a dead connection must not delay the check of the entry. */
const SEND_TIMEOUT_MS = 90_000;
const LOOKUP_TIMEOUT_MS = 20_000;
/** A surface that ignores the label filter returns its newest jobs, which include the job if it was created. */
const LOOKUP_LIMIT = '50';

/**
 * Codes of surfaces that do not support labels, or only in another form (docs/api-notes.md, Labels). The local gateway also returns
 * `invalid_request` for other reasons; the request without labels is then rejected for the same reason.
 */
const LABEL_REFUSALS: ReadonlySet<string> = new Set(['metadata_not_supported', 'metadata_invalid', 'invalid_request']);

export async function sendEntry(entry: OutboxEntry): Promise<SendOutcome> {
  const surface = findSurface(entry.surfaceId);
  return surface ? submitTo(surface, entry) : { kind: 'unknown' };
}

/** Submits an entry. A rejection of the labels is definite, so the key is free again, and the job is submitted without them. */
export async function submitTo(surface: Surface, entry: OutboxEntry): Promise<SendOutcome> {
  const { workflowText, labels } = entry;
  const extraData = entry.needsPartnerKey === true ? partnerExtraData(surface) : null;
  // The page that held the key is closed. Without the key the job could only fail.
  if (entry.needsPartnerKey === true && extraData === null) return KEY_MISSING;
  const plain = submitBodyText({ workflowText, extraData });
  if (lacksCapability(surface, 'labels')) return withCreditsLearned(surface, await post(surface, entry, plain));
  const outcome = await post(surface, entry, submitBodyText({ workflowText, labels, extraData }));
  const isLabelRejection = outcome.kind === 'answered' && LABEL_REFUSALS.has(outcome.refusal.code);
  if (outcome.kind === 'accepted') learn(surface, 'labels', true);
  if (!isLabelRejection) return withCreditsLearned(surface, outcome);
  const second = await post(surface, entry, plain);
  // Otherwise the request was rejected for another reason.
  if (second.kind === 'accepted') learn(surface, 'labels', false);
  return withCreditsLearned(surface, second);
}

function withCreditsLearned(surface: Surface, outcome: SendOutcome): SendOutcome {
  if (outcome.kind === 'answered' && outcome.refusal.code === 'insufficient_credits') {
    recordCreditsUrl(surface, readSubmitRejection(outcome.refusal).creditsUrl);
  }
  return outcome;
}

const KEY_MISSING: SendOutcome = {
  kind: 'answered',
  refusal: { status: 0, code: PARTNER_KEY_MISSING, message: '', details: null, requestId: null },
  retryAfterS: null,
};

async function post(surface: Surface, entry: OutboxEntry, jsonText: string): Promise<SendOutcome> {
  try {
    const response = await call(surface, 'postJobs', {
      jsonText,
      headers: { 'Idempotency-Key': entry.key },
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    // A success response without a job: one was probably created, and only the list can confirm it.
    return response.body ? { kind: 'accepted', jobId: response.body.id } : { kind: 'unknown' };
  } catch (error) {
    if (!isApiError(error) || error.kind !== 'answered') return { kind: 'unknown' };
    const { status, code, message, details, requestId, retryAfterS } = error;
    if (!isDefiniteRejection(status, code)) return { kind: 'unknown' };
    return { kind: 'answered', refusal: { status, code, message, details, requestId }, retryAfterS };
  }
}

export async function checkEntry(entry: OutboxEntry): Promise<LookupOutcome> {
  const surface = findSurface(entry.surfaceId);
  return surface ? checkSubmission(surface, entry) : { kind: 'unreachable' };
}

export async function checkSubmission(surface: Surface, entry: OutboxEntry): Promise<LookupOutcome> {
  try {
    const query = { limit: LOOKUP_LIMIT, [`metadata[${LABEL_OUTBOX}]`]: entry.id };
    // Ignores the recorded capability: if it were wrong, one click could create two jobs.
    const jobs = await listedJobs(surface, query, AbortSignal.timeout(LOOKUP_TIMEOUT_MS), { isAlwaysSent: true });
    const job = jobs.find(({ metadata }) => metadata?.[LABEL_OUTBOX] === entry.id);
    return job ? { kind: 'found', jobId: job.id } : { kind: 'absent' };
  } catch (error) {
    if (!isApiError(error)) return { kind: 'unreachable' };
    if (error.status === 401) return { kind: 'locked_out' };
    // An unreadable or forbidden list counts as missing: the key itself is sent again instead.
    const isMissing = error.kind === 'malformed' || error.status === 403 || isUnsupported(error.status);
    return { kind: isMissing ? 'no_list' : 'unreachable' };
  }
}
