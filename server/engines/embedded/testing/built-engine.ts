import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Builds the engine's script from the sources as they are. What lies in `dist` may be older than the code under
 * test. Inside `node_modules`, so that the script finds the image library.
 */
export async function buildEngine(): Promise<{ script: string; remove: () => Promise<void> }> {
  const outDir = join(root, 'node_modules', '.flowdeck', `engine-${randomUUID()}`);
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
        input: { 'embedded-engine': join(root, 'server/engines/embedded/child.ts') },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        external: ['sharp'],
      },
    },
    ssr: { noExternal: true, external: ['sharp'] },
  });
  return {
    script: join(outDir, 'embedded-engine.mjs'),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
