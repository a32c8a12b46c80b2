import { NodeDefinition, inputSpecs, outputTypes, type NodeDefinitions } from '@contract/workflow/node-definitions';
import { isRecord } from './frames';
import { parsePythonJson } from './python-json';

const SLICE_MS = 8;
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]]/gs;
/** Stands for a class whose description cannot be understood: it exists, and nothing more is known. */
export const UNKNOWN_OUTPUTS = Array.from({ length: 32 }, () => '*');
/** Loaders that check the name themselves, while their definition lists what was there when it was asked for. */
const CHECKED_BY_NODE: Readonly<Record<string, string>> = { LoadLatent: 'latent' };
/** Their files are uploaded: the list may well be empty. */
const MEDIA_FLAGS = ['image_upload', 'audio_upload', 'video_upload'];
/** Dialects of inputs whose parts stand in the graph under names of their own (`images.image0`). */
const DYNAMIC_TYPES = /^COMFY_(?:AUTOGROW|DYNAMIC)/;
/** Any type, as long as all inputs and outputs of one node that share it have the same. */
const MATCH_TYPE = /^COMFY_MATCHTYPE/;

/**
 * Reads `/object_info` leniently: 3 MB and 700 classes, some from packs of other people. Each class is parsed by
 * itself, so that one odd class does not hide the others, and the event loop gets its turn every few milliseconds.
 */
export async function readDefinitions(text: string): Promise<NodeDefinitions> {
  const found: Record<string, NodeDefinition> = {};
  let sliceEnd = performance.now() + SLICE_MS;
  for (const { key, start, end } of topLevelMembers(text)) {
    const definition = readClass(key, text.slice(start, end));
    Object.defineProperty(found, key, { value: definition, enumerable: true, configurable: true, writable: true });
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setImmediate(resolve));
    sliceEnd = performance.now() + SLICE_MS;
  }
  return loosen(found);
}

/** Members of the outermost object, without building them. */
function* topLevelMembers(text: string): Generator<{ key: string; start: number; end: number }> {
  let depth = 0;
  let key: string | null = null;
  let start = 0;
  TOKENS.lastIndex = 0;
  const tokens = new RegExp(TOKENS);
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const [word] = token;
    if (word === '{' || word === '[') {
      if (depth === 1) start = token.index;
      depth += 1;
    } else if (word === '}' || word === ']') {
      depth -= 1;
      if (depth === 1 && key !== null) {
        yield { key, start, end: tokens.lastIndex };
        key = null;
      }
    } else if (depth === 1 && isKey(text, tokens.lastIndex)) {
      // Replaces one whose value was no object and no list: that describes no class.
      key = JSON.parse(word) as string;
    }
  }
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at += 1;
  return text.charAt(at) === ':';
}

function readClass(name: string, text: string): NodeDefinition {
  const raw = readLoose(text);
  const parsed = NodeDefinition.safeParse(isRecord(raw) ? { ...raw, name } : raw);
  if (parsed.success) return parsed.data;
  const isOutput = isRecord(raw) && raw['output_node'] === true;
  return { name, input: {}, output: UNKNOWN_OUTPUTS, output_node: isOutput };
}

function readLoose(text: string): unknown {
  try {
    return parsePythonJson(text);
  } catch {
    return null;
  }
}

/**
 * ComfyUI judges less than a definition says, and a graph that it would run must not be refused before it gets there:
 * a type that no node gives out belongs to a widget and takes any value, a list that is filled by the editor or by
 * uploads is not known here, and growing inputs are never there under their own name.
 */
function loosen(definitions: Record<string, NodeDefinition>): NodeDefinitions {
  const given = new Set<string>();
  for (const definition of Object.values(definitions)) {
    for (const type of outputTypes(definition)) for (const part of type.split(',')) given.add(part.trim());
  }
  for (const definition of Object.values(definitions)) {
    const required = { ...definition.input.required };
    const optional = { ...definition.input.optional };
    definition.input = { ...definition.input, required, optional };
    definition.output = definition.output?.map((type) => (MATCH_TYPE.test(String(type)) ? '*' : type));
    const dynamic: string[] = [];
    for (const spec of inputSpecs(definition)) {
      const group = spec.required ? required : optional;
      const raw = group?.[spec.name];
      if (!raw) continue;
      const isAny = MATCH_TYPE.test(spec.type);
      const isWidget = spec.kind === 'link' && !spec.type.split(',').some((type) => given.has(type.trim()));
      if (isAny || isWidget || isOpenList(definition.name, spec.name, raw)) group[spec.name] = ['*', ...raw.slice(1)];
      if (!DYNAMIC_TYPES.test(spec.type)) continue;
      dynamic.push(spec.name);
      if (!spec.required) continue;
      optional[spec.name] = required[spec.name] ?? raw;
      delete required[spec.name];
    }
    if (dynamic.length > 0) definition.dynamic_inputs = dynamic;
  }
  return definitions;
}

function isOpenList(className: string, inputName: string, raw: readonly unknown[]): boolean {
  if (!Array.isArray(raw[0]) && raw[0] !== 'COMBO') return false;
  if (CHECKED_BY_NODE[className] === inputName) return true;
  const options = isRecord(raw[1]) ? raw[1] : {};
  const listed = Array.isArray(raw[0]) ? raw[0] : options['options'];
  const isEmpty = !Array.isArray(listed) || listed.length === 0;
  if (isEmpty && !MEDIA_FLAGS.some((flag) => options[flag] === true)) return true;
  return 'remote' in options || options['file_upload'] === true;
}
