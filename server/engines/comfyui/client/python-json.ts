/** A string, or a number that JSON does not have. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?(?:NaN|Infinity)/gs;

/**
 * Parses JSON as Python writes it, with bare `NaN` and `Infinity`, which become `null`. ComfyUI sends them as input bounds, and
 * wherever it repeats a prompt that contains them: in its queue, history and validation errors.
 * @throws SyntaxError
 */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(TOKENS, (token) => (token.startsWith('"') ? token : 'null')));
  }
}
