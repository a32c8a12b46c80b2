/**
 * Known deviations of comfy-api-proxy 0.1.6 from the rules, one per cause. `docs/interop.md` states which side follows the
 * document and how the console handles it. A failure without a match here is a bug of a new proxy version or of our rules.
 */
export interface Difference {
  cause: string;
  /** File of the rule; absent: any. */
  file?: string;
  /** Pattern of the rule's title; absent: any. */
  title?: RegExp;
  /** Pattern of the first line of the failure; absent: any. */
  message?: RegExp;
  /** Depends on timing in ComfyUI, so a run may not show it. */
  isOccasional?: true;
}

export const PROXY_DIFFERENCES: readonly Difference[] = [
  { cause: 'output ids', message: /outputs\.0\.id: Invalid input/ },
  { cause: 'upload path', message: /is not an allowlisted placement root/ },
  { cause: 'label map', message: /POST \/api\/v2\/jobs 422 must not refuse with invalid_request/ },
  { cause: 'WWW-Authenticate', file: 'surface.spec.ts', message: /expected null to be 'Bearer'/ },
  { cause: 'plain text errors', message: /(?:404|405|500) must be JSON, and is text\/plain/ },
  { cause: 'plain text errors', title: /GET \/api gets not_found/, message: /SyntaxError/ },
  { cause: 'code of an invalid body', message: /POST \/api\/v2\/jobs 400 must not refuse with invalid_request/ },
  { cause: 'code of an invalid body', title: /any body gets a response/, message: /Property failed/ },
  {
    cause: 'code of an invalid body',
    file: 'assets.spec.ts',
    title: /rejects the body \{$/,
    message: /expected 400 to be 422/,
  },
  { cause: 'signed URLs', title: /signed (?:content )?URL/, message: /unauthorized|expected 401 to be 200/ },
  { cause: 'cursors', file: 'jobs-listing.spec.ts', message: /expected 200 to be 400/ },
  { cause: 'job times', title: /a job is queued, then runs/, message: /status: 'queued'/ },
  { cause: 'queue position', title: /a queued job is canceled at once/, message: /queue_position: 1/ },
  { cause: 'node errors', title: /a rejected submission has code/, message: /node_errors: \{\}/ },
  {
    cause: 'expired after cancel',
    file: 'jobs-lifecycle.spec.ts',
    message: /expected 'expired' to be 'canceled'/,
    isOccasional: true,
  },
  {
    isOccasional: true,
    cause: 'stream slots',
    title: /a stream above the limit|of an event stream leaves no open stream/,
  },
  { cause: 'upload parts', file: 'assets.spec.ts', message: /expected 200 to be 422/ },
  { cause: 'upload parts', file: 'assets.spec.ts', title: /accepts tags/ },
  { cause: 'upload expiry', title: /stores a file for|extends their expiry/ },
  { cause: 'one record per hash', title: /creates a record for known bytes once|stores identical bytes once/ },
  { cause: 'hash case', title: /accepts the hash in either case|HEAD by-hash reports known bytes/ },
  { cause: 'malformed hashes', title: /rejects the body \{"hash"/, message: /expected 404 to be 422/ },
  { cause: 'upload keys', title: /same Idempotency-Key is in progress|with a used Idempotency-Key is rejected/ },
  { cause: 'assets in use', title: /rejected while an unfinished job reads the asset/ },
  { cause: 'time format', title: /has size, media type and upload time/ },
];

export interface Failure {
  file: string;
  title: string;
  /** First line of the failure. */
  message: string;
}

export const differenceOf = (failure: Failure): Difference | undefined =>
  PROXY_DIFFERENCES.find(
    ({ file, title, message }) =>
      (file === undefined || file === failure.file) &&
      (title === undefined || title.test(failure.title)) &&
      (message === undefined || message.test(failure.message)),
  );
