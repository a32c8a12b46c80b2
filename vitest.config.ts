import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { alias } from './scripts/alias.mjs';
import { browserArguments, findChromium } from './scripts/chromium.mjs';

const chromium = findChromium();

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // A process of its own takes most specs longer to start than they run (decision 073).
          isolate: false,
          setupFiles: ['contract/testing/between-files.ts'],
          // Generous, as in the other projects: a busy machine is no fault of the product.
          testTimeout: 20_000,
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
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        plugins: [react(), tailwindcss()],
        publicDir: 'src/testing/public',
        // Only workers import them: found late, they would make Vite bundle everything anew in the middle of a test.
        // Found under way, a dependency makes Vite reload the page in the middle of a spec.
        optimizeDeps: {
          entries: ['src/**/*.{ts,tsx}'],
          include: [
            'vitest-browser-react',
            'react-dom/client',
            'react/jsx-dev-runtime',
            '@dagrejs/dagre',
            'hash-wasm',
            'react-markdown',
            '@cfworker/json-schema',
            'three/addons/loaders/GLTFLoader.js',
            'three/addons/loaders/OBJLoader.js',
            'three/addons/libs/draco/gltf/draco_wasm_wrapper.js',
          ],
        },
        test: {
          name: 'browser',
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          include: ['src/**/*.browser.spec.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(chromium ? { executablePath: chromium } : {}),
                // 3D is drawn without a graphics card, too.
                args: [...browserArguments(), '--enable-unsafe-swiftshader'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
