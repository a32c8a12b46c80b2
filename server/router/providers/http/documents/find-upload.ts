import { isObject, member } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import { localReferences } from '@contract/model-schema/references';

/** Operation that takes one file and returns its URL. */
export interface UploadOperation {
  path: string;
  /** Name of the file part in the multipart body. */
  field: string;
  /** Path of the URL in the response, such as `data.url`. */
  at: string;
}

const ABOUT_FILES = /upload|files?\b|assets?\b|media\b|storage/i;
const URL_NAME = /^(?:(?:public|access|download|file|image|asset|media|signed)_?)?ur[il]$/i;
const MAX_HOPS = 20;
/** Maximum depth of the URL, such as `data.urls.get`. */
const MAX_DEPTH = 3;

/** Returns the upload operation of a service; `null` if there is none that needs only the file. */
export function findUpload(root: JsonObject): UploadOperation | null {
  const resolve = localReferences(root);
  const follow = (value: JsonValue | undefined) => {
    let current = value;
    for (let hops = 0; hops < MAX_HOPS; hops += 1) {
      const reference = member(current, '$ref');
      if (typeof reference !== 'string') return current;
      current = resolve(reference);
    }
    return undefined;
  };
  const paths = member(root, 'paths');
  if (!isObject(paths)) return null;
  for (const [path, item] of Object.entries(paths)) {
    const operation = follow(member(follow(item), 'post'));
    const text = [path, member(operation, 'operationId'), member(operation, 'summary')].filter(Boolean).join(' ');
    if (path.includes('{') || !isObject(operation) || !ABOUT_FILES.test(text)) continue;
    const field = fileField(operation, follow);
    const at = field === null ? null : urlPlace(responseSchema(operation, follow), follow, '', 0);
    if (field !== null && at !== null) return { path, field, at };
  }
  return null;
}

type Follow = (value: JsonValue | undefined) => JsonValue | undefined;

/** Returns the only file part of a multipart body; `null` if there are several, or if other parts are required. */
function fileField(operation: JsonObject, follow: Follow): string | null {
  const content = member(follow(member(operation, 'requestBody')), 'content');
  const schema = follow(member(member(content, 'multipart/form-data'), 'schema'));
  const properties = member(schema, 'properties');
  if (!isObject(properties)) return null;
  const files = Object.entries(properties).filter(([, part]) => isFile(follow(part)));
  const [only] = files;
  const required = member(schema, 'required');
  const needsMore = Array.isArray(required) && required.some((name) => name !== only?.[0]);
  return only && files.length === 1 && !needsMore ? only[0] : null;
}

function isFile(part: JsonValue | undefined): boolean {
  return (
    member(part, 'format') === 'binary' ||
    (typeof member(part, 'contentMediaType') === 'string' && member(part, 'contentEncoding') === undefined)
  );
}

function responseSchema(operation: JsonObject, follow: Follow): JsonValue | undefined {
  const responses = member(operation, 'responses');
  if (!isObject(responses)) return undefined;
  const success = Object.keys(responses).find((status) => /^2(?:\d\d|XX)$/i.test(status));
  const content = member(follow(member(responses, success ?? 'default')), 'content');
  return follow(member(member(content, 'application/json'), 'schema'));
}

/** Returns the path of the first string that is a URL by its format or name; shallow ones first. */
function urlPlace(schema: JsonValue | undefined, follow: Follow, before: string, depth: number): string | null {
  const properties = member(schema, 'properties');
  if (!isObject(properties) || depth >= MAX_DEPTH) return null;
  const members = Object.entries(properties).map(([name, value]) => [name, follow(value)] as const);
  const own =
    members.find(([name, value]) => URL_NAME.test(name) && isText(value)) ??
    members.find(([, value]) => isText(value) && /^ur[il]$/.test(String(member(value, 'format'))));
  if (own) return `${before}${own[0]}`;
  for (const [name, value] of members) {
    const below = urlPlace(value, follow, `${before}${name}.`, depth + 1);
    if (below !== null) return below;
  }
  return null;
}

const isText = (value: JsonValue | undefined) => member(value, 'type') === 'string';
