// Writes `.br` and `.gz` beside each text file of a build: compressed once at the highest level instead of per request.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const TEXT = /\.(?:js|css|html|json|svg|txt|wasm|webmanifest)$/;
/** Below this size compression saves nothing: the file fits into one packet either way. */
const SMALLEST_BYTES = 1024;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Vite plugin for the output folder of the build. */
export function precompress() {
  let folder = '';
  return {
    name: 'flowdeck:precompress',
    /** @type {'build'} */
    apply: 'build',
    configResolved(/** @type {{ root: string, build: { outDir: string } }} */ config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    writeBundle: () => compressFolder(folder),
  };
}

/** @param {string} folder */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name) && entry.name !== 'index.html')
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !path.relative(folder, file).startsWith('.'));
  await Promise.all(files.map(compressFile));
}

/** @param {string} file */
async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < SMALLEST_BYTES) return;
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY } };
  const [packed, zipped] = await Promise.all([brotli(bytes, quality), gzip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, packed), writeFile(`${file}.gz`, zipped)]);
}
