import { jobApiError, notFound } from '../../http/job-api-error';
import type { OperationHandler } from '../../http/operation';
import { single } from '../../jobs/list-query';
import { imageResponse } from './image-response';
import { librariesOf, required, type LibraryDeps } from './read-items';

/** `GET /console/library/template`: the workflow of a template, byte for byte. */
export const getComfyTemplate =
  (deps: LibraryDeps): OperationHandler =>
  async ({ request, query }) => {
    const { library, pack, name } = readQuery(query, deps);
    const read = library?.read({ kind: 'template-file', pack, file: `${name}.json` }, request.signal);
    const bytes = await read?.catch((error: unknown) => {
      request.signal.throwIfAborted();
      deps.log.warn({ engine: library?.engine, err: error }, 'ComfyUI did not send a template');
      throw jobApiError('upstream_error', 'ComfyUI did not send the template');
    });
    if (!bytes) throw notFound();
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    return new Response(bytes, { headers });
  };

/** `GET /console/library/template-image`: its image, 204 without one. `name` is that of the file. */
export const getComfyTemplateImage =
  (deps: LibraryDeps): OperationHandler =>
  async ({ request, query }) => {
    const { library, pack, name } = readQuery(query, deps);
    return imageResponse(library, { kind: 'template-file', pack, file: name }, request, deps);
  };

function readQuery(query: URLSearchParams, deps: LibraryDeps) {
  const engine = required(query, 'engine');
  const library = librariesOf(deps).find((each) => each.engine === engine);
  return { library, pack: single(query, 'pack'), name: required(query, 'name') };
}
