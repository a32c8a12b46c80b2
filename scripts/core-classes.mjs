// `node scripts/core-classes.mjs OBJECT_INFO VERSION`: writes the classes with which workflows in the UI format are converted
// for servers that do not list their own. OBJECT_INFO is a response of ComfyUI's `/object_info` without node packs. Of each
// input it stores what determines how saved values are read: name, order, type, the default, and whether the editor adds
// widgets beside it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build/build-parts.mjs';

const STORED_OPTIONS = [
  'default',
  'forceInput',
  'control_after_generate',
  'dynamicPrompts',
  'image_upload',
  'audio_upload',
  'video_upload',
  'file_upload',
];

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
function shorten({ display_name, input, input_order: order, output, output_node: isOutput }) {
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
  };
}

/** @param {any[]} input */
function shortenInput([type, options]) {
  const kept = STORED_OPTIONS.filter((name) => name in (options ?? {}) && typeof options[name] !== 'object');
  const entries = kept.map((name) => [name, options[name]]);
  return kept.length > 0 ? [typeName(type), Object.fromEntries(entries)] : [typeName(type)];
}

/** @param {unknown} type */
function typeName(type) {
  return Array.isArray(type) ? 'COMBO' : type;
}
