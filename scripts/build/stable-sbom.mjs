// The bill of materials for users, without what differs between two runs or machines: the same lock file makes the same file.

/**
 * @typedef {{ 'bom-ref': string, name: string, version: string }} Component
 * @typedef {{ ref: string, dependsOn: string[] }} Dependency
 * @typedef {{ version?: string, dev?: boolean }} LockEntry
 */

/**
 * @param {string} text CycloneDX of all packages, as `npm sbom` prints it. Its own selection without development packages also leaves out
 *   packages that another one merely uses in development, such as React.
 * @param {{ name: string, packages: Record<string, LockEntry> }} lock
 * @returns {string}
 */
export function stableSbom(text, { name, packages }) {
  const { serialNumber: _serial, metadata, ...sbom } = JSON.parse(text);
  const used = new Set(
    Object.entries(packages)
      .filter(([position, { dev }]) => position !== '' && !dev)
      .map(([position, { version }]) => `${position.replace(/^.*node_modules\//, '')}@${version}`),
  );
  /** @type {Component[]} */
  const components = sbom.components.filter((/** @type {Component} */ one) => used.has(`${one.name}@${one.version}`));
  const { component } = metadata;
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
    metadata: { component: { ...component, name } },
    components: components.toSorted((left, right) => (left['bom-ref'] < right['bom-ref'] ? -1 : 1)),
    dependencies: dependencies.toSorted((/** @type {Dependency} */ left, /** @type {Dependency} */ right) =>
      left.ref < right.ref ? -1 : 1,
    ),
  };
  return `${JSON.stringify(stable, (key, value) => (MACHINE.has(key) ? undefined : value), 2)}\n`;
}

/** The path of a package on this machine, and where its archive was read from. */
const MACHINE = new Set(['properties', 'externalReferences']);
