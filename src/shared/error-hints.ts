import type { JobError, ListedJob } from '@contract/jobs/schemas';
import { partnerClasses } from '@contract/workflow/partner-nodes';
import { submitErrorMessages } from '@/domains/outbox/submit-error-messages';
import { msg, t, type Message } from '@/lib/i18n/messages';

/**
 * What the user can do about a failed run, one sentence per known error code. The surface's own message says what
 * happened.
 */
const advice: Readonly<Record<string, Message>> = {
  node_execution_error: msg('Check this node’s inputs in the editor, then run again.'),
  workflow_refused: msg('The engine rejected this workflow. Fix the node named above and run again.'),
  input_refused: msg('Choose the file again in the editor, or use another file.'),
  output_not_stored: msg('The result was not saved. Free disk space on the server and run again.'),
  output_too_large: msg('Reduce the output size or raise the server limit, then run again.'),
  output_unavailable: msg('The engine made a file that it does not serve. Run again, or check its output folder.'),
  engine_crashed: msg('Run it again. If it crashes at the same node, try a smaller size or batch.'),
  engine_lost: msg('Run it again.'),
  engine_error: msg('Run it again. If it fails again, check the engine log.'),
  engine_interrupted: msg('Interrupted in the engine. Run again if this was unintended.'),
  engine_stopped: msg('The engine was stopped or restarted. Run again when it is ready.'),
  interrupted_too_often: msg(
    'The engine or the gateway stopped each time this job ran. Try a smaller size or batch; see the log.',
  ),
  engine_too_old: msg('Update the engine, then run it again.'),
  credential_lost: msg('API keys are never stored. Submit again from the editor with the key.'),
  missing_asset: msg('A file used by the workflow is missing. Add it again in the editor.'),
  upstream_error: msg('Server error. Run it again later.'),
};

/** Returns `null` for an unknown code. A run may fail with a code of rejected submissions, too. */
export function errorAdvice(error: Pick<JobError, 'code' | 'message' | 'class_type' | 'traceback'>): string | null {
  const { code } = error;
  if (code === 'node_execution_error' && isOutOfMemory(error)) return memoryAdvice(error.class_type);
  const known = Object.hasOwn(advice, code) ? advice[code] : undefined;
  return known ? t(known) : (submitErrorMessages(code)?.now ?? null);
}

/** Messages of PyTorch on CUDA, HIP, MPS and CPU, of DirectML, cuBLAS and NumPy. */
const MEMORY_MESSAGE =
  /out of memory|(?:not enough|can't allocate) (?:gpu )?(?:video )?memory|^allocation on device\b|unable to allocate [\d.]+ .?i?b\b|_ALLOC_FAILED\b|^invalid buffer size/i;
/** The type of the exception, before its message: of ComfyUI, only the end of the traceback has it. Lines of code are indented. */
const MEMORY_TYPE = /^[\w.]*MemoryError(?::|$)/m;

function isOutOfMemory({ message, traceback }: Pick<JobError, 'message' | 'traceback'>): boolean {
  return MEMORY_MESSAGE.test(message) || MEMORY_TYPE.test(message) || MEMORY_TYPE.test(traceback ?? '');
}

function memoryAdvice(classType: JobError['class_type']): string {
  const general = t(
    'The server has too little free memory for this node; the workflow itself may be fine. Use a smaller size or batch, or close other programs on the server, then run again.',
  );
  return /^VAE(?:Decode|Encode)/.test(classType ?? '') && !classType?.includes('Tiled')
    ? `${general} ${t('VAE Decode (Tiled) and VAE Encode (Tiled) need less memory.')}`
    : general;
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
  return t('If it ran with a session token, the token may have expired while the job waited. Use an API key instead.');
}
