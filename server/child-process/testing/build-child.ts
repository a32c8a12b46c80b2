import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const NATIVE = ['sharp', '@photostructure/sqlite'];

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Builds the script of a child process from the current sources, since `dist` may be older than the code under test. Writes to
 * `node_modules`, so that the script finds the image library. @param source relative to the repository root
 */
export async function buildChild(
  name: string,
  source: string,
): Promise<{ script: string; remove: () => Promise<void> }> {
  const outDir = join(root, 'node_modules', '.flowdeck', `${name}-${randomUUID()}`);
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: { '@contract': join(root, 'contract') } },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      rollupOptions: {
        input: { [name]: join(root, source) },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        external: NATIVE,
      },
    },
    ssr: { noExternal: true, external: NATIVE },
  });
  return { script: join(outDir, `${name}.mjs`), remove: () => rm(outDir, { recursive: true, force: true }) };
}
