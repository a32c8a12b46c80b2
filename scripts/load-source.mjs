import path from 'node:path';
import { runnerImport } from 'vite';
import { alias } from './alias.mjs';
import { root } from './build/build-parts.mjs';

/**
 * Imports a TypeScript module of the product into a script. Node 20 does not run TypeScript, so Vite loads it.
 * @param {string} file path relative to the repository root
 * @returns {Promise<any>} the module
 */
export async function loadSource(file) {
  const loaded = await runnerImport(path.join(root, file), {
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
  });
  return loaded.module;
}
