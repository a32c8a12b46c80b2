import { ApiProblem } from '../http/operation';

/** `Sec-Fetch-Dest`: what the browser is going to do with the bytes. Absent from programs. */
const ALLOWED_USES = new Set(['empty', 'document', 'image', 'audio', 'video', 'track']);

/**
 * Stored bytes are shown, played and saved. No page may use them as a script, a style sheet, a worker, a frame or a plugin,
 * not even the console.
 * @throws ApiProblem `forbidden`
 */
export function checkContentUse(request: Request): void {
  const use = request.headers.get('sec-fetch-dest');
  if (use === null || ALLOWED_USES.has(use)) return;
  throw new ApiProblem('forbidden', 'Stored files cannot be used as scripts, styles, workers or frames', {
    headers: { vary: 'Sec-Fetch-Dest' },
  });
}
