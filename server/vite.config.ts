import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { alias } from '../scripts/alias.mjs';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** Native code cannot be bundled; pino starts threads from its own files. */
const EXTERNAL = ['sharp', '@photostructure/sqlite', '@napi-rs/blake-hash', 'pino'];

/** Builds programs for Node: Node 20 does not run TypeScript, and one bundle starts faster than hundreds of files. */
export function nodeBuild(outDir: string, input: Record<string, string>): UserConfig {
  return {
    resolve: { alias },
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      sourcemap: true,
      license: true,
      rollupOptions: {
        input,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        external: EXTERNAL,
      },
    },
    ssr: { noExternal: true, external: EXTERNAL },
  };
}

export default defineConfig(
  nodeBuild(file('../dist/server'), {
    main: file('./main.ts'),
    'embedded-engine': file('./engines/embedded/child.ts'),
    'checkpoint-worker': file('./storage/sync/checkpoint-worker.ts'),
    'thumbnail-child': file('./assets/thumbnails/thumbnail-child.ts'),
    'model-child': file('./router/providers/builtin/model-child.ts'),
    'judge-child': file('./router/providers/http/validation/validator-child.ts'),
  }),
);
