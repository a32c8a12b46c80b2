import { defineConfig } from '@playwright/test';
import { browserArguments, findChromium } from './scripts/chromium.mjs';
import { findFirefox } from './scripts/firefox.mjs';

const chromium = findChromium();
const firefox = findFirefox();
/** Stories about the stream itself; all others pass by polling, too (`npm run test:polling`). */
const streams = process.env['FLOWDECK_WITHOUT_STREAMS'] === '1' ? { grepInvert: /@streams/ } : {};

/** Stories of the user in a real Chromium against the built gateway; `npm test` builds it before. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A flaky test is a bug.
  retries: 0,
  // Generous: a story waits for what comes, and a busy machine is no fault of the product.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/reports/e2e.json' }]],
  use: {
    locale: 'en-GB',
    // Without a graphics card each frame of a pulse is drawn by the processor, and a trace of each story takes as much
    // again. The first job is done with motion, as most see it; `--trace retain-on-failure` asks for traces.
    contextOptions: { reducedMotion: 'reduce' },
    // It downloads the whole console, which would slow down every test; `gateway-down.spec.ts` allows it.
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'chromium',
      ...streams,
      use: {
        browserName: 'chromium',
        launchOptions: { ...(chromium ? { executablePath: chromium } : {}), args: browserArguments() },
      },
    },
    {
      // By WebDriver BiDi; stories that drop files or save downloads need what it does not have.
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
