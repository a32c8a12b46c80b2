import type { ErrorCode } from '@contract/jobs/error-codes';

export interface RefusalWords {
  /** What happened. */
  title: string;
  /** What it means for the user's work and money, where that is not what every refusal means. */
  meaning?: string;
  /** What to do now. */
  now: string;
  /** While the same key waits to be sent again by itself. */
  wait?: string;
  /** The surface's own message says which one, where, or how much. */
  hasDetail?: boolean;
}

/** A refusal is certain: there is no job. */
const NOTHING = 'Nothing was submitted or charged, and the workflow is kept.';

const BRING_FILE = 'Bring the file again, then run it again.';
const FAULT_OF_SURFACE = 'The fault is with the surface: run it again a little later, or report it with its code.';

/** For every code of the contract, though a surface should give some of them elsewhere only. */
const words: Readonly<Record<ErrorCode, RefusalWords>> = {
  invalid_workflow: {
    title: 'The surface does not accept this workflow',
    now: 'Mend what it names in the editor, then run it again.',
    hasDetail: true,
  },
  workflow_format_ui: {
    title: "The surface got the editor's own format",
    now: 'Export the API format in ComfyUI and open that file.',
  },
  missing_asset: { title: 'The surface no longer has one of the files', now: BRING_FILE, hasDetail: true },
  idempotency_key_reuse: {
    title: 'The surface has a run with this key already',
    meaning: 'Nothing was submitted a second time, and the first one may have made its job.',
    now: 'Look for it in the list of jobs before you run it again.',
  },
  deployment_stopped: {
    title: 'This deployment is stopped',
    now: 'Its operator has to start it; trying again cannot help.',
  },
  hash_mismatch: {
    title: 'One of the files is not what it was announced to be',
    now: BRING_FILE,
    hasDetail: true,
  },
  blob_not_found: { title: 'The surface does not hold one of the files', now: BRING_FILE, hasDetail: true },
  not_found: {
    title: 'The surface has no such thing',
    now: 'Is this the address of a surface, and are the files of the workflow still there? Check both, then run it again.',
    hasDetail: true,
  },
  unauthorized: {
    title: 'The surface wants a valid credential',
    now: 'Sign in, or give it a valid key, then run it again.',
  },
  forbidden: {
    title: 'Your credential may not run workflows here',
    now: 'Whoever runs the surface can allow it; another credential may do, too.',
  },
  insufficient_credits: {
    title: 'The account has no credits left',
    now: 'Run it again once there are credits.',
  },
  queue_full: {
    title: 'The queue is full',
    now: 'Run it again when others have ended.',
    wait: 'It takes new jobs when others have ended.',
  },
  deployment_not_ready: {
    title: 'The deployment is starting',
    now: 'Run it again in some minutes.',
    wait: 'That can take minutes.',
  },
  upstream_error: { title: 'The surface failed', now: FAULT_OF_SURFACE },
  asset_in_use: {
    title: 'One of the files is in use elsewhere',
    now: 'Run it again when the job that uses it has ended.',
    hasDetail: true,
  },
  invalid_request: {
    title: 'The surface could not read this request',
    now: 'Running it again as it is cannot help: change what it names, or report it with its code.',
    hasDetail: true,
  },
  payload_too_large: {
    title: 'The workflow is too large for this surface',
    now: 'Bring files as inputs in place of text that holds them, then run it again.',
    hasDetail: true,
  },
  range_not_satisfiable: { title: 'The surface answered something else than it was asked', now: FAULT_OF_SURFACE },
  rate_limited: { title: 'Too many requests', now: 'Wait a little, then run it again.' },
  too_many_streams: {
    title: 'The surface has too many live connections',
    now: 'Close other pages that watch jobs, then run it again.',
  },
  not_implemented: { title: 'This surface takes no runs', now: 'Choose another surface for it.' },
};

export const KNOWN_REFUSALS: readonly string[] = Object.keys(words);

/** Null for a code that Flowdeck does not know. */
export function refusalWords(code: string): RefusalWords | null {
  return Object.hasOwn(words, code) ? words[code as ErrorCode] : null;
}

export function refusalTitle(code: string): string {
  return refusalWords(code)?.title ?? 'The surface refused this run';
}

/** What a refusal means and what to do about it; of a code that is not known only what its surface says. */
export function refusalSentence(code: string, message: string): string {
  const known = refusalWords(code);
  if (!known) return `${message} ${NOTHING}`;
  return [known.hasDetail ? message : '', known.meaning ?? NOTHING, known.now].filter(Boolean).join(' ');
}
