// The short names of imports, for every tool that bundles; `tsconfig.json` says the same to the type checker.
import { fileURLToPath } from 'node:url';

const folder = (/** @type {string} */ name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

export const alias = {
  '@contract': folder('contract'),
  '@server': folder('server'),
  '@': folder('src'),
  // The shim is for React 17: what it stands in for is part of React since.
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
};
