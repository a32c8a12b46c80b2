// `node scripts/convert-pairs.mjs OBJECT_INFO FOLDER [--details]`: converts UI-format workflows whose API format is known too,
// and prints how many become an equal graph. OBJECT_INFO is a response of ComfyUI's `/object_info`. A pair is a PNG with both
// chunks, or a JSON file with the members `workflow` and `prompt`. Not part of `npm test`: the pairs are third-party files and
// not in the repository.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadSource } from './load-source.mjs';

const isDetailed = process.argv.includes('--details');
const [definitionsFile, folder] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (!definitionsFile || !folder) {
  console.error('node scripts/convert-pairs.mjs OBJECT_INFO FOLDER [--details]');
  process.exit(2);
}

const { convertUiText } = await loadSource('src/domains/ui-format/convert-ui-workflow.ts');
const { findValue, parseJson } = await loadSource('contract/json/lossless.ts');

/** Classes that exist in the editor only. */
const EDITOR_CLASSES = new Set(['Note', 'MarkdownNote', 'Reroute', 'PrimitiveNode', 'GetNode', 'SetNode']);
const definitions = JSON.parse(readFileSync(definitionsFile, 'utf8'));
const count = { equal: 0, 'equal but for node ids': 0, 'equal but for new inputs': 0, different: 0, refused: 0 };
let others = 0;
let unreadable = 0;
let wholeMs = 0;

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!/\.(?:json|png)$/i.test(name)) continue;
  const pair = await readPair(path.join(folder, name)).catch(() => null);
  if (!pair) {
    unreadable += 1;
    continue;
  }
  if (!isCore(pair.workflow)) {
    others += 1;
    continue;
  }
  const start = performance.now();
  const result = convertUiText(pair.text, definitions);
  wholeMs += performance.now() - start;
  const differences = result.ok ? compare(readJson(result.text), pair.prompt) : [];
  const isSame = result.ok && isSameStructure(readJson(result.text), pair.prompt);
  const kind = !result.ok
    ? 'refused'
    : differences.length === 0
      ? 'equal'
      : isSame
        ? 'equal but for node ids'
        : differences.every(({ isNew }) => isNew)
          ? 'equal but for new inputs'
          : 'different';
  count[kind] += 1;
  if (kind.startsWith('equal')) continue;
  console.log(`${kind}: ${name}`);
  const details = result.ok
    ? differences.map(({ line }) => line)
    : result.problems.map(
        (/** @type {any} */ problem) => `${problem.nodeId} ${problem.title} (${problem.classType}): ${problem.message}`,
      );
  for (const line of isDetailed ? details : details.slice(0, 3)) console.log(`  ${line}`);
}

const equal = count.equal + count['equal but for node ids'] + count['equal but for new inputs'];
const total = equal + count.different + count.refused;
if (total === 0) {
  console.error(`No pair of core nodes in ${folder}`);
  process.exit(1);
}
console.log(
  `${total} pairs of known classes: ${equal} equal (${((100 * equal) / total).toFixed(1)} %), ` +
    `${count['equal but for node ids']} of them with other node ids, ${count['equal but for new inputs']} of them with the ` +
    `defaults of inputs that the class did not have yet; ${count.different} different, ${count.refused} refused; ${(wholeMs / total).toFixed(1)} ms each. ` +
    `Left out: ${others} with unknown classes, ${unreadable} without both forms.`,
);

/** @param {string} file */
async function readPair(file) {
  if (/\.png$/i.test(file)) {
    const texts = pngTexts(readFileSync(file));
    const [prompt, text] = ['prompt', 'workflow'].map((keyword) => texts.get(keyword) ?? '');
    return { text: text ?? '', workflow: readJson(text ?? ''), prompt: readJson(prompt ?? '') };
  }
  const whole = readFileSync(file, 'utf8');
  const [prompt, text] = ['prompt', 'workflow'].map((member) => {
    const { start, end } = findValue(whole, [member]);
    return whole.slice(start, end);
  });
  const pair = { text, workflow: readJson(text ?? ''), prompt: readJson(prompt ?? '') };
  return pair.prompt && Array.isArray(pair.workflow.nodes) ? pair : null;
}

/**
 * Plain text chunks, which is what ComfyUI writes.
 * @param {Buffer} bytes
 */
function pngTexts(bytes) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (bytes.toString('latin1', at + 4, at + 8) === 'tEXt') {
      const end = content.indexOf(0);
      texts.set(content.toString('latin1', 0, end), content.toString('utf8', end + 1));
    }
    at += length + 12;
  }
  return texts;
}

/**
 * Compares numbers by value; the digits of integers beyond 2^53 count.
 * @param {string} text
 * @returns {any}
 */
function readJson(text) {
  return simplify(parseJson(text, { allowNonFinite: true }));
}

/**
 * @param {any} value
 * @returns {any}
 */
function simplify(value) {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.raw === 'string' && value.toNumber) {
    return Number.isSafeInteger(Math.trunc(value.toNumber())) ? value.toNumber() : `number ${value.raw}`;
  }
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, simplify(item)]),
  );
}

/** @param {any} workflow */
function isCore(workflow) {
  const subgraphs = workflow.definitions?.subgraphs ?? [];
  const ids = new Set(subgraphs.map((/** @type {any} */ subgraph) => subgraph.id));
  return [workflow, ...subgraphs]
    .flatMap((graph) => graph.nodes)
    .every(({ type }) => ids.has(type) || EDITOR_CLASSES.has(type) || Object.hasOwn(definitions, type));
}

/**
 * Classes and inputs of all nodes. Inputs that the class does not define are omitted: ComfyUI ignores them, and the editor
 * writes some for its own previews.
 * @param {any} converted
 * @param {any} expected
 */
function compare(converted, expected) {
  const found = [];
  for (const id of new Set([...Object.keys(converted), ...Object.keys(expected)])) {
    const [ours, theirs] = [converted[id], expected[id]];
    if (!ours || !theirs || ours.class_type !== theirs.class_type) {
      const line = `${id}: ${ours?.class_type ?? 'no node'} instead of ${theirs?.class_type ?? 'no node'}`;
      found.push({ line, isNew: false });
      continue;
    }
    for (const name of new Set([...Object.keys(ours.inputs), ...Object.keys(theirs.inputs)])) {
      if (!isDefined(ours.class_type, name)) continue;
      const [left, right] = [ours.inputs[name], theirs.inputs[name]];
      if (JSON.stringify(left) !== JSON.stringify(right)) {
        const line = `${id} (${ours.class_type}) ${name}: ${shorten(left)} instead of ${shorten(right)}`;
        found.push({ line, isNew: right === undefined && isDefault(ours.class_type, name, left) });
      }
    }
  }
  return found;
}

/**
 * @param {string} classType
 * @param {string} name
 */
function isDefined(classType, name) {
  const { required, optional } = definitions[classType]?.input ?? {};
  const known = [...Object.keys(required ?? {}), ...Object.keys(optional ?? {})];
  return known.some((input) => name === input || name.startsWith(`${input}.`));
}

/**
 * Pairs are older than the definitions: their graph lacks inputs that were added to the class since.
 * @param {string} classType
 * @param {string} name
 * @param {unknown} value
 */
function isDefault(classType, name, value) {
  const { required, optional } = definitions[classType]?.input ?? {};
  const [type, options] = required?.[name] ?? optional?.[name] ?? [];
  const choices = Array.isArray(type) ? type : options?.options;
  return JSON.stringify(value) === JSON.stringify(options?.default ?? choices?.[0]);
}

/**
 * Returns true if two graphs differ only in their node ids: the editor renames nodes of a subgraph whose id occurs twice.
 * @param {any} converted
 * @param {any} expected
 */
function isSameStructure(converted, expected) {
  return JSON.stringify(describe(converted).sort()) === JSON.stringify(describe(expected).sort());
}

/** @param {any} graph */
function describe(graph) {
  /** @type {Map<string, string>} */
  const known = new Map();
  /** @param {string} id @returns {string} */
  const describeNode = (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, 'circle');
    const { class_type: classType, inputs } = graph[id];
    const parts = Object.entries(inputs)
      .filter(([name]) => isDefined(classType, name))
      .map(([name, value]) =>
        Array.isArray(value) && graph[value[0]]
          ? [name, createHash('sha256').update(describeNode(value[0])).digest('hex'), value[1]]
          : [name, value],
      )
      .sort();
    const text = JSON.stringify([classType, parts]);
    known.set(id, text);
    return text;
  };
  return Object.keys(graph).map(describeNode);
}

/** @param {unknown} value */
function shorten(value) {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 80);
}
