import { defineConfig } from '@playwright/test';
import { testLaunchOptions } from './scripts/browsers/chromium.mjs';
import { findFirefox } from './scripts/browsers/firefox.mjs';

const firefox = findFirefox();
/** Event stream tests (`@streams`); all others also pass with polling (`npm run test:polling`). */
const streams = process.env['FLOWDECK_WITHOUT_STREAMS'] === '1' ? { grepInvert: /@streams/ } : {};

/** End-to-end tests in a real Chromium against the built gateway, which `npm test` builds first. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A flaky test is a bug.
  retries: 0,
  // Generous: tests wait for conditions, and a busy machine must not fail them.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/reports/e2e.json' }]],
  use: {
    locale: 'en-GB',
    // Without a GPU the CPU renders each frame of a pulse, and a trace per test doubles that. The first-job test runs with
    // motion, as most users see it; `--trace retain-on-failure` enables traces.
    contextOptions: { reducedMotion: 'reduce' },
    // It would download the whole console in every test; `gateway-down.spec.ts` allows it.
    serviceWorkers: 'block',
    trace: 'off',
    // `fixtures.ts` takes one when a test fails; Playwright's own mode takes one of every test and discards most.
    screenshot: 'off',
  },
  projects: [
    {
      name: 'chromium',
      ...streams,
      use: { browserName: 'chromium', launchOptions: testLaunchOptions() },
    },
    {
      // Uses WebDriver BiDi, which lacks file drops and saved downloads; tests that need them are excluded.
      name: 'firefox',
      ...streams,
      grep: /@firefox/,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: firefox ? { executablePath: firefox } : {},
      },
    },
  ],
});
