import type { ErrorCode } from '@contract/jobs/error-codes';
import { isKeyOf } from '@contract/typed-objects';
import { toSentence } from '@/lib/to-sentence';

export interface SubmitErrorMessages {
  /** What happened. */
  title: string;
  /** Consequences for the user's work and costs, if they differ from those of other rejections. */
  meaning?: string;
  /** What to do now. */
  now: string;
  /** Text while the same key waits for an automatic retry. */
  wait?: string;
  /** True if the surface's message adds which one, where, or how much. */
  hasDetail?: boolean;
}

/** A rejection is certain: no job exists. */
const NOTHING = 'Nothing was submitted or charged. Your workflow is saved.';

const BRING_FILE = 'Add the file again, then run again.';
const FAULT_OF_SURFACE = 'Server error. Run again later, or report the error code.';

/** Texts for every code of the contract, although surfaces return some of them only for other requests. */
const words: Readonly<Record<ErrorCode, SubmitErrorMessages>> = {
  invalid_workflow: {
    title: 'Workflow rejected',
    now: 'Fix the listed problems in the editor, then run again.',
    hasDetail: true,
  },
  workflow_format_ui: {
    title: 'This workflow is in the UI format',
    now: 'In ComfyUI choose Workflow → Export (API), then open that file.',
  },
  missing_asset: { title: 'A file is missing on the server', now: BRING_FILE, hasDetail: true },
  idempotency_key_reuse: {
    title: 'This run was already submitted',
    meaning: 'Nothing was submitted twice. The first attempt may have created a job.',
    now: 'Check the job list before you run again.',
  },
  deployment_stopped: {
    title: 'This deployment is stopped',
    now: 'Its operator must start it.',
  },
  hash_mismatch: {
    title: 'A file does not match its hash',
    now: BRING_FILE,
    hasDetail: true,
  },
  blob_not_found: { title: 'File content not found on the server', now: BRING_FILE, hasDetail: true },
  not_found: {
    title: 'Not found',
    now: 'Check the server URL and the input files, then run again.',
    hasDetail: true,
  },
  unauthorized: {
    title: 'Authentication required',
    now: 'Sign in or provide a valid key, then run again.',
  },
  forbidden: {
    title: 'You are not allowed to run workflows here',
    now: 'Ask the operator for access, or use another credential.',
  },
  insufficient_credits: {
    title: 'The account has no credits left',
    now: 'Add credits, then run again.',
  },
  queue_full: {
    title: 'The queue is full',
    now: 'Run again when other jobs have finished.',
    wait: 'Submits when other jobs have finished.',
  },
  deployment_not_ready: {
    title: 'The deployment is starting',
    now: 'Run again in a few minutes.',
    wait: 'This can take minutes.',
  },
  upstream_error: { title: 'Server error', now: FAULT_OF_SURFACE },
  metadata_invalid: {
    title: 'Invalid labels',
    now: 'Fix what the message names, then run again.',
    hasDetail: true,
  },
  invalid_metadata_filter: { title: 'Invalid label filter', now: FAULT_OF_SURFACE },
  invalid_cursor: { title: 'Unknown page of the list', now: FAULT_OF_SURFACE },
  asset_in_use: {
    title: 'A file is in use by another job',
    now: 'Run again when that job has finished.',
    hasDetail: true,
  },
  invalid_request: {
    title: 'Invalid request',
    now: 'Fix what the message names, or report the error code.',
    hasDetail: true,
  },
  payload_too_large: {
    title: 'Workflow too large for this server',
    now: 'Attach files as inputs instead of embedding them as text, then run again.',
    hasDetail: true,
  },
  range_not_satisfiable: { title: 'Unexpected response', now: FAULT_OF_SURFACE },
  rate_limited: { title: 'Too many requests', now: 'Wait a moment, then run again.' },
  too_many_streams: {
    title: 'Too many live connections',
    now: 'Close other Flowdeck tabs, then run again.',
  },
  not_implemented: { title: 'This server does not accept runs', now: 'Choose another server.' },
};

/** Replaces the code of a surface: this page no longer holds the credential that the workflow needs, so it is not sent. */
export const PARTNER_KEY_MISSING = 'partner_key_missing';

const PARTNER_KEY_MESSAGES: SubmitErrorMessages = {
  title: 'Partner nodes need a key',
  now: 'The key is no longer in this page. Open the workflow, enter the key again, then run.',
};

export const KNOWN_CODES: readonly string[] = Object.keys(words);

/** Returns `null` for an unknown code. */
export function submitErrorMessages(code: string): SubmitErrorMessages | null {
  if (code === PARTNER_KEY_MISSING) return PARTNER_KEY_MESSAGES;
  return isKeyOf(words, code) ? words[code] : null;
}

export function rejectionTitle(code: string): string {
  return submitErrorMessages(code)?.title ?? 'Run rejected';
}

/** Returns what a rejection means and what to do; for an unknown code only the surface's message. */
export function rejectionMessage(code: string, message: string): string {
  const known = submitErrorMessages(code);
  if (!known) return `${toSentence(message)} ${NOTHING}`;
  return [known.hasDetail ? toSentence(message) : '', known.meaning ?? NOTHING, known.now].filter(Boolean).join(' ');
}
