import { defineConfig } from '@playwright/test';
import stories from './playwright.config';

/** Opt-in: the console in front of comfy-api-proxy; `scripts/test-interop.mjs` installs it (docs/interop.md). */
export default defineConfig({
  ...stories,
  testMatch: '*.interop.ts',
  // All tests share one ComfyUI.
  workers: 1,
  reporter: 'list',
  projects: stories.projects?.filter(({ name }) => name === 'chromium') ?? [],
});
