import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { AppDeps } from '../deps';
import { ApiProblem } from '../http/operation';
import { notFound } from '../http/problem-response';

type InfoDeps = Pick<AppDeps, 'engine' | 'sign'>;

/** Of all definitions at once; they are megabytes on a large ComfyUI and do not change under an object. */
const texts = new WeakMap<NodeDefinitions, { text: string; etag: string }>();

/**
 * `GET /console/object_info` and `/console/object_info/{class}`, both in ComfyUI's shape: a map of class name to
 * definition. An unknown class is 404 here; ComfyUI answers an empty map.
 */
export async function objectInfo(request: Request, className: string | null, deps: InfoDeps): Promise<Response> {
  const definitions = await deps.engine.definitions();
  if (!definitions) {
    throw new ApiProblem('upstream_error', 'Node classes are not available at the moment', { status: 503 });
  }
  const { text, etag } = className === null ? all(definitions, deps) : one(definitions, className, deps);
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache', etag };
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}

function all(definitions: NodeDefinitions, deps: InfoDeps): { text: string; etag: string } {
  const known = texts.get(definitions);
  if (known) return known;
  const made = tagged(JSON.stringify(definitions), deps);
  texts.set(definitions, made);
  return made;
}

function one(definitions: NodeDefinitions, className: string, deps: InfoDeps): { text: string; etag: string } {
  if (!Object.hasOwn(definitions, className)) throw notFound();
  return tagged(JSON.stringify({ [className]: definitions[className] }), deps);
}

function tagged(text: string, { sign }: InfoDeps): { text: string; etag: string } {
  return { text, etag: `"${sign(text).slice(0, 32)}"` };
}
