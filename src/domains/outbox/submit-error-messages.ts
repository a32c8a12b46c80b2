import type { ErrorCode } from '@contract/jobs/error-codes';
import { isKeyOf } from '@contract/typed-objects';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { toSentence } from '@/lib/to-sentence';

export type SubmitErrorMessages = Texts<string>;

interface Texts<Text> {
  /** What happened. */
  title: Text;
  /** Consequences for the user's work and costs, if they differ from those of other rejections. */
  meaning?: Text | undefined;
  /** What to do now. */
  now: Text;
  /** Text while the same key waits for an automatic retry. */
  wait?: Text | undefined;
  /** True if the surface's message adds which one, where, or how much. */
  hasDetail?: boolean | undefined;
}

/** A rejection is certain: no job exists. */
const NOTHING = msg('Nothing was submitted or charged. Your workflow is saved.');

const BRING_FILE = msg('Add the file again, then run again.');
const FAULT_OF_SURFACE = msg('Server error. Run again later, or report the error code.');

/** Texts for every code of the contract, although surfaces return some of them only for other requests. */
const words: Readonly<Record<ErrorCode, Texts<Message>>> = {
  invalid_workflow: {
    title: msg('Workflow rejected'),
    now: msg('Fix the listed problems in the editor, then run again.'),
    hasDetail: true,
  },
  workflow_format_ui: {
    title: msg('This workflow is in the UI format'),
    now: msg('In ComfyUI choose Workflow → Export (API), then open that file.'),
  },
  missing_asset: { title: msg('A file is missing on the server'), now: BRING_FILE, hasDetail: true },
  idempotency_key_reuse: {
    title: msg('This run was already submitted'),
    meaning: msg('Nothing was submitted twice. The first attempt may have created a job.'),
    now: msg('Check the job list before you run again.'),
  },
  deployment_stopped: {
    title: msg('This deployment is stopped'),
    now: msg('Its operator must start it.'),
  },
  hash_mismatch: {
    title: msg('A file does not match its hash'),
    now: BRING_FILE,
    hasDetail: true,
  },
  blob_not_found: { title: msg('File content not found on the server'), now: BRING_FILE, hasDetail: true },
  not_found: {
    title: msg('Not found'),
    now: msg('Check the server URL and the input files, then run again.'),
    hasDetail: true,
  },
  unauthorized: {
    title: msg('Authentication required'),
    now: msg('Sign in or provide a valid key, then run again.'),
  },
  forbidden: {
    title: msg('You are not allowed to run workflows here'),
    now: msg('Ask the operator for access, or use another credential.'),
  },
  insufficient_credits: {
    title: msg('The account has no credits left'),
    now: msg('Add credits, then run again.'),
  },
  queue_full: {
    title: msg('The queue is full'),
    now: msg('Run again when other jobs have finished.'),
    wait: msg('Submits when other jobs have finished.'),
  },
  deployment_not_ready: {
    title: msg('The deployment is starting'),
    now: msg('Run again in a few minutes.'),
    wait: msg('This can take minutes.'),
  },
  upstream_error: { title: msg('Server error'), now: FAULT_OF_SURFACE },
  metadata_invalid: {
    title: msg('Invalid labels'),
    now: msg('Fix what the message names, then run again.'),
    hasDetail: true,
  },
  invalid_metadata_filter: { title: msg('Invalid label filter'), now: FAULT_OF_SURFACE },
  invalid_cursor: { title: msg('Unknown page of the list'), now: FAULT_OF_SURFACE },
  asset_in_use: {
    title: msg('A file is in use by another job'),
    now: msg('Run again when that job has finished.'),
    hasDetail: true,
  },
  invalid_request: {
    title: msg('Invalid request'),
    now: msg('Fix what the message names, or report the error code.'),
    hasDetail: true,
  },
  payload_too_large: {
    title: msg('Workflow too large for this server'),
    now: msg('Attach files as inputs instead of embedding them as text, then run again.'),
    hasDetail: true,
  },
  range_not_satisfiable: { title: msg('Unexpected response'), now: FAULT_OF_SURFACE },
  rate_limited: { title: msg('Too many requests'), now: msg('Wait a moment, then run again.') },
  too_many_streams: {
    title: msg('Too many live connections'),
    now: msg('Close other Flowdeck tabs, then run again.'),
  },
  not_implemented: { title: msg('This server does not accept runs'), now: msg('Choose another server.') },
};

/** Replaces the code of a surface: this page no longer holds the credential that the workflow needs, so it is not sent. */
export const PARTNER_KEY_MISSING = 'partner_key_missing';

const PARTNER_KEY_MESSAGES: Texts<Message> = {
  title: msg('Partner nodes need a key'),
  now: msg('The key is locked or no longer in this page. Open the workflow, enter it, then run.'),
};

export const KNOWN_CODES: readonly string[] = Object.keys(words);

/** Returns `null` for an unknown code. */
export function submitErrorMessages(code: string): SubmitErrorMessages | null {
  const known = code === PARTNER_KEY_MISSING ? PARTNER_KEY_MESSAGES : isKeyOf(words, code) ? words[code] : null;
  if (!known) return null;
  const { title, meaning, now, wait, hasDetail } = known;
  return { title: t(title), meaning: meaning && t(meaning), now: t(now), wait: wait && t(wait), hasDetail };
}

export function rejectionTitle(code: string): string {
  return submitErrorMessages(code)?.title ?? t('Run rejected');
}

/** Returns what a rejection means and what to do; for an unknown code only the surface's message. */
export function rejectionMessage(code: string, message: string): string {
  const known = submitErrorMessages(code);
  if (!known) return `${toSentence(message)} ${t(NOTHING)}`;
  return [known.hasDetail ? toSentence(message) : '', known.meaning ?? t(NOTHING), known.now].filter(Boolean).join(' ');
}
