import type { JobError, ListedJob } from '@contract/jobs/schemas';
import { partnerClasses } from '@contract/workflow/partner-nodes';
import { submitErrorMessages } from '@/domains/outbox/submit-error-messages';

/**
 * What the user can do about a failed run, one sentence per known error code. The surface's own message says what
 * happened.
 */
const advice: Readonly<Record<string, string>> = {
  node_execution_error: 'Check this node’s inputs in the editor, then run again.',
  workflow_refused: 'The engine rejected this workflow. Fix the node named above and run again.',
  input_refused: 'Choose the file again in the editor, or use another file.',
  output_not_stored: 'The result was not saved. Free disk space on the server and run again.',
  output_too_large: 'Reduce the output size or raise the server limit, then run again.',
  output_unavailable: 'The engine made a file that it does not serve. Run again, or check its output folder.',
  engine_crashed: 'Run it again. If it crashes at the same node, try a smaller size or batch.',
  engine_lost: 'Run it again.',
  engine_error: 'Run it again. If it fails again, check the engine log.',
  engine_interrupted: 'Interrupted in the engine. Run again if this was unintended.',
  engine_stopped: 'The engine was stopped or restarted. Run again when it is ready.',
  interrupted_too_often:
    'The engine or the gateway stopped each time this job ran. Try a smaller size or batch; see the log.',
  engine_too_old: 'Update the engine, then run it again.',
  credential_lost: 'API keys are never stored. Submit again from the editor with the key.',
  missing_asset: 'A file used by the workflow is missing. Add it again in the editor.',
  upstream_error: 'Server error. Run it again later.',
};

/** Returns `null` for an unknown code. A run may fail with a code of rejected submissions, too. */
export function errorAdvice(code: string): string | null {
  return (Object.hasOwn(advice, code) ? advice[code] : submitErrorMessages(code)?.now) ?? null;
}

/** Sessions last from minutes to an hour; a shorter wait rarely exceeds that. */
const LONG_WAIT_MS = 5 * 60_000;

/**
 * Returns a hint for a partner node that fails after a long wait in the queue: its session token may have expired
 * (J-5.14).
 */
export function expiredTokenAdvice(
  { created_at, started_at }: Pick<ListedJob, 'created_at' | 'started_at'>,
  { class_type }: Pick<JobError, 'class_type'>,
): string | null {
  if (!class_type || !started_at || partnerClasses([class_type], null).length === 0) return null;
  const waitedMs = Date.parse(started_at) - Date.parse(created_at);
  if (!(waitedMs >= LONG_WAIT_MS)) return null;
  return 'If it ran with a session token, the token may have expired while the job waited. Use an API key instead.';
}
