import { isObject, member } from '@contract/json/json-values';
import { replaceValue, stringifyJson, type JsonObject } from '@contract/json/lossless';

/** Where a model is called, as its configuration says it. */
export interface OperationPlace {
  baseUrl: string;
  path: string;
  method: 'POST' | 'PUT' | 'PATCH';
}

const WITH_BODY = new Set(['post', 'put', 'patch']);

/**
 * The OpenAPI document of a whole service with the one operation that the model calls, the rest of it byte for byte: a
 * document of the router is one of one model. As it is where that operation is not found, or where there is no other.
 */
export function withOwnOperation(
  text: string,
  document: JsonObject,
  { baseUrl, path, method }: OperationPlace,
): string {
  const paths = member(document, 'paths');
  // What other places refer to stays where it is.
  if (!isObject(paths) || text.includes('#/paths/')) return text;
  const [bare = ''] = path.split('?');
  const names = [bare, `${new URL(baseUrl).pathname.replace(/\/$/, '')}${bare}`];
  const name = names.find((each) => Object.hasOwn(paths, each));
  const item = name === undefined ? undefined : paths[name];
  const own = method.toLowerCase();
  if (name === undefined || !isObject(item) || !Object.hasOwn(item, own)) return text;
  const kept = Object.fromEntries(
    Object.entries(item).filter(([keyword]) => keyword === own || !WITH_BODY.has(keyword)),
  );
  const isOnlyOne = Object.keys(paths).length === 1 && Object.keys(kept).length === Object.keys(item).length;
  return isOnlyOne ? text : replaceValue(text, ['paths'], stringifyJson({ [name]: kept }));
}
