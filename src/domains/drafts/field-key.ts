/** Character that no exporter uses in ids and names. */
const SEPARATOR = '\u001f';

/** Key of an input in the records of a draft. */
export function fieldKey(nodeId: string, input: string): string {
  return `${nodeId}${SEPARATOR}${input}`;
}

export function splitFieldKey(key: string): { nodeId: string; input: string } {
  const at = key.indexOf(SEPARATOR);
  return { nodeId: key.slice(0, at), input: key.slice(at + 1) };
}
