import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { alias } from './scripts/alias.mjs';
import { bundleMsw } from './scripts/browsers/bundle-msw.mjs';
import { testLaunchOptions } from './scripts/browsers/chromium.mjs';
import { keepModules } from './scripts/browsers/keep-modules.mjs';

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // With a process per file, most specs would take longer to start than to run (decision 073).
          isolate: false,
          setupFiles: ['contract/testing/between-files.ts'],
          // Generous, as in the other projects: a busy machine must not fail tests.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          include: ['{contract,src,server,scripts,bench}/**/*.spec.{ts,tsx}', '*.spec.ts'],
          exclude: ['**/*.browser.spec.{ts,tsx}', 'contract/conformance/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          environment: 'node',
          include: ['contract/conformance/**/*.spec.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        extends: true,
        plugins: [keepModules(), bundleMsw(), react(), tailwindcss()],
        publicDir: 'src/testing/public',
        // The React that users get: its development build takes more than a third of the time of these tests, and none of them reads its
        // warnings (decision 092).
        oxc: { jsx: { development: false } },
        // The production build, except that `Profiler` works.
        resolve: { alias: { 'react-dom/client': 'react-dom/profiling' } },
        // A dependency that Vite finds late, such as one that only workers import, makes it rebundle and reload the page in the
        // middle of a spec.
        optimizeDeps: {
          entries: ['src/**/*.{ts,tsx}'],
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
          include: [
            'vitest-browser-react',
            'react-dom/profiling',
            'react/jsx-runtime',
            '@dagrejs/dagre',
            'hash-wasm',
            'jsonata',
            'react-markdown',
            '@cfworker/json-schema',
            'three/addons/loaders/GLTFLoader.js',
            'three/addons/loaders/OBJLoader.js',
            'three/addons/libs/draco/gltf/draco_wasm_wrapper.js',
          ],
        },
        test: {
          name: 'browser',
          // Pages wait for more than half of their time, so two share a core with the tests beside them (decision 092).
          maxWorkers: 2,
          setupFiles: ['src/testing/new-storage.ts', 'src/testing/no-devtools-tracks.ts', 'src/testing/act.ts'],
          // The first test of a file loads the code of its pages, too: up to 25 s beside other work.
          testTimeout: 90_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          include: ['src/**/*.browser.spec.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // The flag enables 3D without a GPU.
              launchOptions: testLaunchOptions('--enable-unsafe-swiftshader'),
              // The CPU renders each frame of a motion, and clicks wait for its end.
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
