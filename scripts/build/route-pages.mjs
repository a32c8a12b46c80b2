// Reads the pages of the console from its routes, which name the module that each page loads.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { root } from './build-parts.mjs';

/** @typedef {import('vite').ESTree.Node} Node */

/** Page modules by path below the surface name; `*` stands for ids. `/` is the page at the root, without a gateway. */
export const PAGES = readPages();

/** @param {string} name @returns {string} its module @throws if no route has this page */
export function moduleOfPage(name) {
  const module = PAGES[name];
  if (module === undefined) throw new Error(`No route has the page ${name}`);
  return module;
}

function readPages() {
  const folder = path.join(root, 'src/routes');
  const files = readdirSync(folder).filter((file) => /-routes?\.tsx$/.test(file));
  return pagesOf(files.map((file) => readFileSync(path.join(folder, file), 'utf8')));
}

/**
 * @param {readonly string[]} codes of modules with routes
 * @returns {Record<string, string>}
 * @throws if a page names its module in a form that is not known here, or two routes with different modules have one page name
 */
export function pagesOf(codes) {
  /** @type {Record<string, string>} */
  const pages = {};
  for (const [name, module] of codes.flatMap(pagesIn)) {
    const other = pages[name];
    if (other !== undefined && other !== module) throw new Error(`The page ${name} is both ${other} and ${module}`);
    pages[name] = module;
  }
  return pages;
}

/** @param {string} code of a module with routes @returns {[name: string, module: string][]} */
function pagesIn(code) {
  /** @type {Map<string, string>} by the name of the function that loads it */
  const modules = new Map();
  /** @type {[name: string, module: string][]} */
  const pages = [];
  for (const [name, value] of constantsOf(code)) {
    const module = importOf(value);
    if (module !== null) modules.set(name, module);
    if (value.type !== 'CallExpression' || nameOf(value.callee) !== 'createRoute') continue;
    const { path: address, component } = propertiesOf(value.arguments[0]);
    // Layouts have no path, redirects no component, and both no file of their own.
    if (!component || address?.type !== 'Literal') continue;
    const load = component.type === 'CallExpression' ? component.arguments[0] : undefined;
    const loaded = load && (importOf(load) ?? modules.get(nameOf(load) ?? ''));
    if (!loaded) throw new Error(`The route ${address.value} does not name the module of its page`);
    pages.push([pageName(String(address.value)), sourceOf(loaded)]);
  }
  return pages;
}

/** @param {string} address such as `models/$provider/$model` @returns {string} such as `models/*`, as the gateway names it */
function pageName(address) {
  return address.replace(/\$.*/, '*');
}

/** @param {string} code @returns {[name: string, value: Node][]} */
function constantsOf(code) {
  const { program, errors } = parseSync('routes.tsx', code);
  if (errors[0]) throw new Error(errors[0].message);
  return program.body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init ? [/** @type {[string, Node]} */ ([id.name, init])] : [],
    );
  });
}

/** @param {Node} node @returns {string | null} the module of `() => import('module')` */
function importOf(node) {
  if (node.type !== 'ArrowFunctionExpression' || node.body.type !== 'ImportExpression') return null;
  return node.body.source.type === 'Literal' ? String(node.body.source.value) : null;
}

/** @param {Node | undefined} node */
function nameOf(node) {
  return node?.type === 'Identifier' ? node.name : null;
}

/** @param {Node | undefined} node @returns {Record<string, Node>} */
function propertiesOf(node) {
  if (node?.type !== 'ObjectExpression') return {};
  return Object.fromEntries(
    node.properties.flatMap((each) => (each.type === 'Property' ? [[nameOf(each.key) ?? '', each.value]] : [])),
  );
}

/** @param {string} module such as `@/features/jobs/jobs-page` @returns {string} its file, as the manifest of the build names it */
function sourceOf(module) {
  const file = `${module.replace(/^@\//, 'src/')}.tsx`;
  if (!existsSync(path.join(root, file))) throw new Error(`There is no ${file}, which a route loads`);
  return file;
}
