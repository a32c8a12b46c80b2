import { jobApiError } from '../../http/job-api-error';

/** `Sec-Fetch-Dest`: how the browser uses the bytes. Absent in requests of other programs. */
const ALLOWED_USES = new Set(['empty', 'document', 'image', 'audio', 'video', 'track']);

/**
 * Rejects uses of stored bytes other than displaying, playing and downloading. No page, not even the console, may use them as a
 * script, style sheet, worker, frame or plugin.
 * @throws HttpError `forbidden`
 */
export function checkContentUse(request: Request): void {
  const use = request.headers.get('sec-fetch-dest');
  if (use === null || ALLOWED_USES.has(use)) return;
  throw jobApiError('forbidden', 'Stored files cannot be used as scripts, styles, workers or frames', {
    headers: { vary: 'Sec-Fetch-Dest' },
  });
}
