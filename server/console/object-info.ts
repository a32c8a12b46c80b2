import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { AppDeps } from '../deps';
import { jobApiError, notFound } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';

type ObjectInfoDeps = Pick<AppDeps, 'engine' | 'sign'>;

interface TaggedText {
  text: string;
  etag: string;
}

/** @throws HttpError `upstream_error` if the engine cannot provide them */
async function readDefinitions({ engine }: ObjectInfoDeps): Promise<NodeDefinitions> {
  const definitions = await engine.definitions();
  if (definitions) return definitions;
  throw jobApiError('upstream_error', 'Node classes are not available at the moment');
}

function taggedText(definitions: object, { sign }: ObjectInfoDeps): TaggedText {
  const text = JSON.stringify(definitions);
  return { text, etag: `"${sign(text).slice(0, 32)}"` };
}

/** Responds with 304 if the client already has the text. */
function objectInfoResponse(request: Request, { text, etag }: TaggedText): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache', etag };
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}

/** Serialized definitions, cached per object, which is immutable. They take megabytes on a large ComfyUI. */
const texts = new WeakMap<NodeDefinitions, TaggedText>();

/** `GET /console/object_info`, in the format of ComfyUI: a map of class name to definition. */
export const getObjectInfo =
  (deps: ObjectInfoDeps): OperationHandler =>
  async ({ request }) => {
    const definitions = await readDefinitions(deps);
    const known = texts.get(definitions);
    const text = known ?? taggedText(definitions, deps);
    if (!known) texts.set(definitions, text);
    return objectInfoResponse(request, text);
  };

/** `GET /console/object_info/{class}`: a map with this class only. An unknown class is 404 here; ComfyUI returns an empty map. */
export const getClassInfo =
  (deps: ObjectInfoDeps): OperationHandler =>
  async ({ request, params }) => {
    const definitions = await readDefinitions(deps);
    const name = params['class'] ?? '';
    if (!Object.hasOwn(definitions, name)) throw notFound();
    return objectInfoResponse(request, taggedText({ [name]: definitions[name] }, deps));
  };

/** `GET /console/last_seen_classes`. */
export const getLastSeenClasses =
  ({ engine }: ObjectInfoDeps): OperationHandler =>
  async () => {
    const seen = (await engine.lastSeen?.()) ?? null;
    const body = { readAt: seen?.readAt ?? null, classes: seen?.definitions ?? {} };
    return Response.json(body, { headers: { 'cache-control': 'no-store' } });
  };
