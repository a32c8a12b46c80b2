// The bill of materials for users, without what differs between two runs or machines: the same lock file makes the same file.
import { spawnSync } from 'node:child_process';
import { npmCommand } from '../prepare.mjs';
import { root } from './build-parts.mjs';
import { productPackages } from './product-packages.mjs';

/**
 * @typedef {{ 'bom-ref': string, name: string, version: string }} Component
 * @typedef {{ ref: string, dependsOn: string[] }} Dependency
 */

/** @returns {string} CycloneDX of all packages, in the form of npm @throws if npm cannot list the packages */
export function npmSbom() {
  const npm = npmCommand();
  const args = [...npm.args, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync(npm.command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  return stdout;
}

/**
 * @param {string} printed CycloneDX of all packages
 * @returns {string} that of the packages that users run. npm's own selection leaves out what the build bundles.
 */
export function stableSbom(printed) {
  const { serialNumber: _serial, metadata, ...sbom } = JSON.parse(printed);
  const { component } = metadata;
  const used = reachable(sbom.components, sbom.dependencies, component['bom-ref']);
  /** @type {Component[]} */
  const components = sbom.components.filter((/** @type {Component} */ one) => used.has(one['bom-ref']));
  const refs = new Set([component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = sbom.dependencies
    .filter((/** @type {Dependency} */ { ref }) => refs.has(ref))
    .map((/** @type {Dependency} */ { ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((other) => refs.has(other)).toSorted(),
    }));
  const stable = {
    ...sbom,
    // npm takes the name of the folder.
    metadata: { component: { ...component, name: 'flowdeck' } },
    components: components.toSorted((left, right) => (left['bom-ref'] < right['bom-ref'] ? -1 : 1)),
    dependencies: dependencies.toSorted((/** @type {Dependency} */ left, /** @type {Dependency} */ right) =>
      left.ref < right.ref ? -1 : 1,
    ),
  };
  return `${JSON.stringify(stable, (key, value) => (MACHINE.has(key) ? undefined : value), 2)}\n`;
}

/**
 * @param {readonly Component[]} components @param {readonly Dependency[]} dependencies @param {string} project
 * @returns {Set<string>} the references of the packages of the product, and of all that they need
 */
function reachable(components, dependencies, project) {
  const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const product = new Set(productPackages(root));
  const used = new Set(components.filter(({ name }) => product.has(name)).map((one) => one['bom-ref']));
  // Of the project only: a tool may need another version of a package of the product.
  const waiting = (needs.get(project) ?? []).filter((ref) => used.has(ref));
  /** @type {Set<string>} */
  const found = new Set();
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (found.has(ref)) continue;
    found.add(ref);
    waiting.push(...(needs.get(ref) ?? []));
  }
  return found;
}

/** The path of a package on this machine, and where its archive was read from. */
const MACHINE = new Set(['properties', 'externalReferences']);
