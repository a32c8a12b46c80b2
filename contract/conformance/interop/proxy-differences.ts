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
  /**
   * Pattern of the first line of the failure; absent: any. Matches what the proxy sent (path, status, code, media type), and not the
   * words of our tests around it.
   */
  message?: RegExp;
  /** Depends on timing in ComfyUI, so a run may not show it. */
  isOccasional?: true;
}

export const PROXY_DIFFERENCES: readonly Difference[] = [
  { cause: 'output ids', message: /\boutputs\.\d+\.id:/ },
  { cause: 'upload path', message: /is not an allowlisted placement root/ },
  { cause: 'label map', message: /POST \/api\/v2\/jobs 422 .*\binvalid_request\b/ },
  { cause: 'WWW-Authenticate', file: 'surface.spec.ts', message: /\bnull\b.*'Bearer'/ },
  { cause: 'plain text errors', message: /\/api\S* (?:404|405|500) .*\btext\/plain\b/ },
  { cause: 'plain text errors', title: /GET \/api gets not_found/, message: /^SyntaxError\b/ },
  { cause: 'code of an invalid body', message: /POST \/api\/v2\/jobs 400 .*\binvalid_request\b/ },
  { cause: 'code of an invalid body', title: /any body gets a response/, message: /Property failed/ },
  {
    cause: 'code of an invalid body',
    file: 'assets.spec.ts',
    title: /rejects the body \{$/,
    message: /\b400\b.*\b422\b/,
  },
  { cause: 'signed URLs', title: /signed (?:content )?URL/, message: /unauthorized|\b401\b.*\b200\b/ },
  { cause: 'cursors', file: 'jobs-listing.spec.ts', message: /\b200\b.*\b400\b/ },
  { cause: 'job times', title: /a job is queued, then runs/, message: /status: 'queued'/ },
  { cause: 'queue position', title: /a queued job is canceled at once/, message: /queue_position: 1/ },
  { cause: 'node errors', title: /a rejected submission has code/, message: /node_errors: \{\}/ },
  {
    cause: 'expired after cancel',
    file: 'jobs-lifecycle.spec.ts',
    message: /'expired'.*'canceled'/,
    isOccasional: true,
  },
  {
    isOccasional: true,
    cause: 'stream slots',
    title: /a stream above the limit|of an event stream leaves no open stream/,
  },
  { cause: 'upload parts', file: 'assets.spec.ts', message: /\b200\b.*\b422\b/ },
  { cause: 'upload parts', file: 'assets.spec.ts', title: /accepts tags/ },
  { cause: 'upload expiry', title: /stores a file for|extends their expiry/ },
  { cause: 'one record per hash', title: /creates a record for known bytes once|stores identical bytes once/ },
  { cause: 'hash case', title: /accepts the hash in either case|HEAD by-hash reports known bytes/ },
  { cause: 'malformed hashes', title: /rejects the body \{"hash"/, message: /\b404\b.*\b422\b/ },
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

export const differenceOf = (failure: Failure) => differenceIn(PROXY_DIFFERENCES, failure);

export function differenceIn(differences: readonly Difference[], failure: Failure): Difference | undefined {
  return differences.find(
    ({ file, title, message }) =>
      (file === undefined || file === failure.file) &&
      (title === undefined || title.test(failure.title)) &&
      (message === undefined || message.test(failure.message)),
  );
}
