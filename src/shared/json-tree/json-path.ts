/** Names and indexes from the root of a document to a value. */
export type JsonPath = readonly (string | number)[];

/** Formats a path such as `data[0].b64_json`; empty for the root. */
export function pathText(path: JsonPath): string {
  const text = path
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`;
      return /^[A-Za-z_$][\w$]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('');
  return text.replace(/^\./, '');
}
