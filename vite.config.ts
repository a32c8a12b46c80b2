import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type PluginOption } from 'vite';
import { alias } from './scripts/alias.mjs';
import { bundledLicenses } from './scripts/build/bundled-licenses.mjs';
import { chunkGroups } from './scripts/build/chunks.mjs';
import { demoWorker } from './scripts/build/demo-worker.mjs';
import { prerenderPlugin, GATEWAY_PAGES, STATIC_PAGES } from './scripts/build/prerender.mjs';
import { pagePreloads } from './scripts/build/page-preloads.mjs';
import { precompress } from './scripts/build/precompress.mjs';
import { serviceWorker } from './scripts/build/service-worker.mjs';
import { staticFiles } from './scripts/build/static-files.mjs';

const gateway = process.env['FLOWDECK_DEV_GATEWAY'] ?? 'http://127.0.0.1:8189';

const licenses = bundledLicenses();

/** Plugins per host: the build for the gateway, and the one of `scripts/build-static.mjs` for any static host. */
const HOSTS: Readonly<Record<string, () => PluginOption[]>> = {
  production: () => [
    prerenderPlugin(GATEWAY_PAGES, { hasGateway: true }),
    precompress(),
    serviceWorker({ plugins: [licenses.collect()] }),
    licenses.write(),
  ],
  // Hosts may redirect `index.html` to its folder, and a redirected response cannot be cached for navigation.
  static: () => [
    prerenderPlugin(STATIC_PAGES, { hasGateway: false }),
    serviceWorker({ page: '', plugins: [licenses.collect()] }),
    licenses.write(),
    staticFiles({ firstPage: '/' }),
  ],
  demo: () => [demoWorker({ plugins: [licenses.collect()] }), licenses.write(), staticFiles({ firstPage: 'submit' })],
};

/** Configuration of the console; that of the gateway is `server/vite.config.ts`. */
export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwindcss(), pagePreloads(), licenses.collect(), HOSTS[mode]?.()],
  resolve: { alias },
  // The public URL of a gateway may have a path that the build does not know: its files refer to each other by relative URLs. The page
  // does not, since it is served at all depths (`server/platform/http/console-files.ts`).
  ...(mode === 'production'
    ? { experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) } }
    : {}),
  // Read by `src/api/surfaces/has-gateway.ts`.
  define: { __FLOWDECK_GATEWAY__: mode !== 'static' },
  build: {
    outDir: 'dist/console',
    // Vite's default, `assets`, is a route name.
    assetsDir: '_app',
    target: 'es2023',
    sourcemap: mode === 'production',
    manifest: true,
    // Inlined `data:` URLs would require exceptions in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  worker: { format: 'es', plugins: () => [licenses.collect()] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    // Forwards the page's host name, so that the gateway treats calls as same-origin.
    proxy: Object.fromEntries(
      ['/api', '/console', '/v1', '/v2'].map((prefix) => [prefix, { target: gateway, changeOrigin: false }]),
    ),
  },
}));
