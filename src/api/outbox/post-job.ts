import { isApiError } from '../api-error';
import { call } from '../client';
import { listedJobs } from '../jobs/listed-jobs';
import { partnerExtraData } from '../partner-keys';
import { findSurface, type Surface } from '../surface';
import { isLacking, learn } from '../surfaces/capability-record';
import { creditsUrl, learnCredits } from '../surfaces/credits';
import { isNotOffered } from '../surfaces/offered-operations';
import { LABEL_OUTBOX, submitBodyText, type OutboxEntry } from './outbox-entry';
import { isDefiniteRejection, type LookOutcome, type SendOutcome } from './outbox-machine';
import { PARTNER_KEY_MISSING } from './submit-error-messages';

/** A request that hangs on a dead connection must not keep the entry from being looked for. */
const SEND_TIMEOUT_MS = 90_000;
const LOOK_TIMEOUT_MS = 20_000;
/** A surface that ignores the label filter answers with its newest jobs; ours is among them if it was made. */
const LOOK_LIMIT = '50';

/**
 * Codes of surfaces that take no labels, or only in another form (docs/api-notes.md, Labels). Our gateway gives
 * `invalid_request` for other reasons too; such a request is refused again for the same reason.
 */
const LABEL_REFUSALS: ReadonlySet<string> = new Set(['metadata_not_supported', 'metadata_invalid', 'invalid_request']);

export async function sendEntry(entry: OutboxEntry): Promise<SendOutcome> {
  const surface = findSurface(entry.surfaceId);
  return surface ? submitTo(surface, entry) : { kind: 'unknown' };
}

/** A refusal because of the labels is definite, so the key is free again: the job is submitted without them. */
export async function submitTo(surface: Surface, entry: OutboxEntry): Promise<SendOutcome> {
  const { workflowText, labels } = entry;
  const extraData = entry.needsPartnerKey === true ? partnerExtraData(surface) : null;
  // It was held by a page that is gone: without it the job could only fail.
  if (entry.needsPartnerKey === true && extraData === null) return KEY_MISSING;
  const plain = submitBodyText({ workflowText, extraData });
  if (isLacking(surface, 'labels')) return withCreditsLearned(surface, await post(surface, entry, plain));
  const outcome = await post(surface, entry, submitBodyText({ workflowText, labels, extraData }));
  const isLabelRejection = outcome.kind === 'answered' && LABEL_REFUSALS.has(outcome.refusal.code);
  if (outcome.kind === 'accepted') learn(surface, 'labels', true);
  if (!isLabelRejection) return withCreditsLearned(surface, outcome);
  const second = await post(surface, entry, plain);
  // Otherwise the request was refused for another reason.
  if (second.kind === 'accepted') learn(surface, 'labels', false);
  return withCreditsLearned(surface, second);
}

function withCreditsLearned(surface: Surface, outcome: SendOutcome): SendOutcome {
  if (outcome.kind === 'answered' && outcome.refusal.code === 'insufficient_credits') {
    learnCredits(surface, creditsUrl(outcome.refusal.details));
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
    const answer = await call(surface, 'postJobs', {
      jsonText,
      headers: { 'Idempotency-Key': entry.key },
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    // A success without a job in it: something was probably made, and only the list can tell.
    return answer.body ? { kind: 'accepted', jobId: answer.body.id } : { kind: 'unknown' };
  } catch (error) {
    if (!isApiError(error) || error.kind !== 'answered') return { kind: 'unknown' };
    const { status, code, message, details, requestId, retryAfterS } = error;
    if (!isDefiniteRejection(status, code)) return { kind: 'unknown' };
    return { kind: 'answered', refusal: { status, code, message, details, requestId }, retryAfterS };
  }
}

export async function lookForEntry(entry: OutboxEntry): Promise<LookOutcome> {
  const surface = findSurface(entry.surfaceId);
  return surface ? lookAt(surface, entry) : { kind: 'unreachable' };
}

export async function lookAt(surface: Surface, entry: OutboxEntry): Promise<LookOutcome> {
  try {
    const query = { limit: LOOK_LIMIT, [`metadata[${LABEL_OUTBOX}]`]: entry.id };
    // Whether one click makes two jobs depends on it, so the record is not believed.
    const jobs = await listedJobs(surface, query, AbortSignal.timeout(LOOK_TIMEOUT_MS), { isAskedAnyway: true });
    const job = jobs.find(({ metadata }) => metadata?.[LABEL_OUTBOX] === entry.id);
    return job ? { kind: 'found', jobId: job.id } : { kind: 'absent' };
  } catch (error) {
    if (!isApiError(error)) return { kind: 'unreachable' };
    if (error.status === 401) return { kind: 'locked_out' };
    // A listing in a form that we cannot read, or that this credential may not see, is as good as none: the key itself is
    // asked instead.
    const isMissing = error.kind === 'malformed' || error.status === 403 || isNotOffered(error.status);
    return { kind: isMissing ? 'no_list' : 'unreachable' };
  }
}
