import { isDynamicType, possibleInputs, type DeclaredInput } from '@contract/workflow/declared-inputs';
import { NodeDefinition, inputSpec, outputTypes, type NodeDefinitions } from '@contract/workflow/node-definitions';
import { isRecord } from '../client/frames';
import { parsePythonJson } from '../client/python-json';

const SLICE_MS = 8;
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]]/gs;
/** Definition of a class whose description cannot be parsed: it exists, and nothing else is known. */
const UNKNOWN_OUTPUTS = Array.from({ length: 32 }, () => '*');
/** Loaders that validate the file name themselves; their definition may list an outdated folder. */
const CHECKED_BY_NODE: Readonly<Record<string, string>> = { LoadLatent: 'latent' };
/** Inputs whose files are uploaded, so the list may be empty. */
const MEDIA_FLAGS = ['image_upload', 'audio_upload', 'video_upload'];
/** Generic type: all inputs and outputs of a node that share it must have the same type. */
const MATCH_TYPE = /^COMFY_MATCHTYPE/;

/**
 * Reads `/object_info` leniently: 3 MB and 700 classes, some from third-party packs. Parses each class separately, so that one
 * invalid class does not hide the others, and yields to the event loop every few milliseconds.
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
  return markUnchecked(found);
}

/** Yields the top-level members as text, without parsing their values. */
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
      // The value is neither an object nor a list, so it does not describe a class.
      key = String(JSON.parse(word));
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
 * Marks the inputs that ComfyUI judges less strictly than their definition says: a graph that it would run must not be rejected here.
 * Types that no node outputs belong to widgets and accept any value; lists that the editor or uploads fill are unknown.
 */
function markUnchecked(definitions: Record<string, NodeDefinition>): NodeDefinitions {
  const given = new Set<string>();
  for (const definition of Object.values(definitions)) {
    for (const type of outputTypes(definition)) for (const part of type.split(',')) given.add(part.trim());
  }
  for (const definition of Object.values(definitions)) {
    const unchecked = new Set<string>();
    for (const input of possibleInputs(definition)) {
      if (isDynamicType(input.raw[0])) continue;
      const { name, kind, type } = inputSpec(input);
      const isWidget = kind === 'link' && !type.split(',').some((part) => given.has(part.trim()));
      if (MATCH_TYPE.test(type) || isWidget || isOpenList(definition.name, input)) unchecked.add(name);
    }
    if (unchecked.size > 0) definition.unchecked_inputs = [...unchecked];
  }
  return definitions;
}

function isOpenList(className: string, { name, raw }: DeclaredInput): boolean {
  if (!Array.isArray(raw[0]) && raw[0] !== 'COMBO') return false;
  if (CHECKED_BY_NODE[className] === name) return true;
  const options = isRecord(raw[1]) ? raw[1] : {};
  const listed = Array.isArray(raw[0]) ? raw[0] : options['options'];
  const isEmpty = !Array.isArray(listed) || listed.length === 0;
  if (isEmpty && !MEDIA_FLAGS.some((flag) => options[flag] === true)) return true;
  return 'remote' in options || options['file_upload'] === true;
}

/**
 * Adds deprecated classes, which ComfyUI replaces on submission (`GET /node_replacements`) and `/object_info` therefore does not
 * list. They have the inputs of the class that replaces them, under their old names. Where ComfyUI also sets or rearranges values,
 * their inputs are not known.
 */
export function withReplacedClasses(definitions: NodeDefinitions, replacements: unknown): NodeDefinitions {
  if (!isRecord(replacements)) return definitions;
  const added: [string, NodeDefinition][] = [];
  for (const [name, entries] of Object.entries(replacements)) {
    const [first]: unknown[] = Array.isArray(entries) ? entries : [];
    if (!isRecord(first)) continue;
    const replacement = String(first['new_node_id']);
    // As in ComfyUI, only the first replacement counts, and only for a class that no longer exists.
    const definition = Object.hasOwn(definitions, replacement) ? definitions[replacement] : undefined;
    if (Object.hasOwn(definitions, name) || !definition) continue;
    added.push([name, replacedClass(name, definition, first)]);
  }
  return added.length === 0 ? definitions : Object.fromEntries([...Object.entries(definitions), ...added]);
}

function replacedClass(name: string, definition: NodeDefinition, replacement: Record<string, unknown>): NodeDefinition {
  const oldNames = oldNamesOf(replacement['input_mapping']);
  if (!oldNames) {
    const { output_node, python_module } = definition;
    return { name, input: {}, output: UNKNOWN_OUTPUTS, output_node, python_module };
  }
  const rename = (input: string) => oldNames.get(input) ?? input;
  const renamed = (inputs: NodeDefinition['input']['required']) =>
    Object.fromEntries(Object.entries(inputs ?? {}).map(([input, raw]) => [rename(input), raw]));
  const { required, optional } = definition.input;
  return {
    ...definition,
    name,
    input: { required: renamed(required), optional: renamed(optional) },
    output: isAbsent(replacement['output_mapping']) ? definition.output : UNKNOWN_OUTPUTS,
    ...(definition.unchecked_inputs ? { unchecked_inputs: definition.unchecked_inputs.map(rename) } : {}),
  };
}

/** Returns old names of inputs by new ones, none if all are equal; `null` if ComfyUI does more than rename. */
function oldNamesOf(mapping: unknown): Map<string, string> | null {
  if (isAbsent(mapping)) return new Map();
  const names = new Map<string, string>();
  const entries: unknown[] = Array.isArray(mapping) ? mapping : [null];
  for (const entry of entries) {
    if (!isRecord(entry) || typeof entry['old_id'] !== 'string' || typeof entry['new_id'] !== 'string') return null;
    // A part of a choice or of a group.
    if (entry['new_id'].includes('.')) return null;
    names.set(entry['new_id'], entry['old_id']);
  }
  return names;
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}
