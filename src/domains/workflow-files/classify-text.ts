import { findValue } from '@contract/json/lossless';

export type TextKind = 'prompt' | 'workflow' | 'parameters';

export interface ClassifiedText {
  kind: TextKind;
  text: string;
}

/** Writers encode a graph up to three times: as JSON, in a JSON string, in a member of another JSON object. */
const MAX_ENCODINGS = 4;
/** `prompt:{…}`, as ComfyUI writes into the tags of WebP files, which have fixed names. */
const PREFIX = /^(prompt|workflow)\s{0,4}[:=]\s{0,4}(?=[{["])/i;
/** Of Automatic1111 and Fooocus, and of InvokeAI. */
const SETTINGS_NAMES = new Set(['parameters', 'invokeai_metadata', 'sd-metadata']);
/** Members of settings in a comment: of Fooocus in JPEG and WebP, of NovelAI, whose prompt is in another field. */
const SETTINGS = [
  ['prompt', 'steps', 'seed'],
  ['uc', 'steps', 'seed'],
] as const;
const SAMPLED = /\bSteps: \d/;
const SAMPLER = /\b(?:Sampler|CFG scale|Seed|Model): /;
/** The settings are the last line; a prompt before them may be long. */
const SETTINGS_CHARS = 4000;

/** Determines what the text of a metadata field is, by the name of the field, else by its content. */
export function classifyText(key: string, raw: string): ClassifiedText[] {
  const text = trimmed(raw);
  const name = key.toLowerCase();
  if (SETTINGS_NAMES.has(name)) return [{ kind: 'parameters', text }];
  const prefix = PREFIX.exec(text);
  if (prefix) {
    const kind = prefix[1]?.toLowerCase() === 'prompt' ? 'prompt' : 'workflow';
    return [{ kind, text: decodeJsonText(text.slice(prefix[0].length)) }];
  }
  const decoded = decodeJsonText(text);
  if (name === 'prompt' || name === 'workflow') return [{ kind: name, text: fromFirstBrace(decoded) }];
  if (decoded.startsWith('{')) return classifyObject(decoded);
  const settings = text.slice(-SETTINGS_CHARS);
  return SAMPLED.test(settings) && SAMPLER.test(settings) ? [{ kind: 'parameters', text }] : [];
}

/** A comment or an SVG `metadata` element holds the graph itself, or an object with both graphs. */
function classifyObject(text: string): ClassifiedText[] {
  const found: ClassifiedText[] = [];
  for (const kind of ['prompt', 'workflow'] as const) {
    const member = memberText(text, [kind]);
    // Members that are a node or plain text belong to something else.
    if (member?.startsWith('{') && !isNode(member)) found.push({ kind, text: member });
  }
  if (found.length > 0) return found;
  if (text.includes('"class_type"')) return [{ kind: 'prompt', text }];
  if (SETTINGS.some((names) => names.every((name) => memberText(text, [name]) !== null))) {
    return [{ kind: 'parameters', text }];
  }
  return text.includes('"nodes"') && text.includes('"links"') ? [{ kind: 'workflow', text }] : [];
}

function isNode(member: string): boolean {
  return memberText(member, ['class_type']) !== null;
}

/** Returns the text of a member, decoded if it is a string; `null` if there is none. */
export function memberText(text: string, path: readonly string[]): string | null {
  try {
    const span = findValue(text, path);
    return span && decodeJsonText(text.slice(span.start, span.end));
  } catch {
    return null;
  }
}

function decodeJsonText(text: string): string {
  let decoded = text;
  for (let count = 0; count < MAX_ENCODINGS && decoded.startsWith('"'); count += 1) {
    try {
      decoded = trimmed(String(JSON.parse(decoded)));
    } catch {
      return decoded;
    }
  }
  return decoded;
}

/** Some writers store a few bytes of another field before the text. */
function fromFirstBrace(text: string): string {
  const at = text.slice(0, 16).indexOf('{');
  return at > 0 && !text.startsWith('[') ? text.slice(at) : text;
}

/** Writers end texts with NUL. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && text.codePointAt(end - 1) === 0) end -= 1;
  return text.slice(0, end).trim();
}
