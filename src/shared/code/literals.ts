/** Placeholders in exported code for credentials, and for keys to be generated. */
export const KEY_VARIABLE = 'IDEMPOTENCY_KEY';
export const TOKEN_VARIABLE = 'FLOWDECK_TOKEN';

/** Heredoc delimiter of the body; no line of JSON equals it. */
const BODY_END = 'END_OF_BODY';

interface CurlRequest {
  url: string;
  /** Additional headers, in which variables are expanded. */
  headers: readonly string[];
  /** Options before the body. */
  options?: readonly string[];
  bodyText: string;
}

/**
 * Formats a POST of JSON as a shell command. The shell expands nothing in the URL and the body, and each execution generates a new
 * idempotency key.
 */
export function curlPost({ url, headers, options = [], bodyText }: CurlRequest): string {
  return [
    // Not every machine has `uuidgen`, and a request is only safe to resend with a key.
    `${KEY_VARIABLE}=$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)`,
    `curl --request POST ${quoted(url)} \\`,
    "  --header 'Content-Type: application/json' \\",
    ...[`Idempotency-Key: $${KEY_VARIABLE}`, ...headers].map((header) => `  --header "${header}" \\`),
    ...options.map((option) => `  ${option} \\`),
    `  --data-binary @- <<'${BODY_END}'`,
    bodyText,
    BODY_END,
  ].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Escapes text for a template literal of TypeScript, in which only these three sequences are special. */
export function templateText(text: string): string {
  return `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
}

/** Returns a raw string literal of Python if possible, otherwise a literal with escaped backslashes and quotes. */
export function pythonText(text: string): string {
  const isRaw = !text.includes('"""') && !text.endsWith('"') && !text.endsWith('\\');
  if (isRaw) return `r"""${text}"""`;
  return `"""${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"""`;
}
