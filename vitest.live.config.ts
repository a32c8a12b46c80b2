import { defineConfig } from 'vitest/config';
import { alias } from './scripts/alias.mjs';

/** Opt-in: needs a running ComfyUI, or the official client (docs/live-testing.md). Not part of `npm test`. */
export default defineConfig({
  resolve: { alias },
  test: {
    name: 'live',
    environment: 'node',
    include: ['server/engines/comfyui/testing/live/**/*.live.ts', 'contract/conformance/live/**/*.live.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
