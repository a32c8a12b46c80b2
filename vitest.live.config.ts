import { defineConfig } from 'vitest/config';
import { alias } from './scripts/alias.mjs';

/** Opt-in: needs a running ComfyUI (docs/live-testing.md). `npm test` never comes here. */
export default defineConfig({
  resolve: { alias },
  test: {
    name: 'live',
    environment: 'node',
    include: ['server/engines/comfyui/live/**/*.live.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
