// Import aliases for all bundling tools; `tsconfig.json` has the same for the type checker.
import { fileURLToPath } from 'node:url';

const folder = (/** @type {string} */ name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

export const alias = {
  '@contract': folder('contract'),
  '@server': folder('server'),
  '@': folder('src'),
  // The shim is for React 17; later versions include the hook.
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
};
