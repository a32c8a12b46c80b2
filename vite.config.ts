import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type PluginOption } from 'vite';
import { alias } from './scripts/alias.mjs';
import { chunkGroups } from './scripts/chunk-groups.mjs';
import { demoWorker } from './scripts/demo-worker.mjs';
import { firstPictures, GATEWAY_PAGES, STATIC_PAGES } from './scripts/prerender.mjs';
import { lazyNeeds } from './scripts/lazy-needs.mjs';
import { pagePreloads } from './scripts/page-preloads.mjs';
import { precompress } from './scripts/precompress.mjs';
import { serviceWorker } from './scripts/service-worker.mjs';
import { staticFiles } from './scripts/static-files.mjs';

const gateway = process.env['FLOWDECK_DEV_GATEWAY'] ?? 'http://127.0.0.1:8189';

/** What the gateway serves; and what `scripts/build-static.mjs` builds for a host that knows nothing of Flowdeck. */
const HOSTS: Readonly<Record<string, () => PluginOption[]>> = {
  production: () => [firstPictures(GATEWAY_PAGES, { hasGateway: true }), precompress(), serviceWorker()],
  // Hosts may redirect `index.html` to its folder, and a redirect cannot be stored.
  static: () => [
    firstPictures(STATIC_PAGES, { hasGateway: false }),
    serviceWorker({ page: '' }),
    staticFiles({ firstPage: '/' }),
  ],
  demo: () => [demoWorker(), staticFiles({ firstPage: 'submit' })],
};

/** The console. The gateway has a configuration of its own: `server/vite.config.ts`. */
export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwindcss(), pagePreloads(), HOSTS[mode]?.()],
  resolve: { alias },
  // `src/api/surfaces/has-gateway.ts` reads it.
  define: { __FLOWDECK_GATEWAY__: mode !== 'static' },
  build: {
    outDir: 'dist/console',
    // Vite's default, `assets`, is the name of a route.
    assetsDir: '_app',
    target: 'es2023',
    sourcemap: mode === 'production',
    manifest: true,
    // Inlined data: URLs would need holes in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: lazyNeeds },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    // The page's own name goes along, so that the gateway sees calls of its own origin.
    proxy: Object.fromEntries(
      ['/api', '/console', '/v1', '/v2'].map((prefix) => [prefix, { target: gateway, changeOrigin: false }]),
    ),
  },
}));
