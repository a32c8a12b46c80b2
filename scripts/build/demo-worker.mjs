// Builds the service worker of the demo: the gateway app with browser implementations in place of its Node ones.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build-parts.mjs';
import { serviceWorker } from './service-worker.mjs';

/** Gateway modules and their replacements in a browser. */
export const REPLACED = {
  'server/sha256-of-text.ts': 'server/demo/sha256-of-text.ts',
  'server/engines/embedded/files/decode-image.ts': 'server/demo/images/decode-image.ts',
  'server/engines/embedded/files/encode-image.ts': 'server/demo/images/encode-image.ts',
  'server/router/providers/builtin/compute/images.ts': 'server/demo/images/model-images.ts',
};

/** Vite plugin. @param {{ plugins: import('vite').Plugin[] }} options of the build of the worker */
export function demoWorker({ plugins }) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return serviceWorker({
    input: 'server/demo/service-worker.ts',
    define: ({ id }) => ({ FLOWDECK_DEMO: JSON.stringify({ build: id, version }) }),
    plugins: [replaceModules(), rejectNode(), ...plugins],
  });
}

/** @returns {import('vite').Plugin} */
function replaceModules() {
  const replaced = new Map(Object.entries(REPLACED).map(([from, to]) => [path.join(root, from), path.join(root, to)]));
  return {
    name: 'flowdeck:demo-modules',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return (found && replaced.get(path.normalize(found.id))) ?? found;
    },
  };
}

/**
 * Rejects Node modules: bundled for a browser they would become empty modules, which only fail at run time.
 * @returns {import('vite').Plugin}
 */
function rejectNode() {
  return {
    name: 'flowdeck:no-node-modules',
    enforce: 'pre',
    resolveId(source, importer) {
      if (/^(?:node:|sharp$)/.test(source))
        throw new Error(`${importer} imports ${source}, which the demo does not have`);
    },
  };
}
