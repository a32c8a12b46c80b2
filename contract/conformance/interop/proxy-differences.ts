/**
 * In what comfy-api-proxy 0.1.6 is known to differ from the rules, each cause once. `docs/interop.md` says who follows the
 * document and what the console does about it. A failure that matches none of them is wrong: of the proxy's new version,
 * or of our rules.
 */
export interface Difference {
  cause: string;
  /** The file of the rule; otherwise any. */
  file?: string;
  /** Of the title of the rule; otherwise any. */
  title?: RegExp;
  /** Of the first line of the failure; otherwise any. */
  message?: RegExp;
  /** It depends on what ComfyUI does first, so a run need not show it. */
  isSeldom?: true;
}

export const PROXY_DIFFERENCES: readonly Difference[] = [
  { cause: 'output ids', message: /outputs\.0\.id: Invalid input/ },
  { cause: 'upload path', message: /is not an allowlisted placement root/ },
  { cause: 'label map', message: /POST \/api\/v2\/jobs 422 must not refuse with invalid_request/ },
  { cause: 'WWW-Authenticate', file: 'surface.spec.ts', message: /expected null to be 'Bearer'/ },
  { cause: 'plain text errors', message: /(?:404|405|500) must be JSON, and is text\/plain/ },
  { cause: 'plain text errors', title: /GET \/api is answered not_found/, message: /SyntaxError/ },
  { cause: 'code of a bad body', message: /POST \/api\/v2\/jobs 400 must not refuse with invalid_request/ },
  { cause: 'code of a bad body', title: /whatever is sent is answered/, message: /Property failed/ },
  {
    cause: 'code of a bad body',
    file: 'assets.spec.ts',
    title: /refuses the body \{$/,
    message: /expected 400 to be 422/,
  },
  { cause: 'signed addresses', title: /signed (?:content )?address/, message: /unauthorized|expected 401 to be 200/ },
  { cause: 'cursors', file: 'jobs-listing.spec.ts', message: /expected 200 to be 400/ },
  { cause: 'times of a job', title: /a job is queued and then runs/, message: /status: 'queued'/ },
  { cause: 'queue position', title: /a queued job is canceled at once/, message: /queue_position: 1/ },
  { cause: 'node errors', title: /a refused submission has code/, message: /node_errors: \{\}/ },
  {
    cause: 'expired after a cancel',
    file: 'jobs-lifecycle.spec.ts',
    message: /expected 'expired' to be 'canceled'/,
    isSeldom: true,
  },
  {
    isSeldom: true,
    cause: 'places of streams',
    title: /one stream too many|of an event stream opens no stream that stays/,
  },
  { cause: 'parts of an upload', file: 'assets.spec.ts', message: /expected 200 to be 422/ },
  { cause: 'parts of an upload', file: 'assets.spec.ts', title: /takes tags/ },
  { cause: 'expiry of uploads', title: /keeps a file for|extends their deadline/ },
  { cause: 'one record per hash', title: /makes a record over known bytes once|stores identical bytes once/ },
  { cause: 'case of hashes', title: /takes the hash in either case|HEAD by-hash tells what is known/ },
  { cause: 'malformed hashes', title: /refuses the body \{"hash"/, message: /expected 404 to be 422/ },
  { cause: 'keys of uploads', title: /one Idempotency-Key one is refused|with a used Idempotency-Key is refused/ },
  { cause: 'assets in use', title: /refused while an unfinished job reads the asset/ },
  { cause: 'form of times', title: /has size, media type and time of its upload/ },
];

export interface Failure {
  file: string;
  title: string;
  /** The first line. */
  message: string;
}

export const differenceOf = (failure: Failure): Difference | undefined =>
  PROXY_DIFFERENCES.find(
    ({ file, title, message }) =>
      (file === undefined || file === failure.file) &&
      (title === undefined || title.test(failure.title)) &&
      (message === undefined || message.test(failure.message)),
  );
