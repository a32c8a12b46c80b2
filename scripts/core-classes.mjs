// `node scripts/core-classes.mjs OBJECT_INFO VERSION`: writes the classes with which workflows in the UI format are converted
// for servers that do not list their own. OBJECT_INFO is a response of ComfyUI's `/object_info` without node packs and without
// model files, whose names would be stored as choices. Texts for the screen and `hidden` inputs are left out.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build/build-parts.mjs';

/** Options that neither the conversion nor a form reads. */
const DROPPED_OPTIONS = new Set([
  'advanced',
  'component',
  'description',
  'display_name',
  'label_off',
  'label_on',
  'lazy',
  'multiselect',
  'round',
  'tooltip',
]);

const [file, version] = process.argv.slice(2);
if (!file || !version) {
  console.error('node scripts/core-classes.mjs OBJECT_INFO VERSION');
  process.exit(2);
}

const lines = Object.entries(JSON.parse(readFileSync(file, 'utf8')))
  .filter(([, { python_module: module }]) => /^(?:nodes|comfy_extras\.|comfy_api_nodes\.)/.test(module))
  .sort(([left], [right]) => (left < right ? -1 : 1))
  .map(([name, definition]) => `${JSON.stringify(name)}:${JSON.stringify(shorten(definition))}`);
if (lines.length === 0) throw new Error(`${file} has no core classes`);
const target = path.join(root, 'src/domains/ui-format/core-classes.json');
writeFileSync(target, `{"version":${JSON.stringify(version)},"classes":{\n${lines.join(',\n')}\n}}\n`);
console.log(`${lines.length} classes of ComfyUI ${version}`);

/** @param {any} definition */
function shorten({ display_name, input, input_order: order, output, output_node: isOutput, api_node: isPartner }) {
  const groups = ['required', 'optional'].flatMap((group) => {
    const inputs = Object.keys(input[group] ?? {});
    const names = order?.[group] ?? inputs;
    return inputs.length > 0
      ? [
          [
            group,
            Object.fromEntries(names.map((/** @type {string} */ name) => [name, shortenInput(input[group][name])])),
          ],
        ]
      : [];
  });
  return {
    display_name,
    input: Object.fromEntries(groups),
    output: output.map(typeName),
    ...(isOutput ? { output_node: true } : {}),
    ...(isPartner ? { api_node: true } : {}),
  };
}

/**
 * Choices hold inputs of their own, at any depth.
 *
 * @param {unknown} value
 * @returns {unknown}
 */
function shortenInput(value) {
  if (Array.isArray(value)) return value.map(shortenInput);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name, option]) => !DROPPED_OPTIONS.has(name) && option !== null);
  return Object.fromEntries(entries.map(([name, option]) => [name, shortenInput(option)]));
}

/** @param {unknown} type */
function typeName(type) {
  return Array.isArray(type) ? 'COMBO' : type;
}
