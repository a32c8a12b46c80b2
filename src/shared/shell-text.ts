/** What stands in code for what nobody may see or has to make anew. */
export const KEY_VARIABLE = 'IDEMPOTENCY_KEY';
export const TOKEN_VARIABLE = 'FLOWDECK_TOKEN';

/** Ends the body in a shell; no line of JSON reads so. */
const BODY_END = 'END_OF_BODY';

interface CurlRequest {
  url: string;
  /** Of its own, variables in it expanded. */
  headers: readonly string[];
  /** Between the command and its body. */
  options?: readonly string[];
  bodyText: string;
}

/** A POST of JSON as a command for a shell: nothing of the address and the body is expanded, and the key is made anew. */
export function curlPost({ url, headers, options = [], bodyText }: CurlRequest): string {
  return [
    // Not every machine has `uuidgen`, and without a key nothing is safe to send again.
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
