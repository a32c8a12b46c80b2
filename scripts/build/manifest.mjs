// Finds the files that a module of a build loads, from Vite's manifest.

/**
 * @typedef {{ file: string, isEntry?: boolean, imports?: string[], css?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

/**
 * Adds the files of a module and of its transitive imports, excluding lazy ones.
 * @param {Manifest} manifest @param {string} name @param {Set<string>} files
 * @throws if the build has no such module
 */
export function collectFiles(manifest, name, files) {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no chunk for ${name}`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const next of chunk.imports ?? []) collectFiles(manifest, next, files);
}

/** @param {Manifest} manifest @returns {string[]} names of the entry modules */
export function entriesOf(manifest) {
  return Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
}
