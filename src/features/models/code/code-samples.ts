import { LosslessNumber, parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { curlPost, KEY_VARIABLE, pythonText, templateText, TOKEN_VARIABLE } from '@/shared/code/literals';

/** Parameters of the call as Run would send it now. */
export interface CallParams {
  /** Absolute URL. */
  url: string;
  /** Exact request body; may be invalid JSON while the user edits it. */
  bodyText: string;
  /** Whether the router requires a credential; the credential itself is never shown. */
  needsToken: boolean;
}

/** Exceeds the router's default deadline of ten minutes: a client that disconnects earlier may pay for a result it never gets. */
const CALL_TIMEOUT_S = 660;

export function curlCode({ url, bodyText, needsToken }: CallParams): string {
  return curlPost({
    url,
    headers: needsToken ? [`X-API-Key: $${TOKEN_VARIABLE}`] : [],
    options: [
      '--fail-with-body',
      `--max-time ${CALL_TIMEOUT_S}`,
      '--dump-header answer.headers',
      '--output answer.body',
    ],
    bodyText,
  });
}

/**
 * Generates TypeScript for Node and browsers. The body is a string, not an object: an object would change numbers beyond
 * 2^53 and `1.0`.
 */
export function fetchCode({ url, bodyText, needsToken }: CallParams): string {
  return [
    '// One key for one call: sent again with the same key it is collected, not run twice.',
    `const idempotencyKey = process.env.${KEY_VARIABLE} ?? crypto.randomUUID();`,
    '',
    `const body = ${templateText(bodyText)};`,
    '',
    `const response = await fetch(${JSON.stringify(url)}, {`,
    "  method: 'POST',",
    '  headers: {',
    "    'Content-Type': 'application/json',",
    "    'Idempotency-Key': idempotencyKey,",
    ...(needsToken ? [`    'X-API-Key': process.env.${TOKEN_VARIABLE} ?? '',`] : []),
    '  },',
    '  body,',
    `  signal: AbortSignal.timeout(${CALL_TIMEOUT_S}_000),`,
    '});',
    'if (!response.ok) {',
    "  const bucket = response.headers.get('X-Service-Error-Type') ?? response.headers.get('X-Comfy-Error-Type');",
    '  throw new Error(`${response.status} ${bucket}: ${await response.text()}`);',
    '}',
    '',
    '// Some models return JSON, others an image or audio file.',
    "const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;",
    'const result: unknown = isJson ? await response.json() : await response.arrayBuffer();',
  ].join('\n');
}

/** Generates Python that only uses the standard library. The body stays a string: parsing and serializing may change numbers. */
export function pythonCode({ url, bodyText, needsToken }: CallParams): string {
  return [
    'import json',
    'import os',
    'import urllib.request',
    'import uuid',
    '',
    '# One key for one call: sent again with the same key it is collected, not run twice.',
    `idempotency_key = os.environ.get("${KEY_VARIABLE}") or str(uuid.uuid4())`,
    '',
    `body = ${pythonText(bodyText)}`,
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    '    data=body.encode(),',
    '    headers={',
    '        "Content-Type": "application/json",',
    '        "Idempotency-Key": idempotency_key,',
    ...(needsToken ? [`        "X-API-Key": os.environ["${TOKEN_VARIABLE}"],`] : []),
    '    },',
    ')',
    `with urllib.request.urlopen(request, timeout=${CALL_TIMEOUT_S}) as response:`,
    '    content_type = response.headers.get_content_type()',
    '    answer = response.read()',
    '',
    '# Some models return JSON, others an image or audio file.',
    'result = json.loads(answer) if content_type.endswith("json") else answer',
  ].join('\n');
}

const MAX_TEXT_CHARS = 400;
const INDENT = 2;

/** Formats the body on several lines; returns text that is not JSON unchanged. */
export function indentBody(bodyText: string): string {
  const body = read(bodyText);
  return body === undefined ? bodyText : stringifyJson(body, INDENT);
}

/**
 * Formats the body for display only: long strings, typically base64 images, are truncated in the middle.
 * @returns `null` if no string is that long or the body is not JSON
 */
export function truncateBody(bodyText: string): string | null {
  const body = read(bodyText);
  if (body === undefined) return null;
  let isTruncated = false;
  const short = mapTexts(body, (text) => {
    if (text.length <= MAX_TEXT_CHARS) return text;
    isTruncated = true;
    return `${text.slice(0, 48)}…${text.length - 64} characters…${text.slice(-16)}`;
  });
  return isTruncated ? stringifyJson(short, INDENT) : null;
}

function read(bodyText: string): JsonValue | undefined {
  try {
    return parseJson(bodyText);
  } catch {
    return undefined;
  }
}

/** Recursive: `parseJson` limits the nesting to a depth that the stack can handle. */
function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value === null || typeof value !== 'object' || value instanceof LosslessNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, mapTexts(property, change)]));
}
