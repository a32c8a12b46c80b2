import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { alias } from '../scripts/alias.mjs';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Builds the gateway for Node: Node 20 does not run TypeScript, and one bundle starts faster than hundreds of files. */
export default defineConfig({
  resolve: { alias },
  publicDir: false,
  build: {
    ssr: true,
    outDir: file('../dist/server'),
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: {
        main: file('./main.ts'),
        'embedded-engine': file('./engines/embedded/child.ts'),
        'checkpoint-worker': file('./storage/sync/checkpoint-worker.ts'),
        'thumbnail-child': file('./assets/thumbnails/thumbnail-child.ts'),
        'model-child': file('./router/providers/builtin/model-child.ts'),
        'judge-child': file('./router/providers/http/validation/validator-child.ts'),
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      // Native code cannot be bundled; pino starts threads from its own files.
      external: ['sharp', '@photostructure/sqlite', '@napi-rs/blake-hash', 'pino'],
    },
  },
  ssr: { noExternal: true, external: ['sharp', '@photostructure/sqlite', '@napi-rs/blake-hash', 'pino'] },
});
