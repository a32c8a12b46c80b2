import { KEY_VARIABLE, TOKEN_VARIABLE } from '@/shared/shell-text';
import { CALL_TIMEOUT_S, type CallParams } from './call-params';

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

/** Escapes text for a template literal, in which only these three sequences are special. */
function templateText(text: string): string {
  return `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
}
