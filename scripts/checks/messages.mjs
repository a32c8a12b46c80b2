// Checks that all texts of the console come from catalogs, and that the catalogs are complete (`docs/languages.md`).
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { parseAst } from 'vite';

/** @typedef {Record<string, any> & { type: string, start: number, end: number }} Node */
/** @typedef {{ text: string, file: string, line: number, values: string[] | null }} Use a message of the code; `values` is `null` if they are not written out */
/** @typedef {{ uses: Use[], problems: string[] }} Found */

const CATALOGS = 'src/lib/i18n/catalogs';

/** @param {string} file */
function hasTexts(file) {
  if (!/\.tsx?$/.test(file) || file.endsWith('.d.ts')) return false;
  return !/\.spec\.tsx?$|\/testing\/|^src\/(?:app\/demo|service-worker|lib\/i18n)\//.test(file);
}

/** Properties of elements that are read or spoken. */
const TEXT_PROPS = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
  'description',
  'hint',
  'heading',
]);
const HAS_WORD = /\p{L}{2}/u;
/** The same in all languages. */
const NAME = /^\s*(?:ComfyUI|Flowdeck|flowdeck|npm start|--\w+|https?:\S*|URL|VAE|null)\s*$/;
/** Files that word nothing for the reader of the console, with the reason. */
const NO_TEXTS = {
  'src/app/apply-language.ts': 'says that a catalog could not be loaded',
  'src/app/settings/diagnostics-report.ts': 'bug reports are in English',
  'src/domains/generation-inputs/a1111-text.ts': 'words of a file format',
  'src/domains/workflow-files/formats/read-exif.ts': 'words of a file format',
  'src/domains/workflow-files/formats/read-mp4.ts': 'words of a file format',
  'src/domains/workflow-files/generation-settings.ts': 'words of a file format',
};
/** Text that looks like a sentence or a label of several words. */
const SENTENCE = /^[“(]?\p{Lu}[\p{Ll}’]+ \p{Ll}|^[“(]?\p{Lu}[\p{Ll}’]*[^A-Z]* \p{Ll}.*[.?!…]$/u;

/**
 * Returns the messages of a file, and what is wrong with them.
 * @param {string} file its name decides the language
 * @param {string} code
 * @returns {Found}
 */
export function findMessages(file, code) {
  /** @type {Use[]} */
  const uses = [];
  /** @type {string[]} */
  const problems = [];
  const lineOf = (/** @type {Node} */ node) => code.slice(0, node.start).split('\n').length;
  const report = (/** @type {Node} */ node, /** @type {string} */ what) =>
    problems.push(`${file}:${lineOf(node)}: ${what}`);

  /** @param {Node} node @param {string[] | null} values */
  function take(node, values) {
    if (node.type === 'ConditionalExpression') {
      take(node['consequent'], null);
      take(node['alternate'], null);
    } else {
      const text = textOf(node);
      if (text !== null) uses.push({ text, file, line: lineOf(node), values });
    }
  }

  /** @param {Node} node @param {Node[]} above */
  function visit(node, above) {
    const parent = above.at(-1);
    if (node.type === 'CallExpression' && isTextCall(node)) {
      const [text, values] = node['arguments'];
      if (node['callee'].name === 't' && !isInFunction(above))
        report(node, '`t` runs while the module loads: use `msg`');
      if (node['callee'].name === 'msg' && textOf(text) === null) report(node, '`msg` takes a literal');
      take(text, values ? keysOf(values) : []);
      if (values) visit(values, [...above, node]);
      if (textOf(text) === null) visit(text, [...above, node]);
      return;
    }
    if (node.type === 'JSXOpeningElement' && node['name'].name === 'Trans') {
      const props = new Map(node['attributes'].map((/** @type {Node} */ prop) => [prop['name']?.name, prop['value']]));
      const text = props.get('text');
      const literal = text?.type === 'JSXExpressionContainer' ? text.expression : text;
      if (literal) take(literal, keysOf(props.get('values')?.expression));
      for (const prop of node['attributes']) if (prop.name?.name !== 'text') visit(prop, [...above, node]);
      return;
    }
    if (node.type === 'JSXText' && isWorded(node['value']))
      report(node, `text outside of the catalogs: ${short(node['value'])}`);
    if (
      node.type === 'JSXAttribute' &&
      TEXT_PROPS.has(attributeName(node)) &&
      node['value']?.type === 'Literal' &&
      isWorded(node['value'].value)
    ) {
      report(node, `text outside of the catalogs: ${short(node['value'].value)}`);
    } else if (parent && isPlainText(node, parent))
      report(node, `text outside of the catalogs: ${short(code.slice(node.start, node.end))}`);
    for (const [key, child] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'typeArguments') continue;
      for (const each of Array.isArray(child) ? child : [child]) {
        if (typeof each?.type === 'string') visit(each, [...above, node]);
      }
    }
  }

  visit(/** @type {any} */ (parseAst(code, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' })), []);
  return { uses, problems };
}

/** @param {unknown} text */
function isWorded(text) {
  return typeof text === 'string' && HAS_WORD.test(text) && !NAME.test(text);
}

/** @param {Node} node */
function isTextCall(node) {
  const { callee } = /** @type {any} */ (node);
  return callee.type === 'Identifier' && (callee.name === 't' || callee.name === 'msg') && node['arguments'].length > 0;
}

/** @param {Node | undefined} node @returns {string | null} */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node?.type === 'TemplateLiteral' && node['quasis'].length === 1) return node['quasis'][0].value.cooked;
  return null;
}

/** @param {Node | undefined} node @returns {string[] | null} */
function keysOf(node) {
  if (node?.type !== 'ObjectExpression') return null;
  const keys = node['properties'].map(
    (/** @type {Node} */ property) => property['key']?.name ?? property['key']?.value ?? null,
  );
  return keys.includes(null) ? null : keys;
}

/** @param {Node[]} above */
function isInFunction(above) {
  return above.some(({ type }) => /Function|PropertyDefinition/.test(type));
}

/** @param {Node} attribute */
function attributeName(attribute) {
  return attribute['name'].name;
}

/** Whether a literal is text for people that no call takes. @param {Node} node @param {Node} parent */
function isPlainText(node, parent) {
  const text =
    node.type === 'TemplateLiteral'
      ? node['quasis'].map((/** @type {any} */ { value }) => value.cooked).join('X')
      : textOf(node);
  if (text === null || !SENTENCE.test(text)) return false;
  if (/^(?:Import|Export|ImportExpression|TSLiteralType|TaggedTemplate)/.test(parent.type)) return false;
  if (parent.type === 'BinaryExpression' || parent.type === 'SwitchCase') return false;
  if (
    /^(?:Property|MemberExpression|PropertyDefinition)$/.test(parent.type) &&
    (parent['key'] === node || parent['property'] === node)
  )
    return false;
  if (parent.type === 'JSXAttribute' && /^(?:className|d|style|href|id|data-.*)$/.test(attributeName(parent)))
    return false;
  // Failures that only a developer sees.
  if (parent.type === 'NewExpression' && /^(?:Error|TypeError|RangeError|DOMException)$/.test(parent['callee'].name))
    return false;
  return true;
}

/** @param {string} text */
function short(text) {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/**
 * Returns all messages of the console.
 * @param {string} root
 * @returns {Found}
 */
export function messagesOf(root) {
  const found = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join('src', name.split(path.sep).join('/')))
    .filter((file) => hasTexts(file) && !Object.hasOwn(NO_TEXTS, file))
    .sort()
    .map((file) => findMessages(file, readFileSync(path.join(root, file), 'utf8')));
  return { uses: found.flatMap(({ uses }) => uses), problems: found.flatMap(({ problems }) => problems) };
}

/** What a translation must keep. @typedef {{ names: Set<string>, plurals: Map<string, Set<string>> }} Shape */

/**
 * @param {string} message
 * @returns {Shape} its placeholders, tags and keys of `select` by name; the forms of each plural
 * @throws if it is not a valid ICU message
 */
function shapeOf(message) {
  /** @type {Shape} */
  const shape = { names: new Set(), plurals: new Map() };
  /** @param {any[]} elements */
  const walk = (elements) => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      shape.names.add(element.type === TYPE.tag ? `<${element.value}>` : element.value);
      if (element.type === TYPE.tag) walk(element.children);
      for (const [key, option] of Object.entries(element.options ?? {})) {
        if (element.type === TYPE.select) shape.names.add(`${element.value}=${key}`);
        else shape.plurals.set(element.value, (shape.plurals.get(element.value) ?? new Set()).add(key));
        walk(option.value);
      }
    }
  };
  walk(parse(message));
  return shape;
}

/** Whether the message is formatted: one without values is shown as it is. @param {string} text */
const isFormatted = (text) => /[{<]/.test(text);

/**
 * Compares a message with the values that the code gives it.
 * @param {Use} use
 * @returns {string[]}
 */
export function problemsOfUse({ text, file, line, values }) {
  if (!isFormatted(text)) return [];
  try {
    const names = [...shapeOf(text).names]
      .filter((name) => !name.includes('='))
      .map((name) => name.replaceAll(/[<>]/g, ''));
    const wrong = values === null ? [] : [...difference(names, values), ...difference(values, names)];
    return wrong.map((name) => `${file}:${line}: the message and its values differ in ${name}`);
  } catch {
    return [`${file}:${line}: not a valid ICU message: ${short(text)}`];
  }
}

/** @param {Iterable<string>} all @param {Iterable<string>} others */
function difference(all, others) {
  const known = new Set(others);
  return [...all].filter((one) => !known.has(one));
}

/**
 * Compares a catalog with the messages of the code.
 * @param {string} language BCP 47 tag
 * @param {Record<string, string>} catalog English text to translation
 * @param {Iterable<string>} texts all messages of the code
 * @returns {string[]}
 */
export function problemsOfCatalog(language, catalog, texts) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const problems = [
    ...difference(texts, Object.keys(catalog)).map((text) => `${language}: not translated: ${text}`),
    ...difference(Object.keys(catalog), texts).map((text) => `${language}: not used any more: ${text}`),
  ];
  for (const [text, translation] of Object.entries(catalog)) {
    if (translation.trim() === '') problems.push(`${language}: empty: ${short(text)}`);
    if (!isFormatted(text)) continue;
    try {
      const [before, after] = [shapeOf(text), shapeOf(translation)];
      for (const name of difference(before.names, after.names))
        problems.push(`${language}: lost ${name}: ${short(text)}`);
      for (const name of difference(after.names, before.names))
        problems.push(`${language}: unknown ${name}: ${short(text)}`);
      for (const [name, found] of after.plurals) {
        const exact = [...found].filter((form) => form.startsWith('='));
        // `=1` says the same as the form for one, which English leaves out where nothing is counted on screen.
        const english = before.plurals.get(name) ?? found;
        for (const form of difference(forms, found)) {
          if (!(form === 'one' && (exact.includes('=1') || !english.has('one'))))
            problems.push(`${language}: ${name} has no form "${form}": ${short(text)}`);
        }
        for (const form of difference(found, [...forms, ...exact])) {
          problems.push(`${language}: ${name} has the unknown form "${form}": ${short(text)}`);
        }
      }
    } catch {
      problems.push(`${language}: not a valid ICU message: ${short(translation)}`);
    }
  }
  return problems;
}

/**
 * @param {string} root
 * @returns {import('./checks.mjs').Verdict}
 */
export function checkMessages(root) {
  const { uses, problems } = messagesOf(root);
  const texts = new Set(uses.map(({ text }) => text));
  if (texts.size < 1000) return { problems: ['Few messages were found: the scan reads the wrong files'] };
  const catalogs = readdirSync(path.join(root, CATALOGS)).map((file) => path.basename(file, '.json'));
  const all = [
    ...problems,
    ...uses.flatMap(problemsOfUse),
    ...catalogs.flatMap((language) => problemsOfCatalog(language, readCatalog(root, language), texts)),
  ];
  return { problems: all, note: `${texts.size} messages in ${catalogs.length + 1} languages` };
}

/** @param {string} root @param {string} language @returns {Record<string, string>} */
export function readCatalog(root, language) {
  return JSON.parse(readFileSync(path.join(root, CATALOGS, `${language}.json`), 'utf8'));
}
