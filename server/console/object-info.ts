import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { AppDeps } from '../deps';
import { jobApiError } from '../http/job-api-error';

export type ObjectInfoDeps = Pick<AppDeps, 'engine' | 'sign'>;

export interface TaggedText {
  text: string;
  etag: string;
}

/** @throws HttpError `upstream_error` if the engine cannot provide them */
export async function readDefinitions({ engine }: ObjectInfoDeps): Promise<NodeDefinitions> {
  const definitions = await engine.definitions();
  if (definitions) return definitions;
  throw jobApiError('upstream_error', 'Node classes are not available at the moment', { status: 503 });
}

export function taggedText(definitions: object, { sign }: ObjectInfoDeps): TaggedText {
  const text = JSON.stringify(definitions);
  return { text, etag: `"${sign(text).slice(0, 32)}"` };
}

/** Responds with 304 if the client already has the text. */
export function objectInfoResponse(request: Request, { text, etag }: TaggedText): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache', etag };
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}
