import { defineConfig } from 'vitest/config';
import { alias } from './scripts/alias.mjs';

/** Opt-in: `scripts/test-interop.mjs` installs what it needs (docs/interop.md). Not part of `npm test`. */
export default defineConfig({
  resolve: { alias },
  test: {
    name: 'interop',
    environment: 'node',
    include: ['contract/conformance/interop/*.interop.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 60_000,
    // All tests share one ComfyUI.
    fileParallelism: false,
  },
});
