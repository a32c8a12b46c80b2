// Vite writes beside each lazy import which files it will need, so that the browser asks for all of them at once and not for
// one after the other. The first screens have so many lazy parts that these names alone would weigh 3 kB, packed. So they
// keep only those of the parts that are drawn right after the first paint; the rest is there before it is wanted, or is
// found in two or three steps.
import path from 'node:path';
import { FIRST_SCREENS } from './first-screen-size.mjs';
import { APP } from './page-preloads.mjs';

/** The groups of `chunk-groups.mjs` that a first screen loads, then the modules that are chunks of their own. */
const FIRST_CHUNKS = [
  'first',
  'shell',
  'jobs',
  'submit',
  'index',
  ...[APP, ...Object.values(FIRST_SCREENS)].map((module) => path.parse(module).name),
];

/** What each of the rows of the jobs draws, and the search above them. */
const DRAWN_AT_ONCE = ['row-marks', 'virtual-rows', 'search-field'];

/** There before any of these is asked for. */
const ALWAYS_THERE = ['rolldown-runtime', 'first', 'framework', 'shell', 'jobs', 'jobs-icons'];

/** @param {readonly string[]} names @returns {(file: string) => boolean} */
const isChunkOf = (names) => {
  const pattern = new RegExp(`^_app/(?:${names.join('|')})-[\\w-]{8}\\.js$`);
  return (file) => pattern.test(file);
};
const isFirst = isChunkOf(FIRST_CHUNKS);
const isDrawnAtOnce = isChunkOf(DRAWN_AT_ONCE);
const isAlwaysThere = isChunkOf(ALWAYS_THERE);

/**
 * For `build.modulePreload.resolveDependencies`.
 * @param {string} part the file of the lazy import @param {string[]} needs files
 * @param {{ hostId: string, hostType: 'html' | 'js' }} host what asks
 * @returns {string[]}
 */
export function lazyNeeds(part, needs, { hostId, hostType }) {
  if (hostType === 'html' || !isFirst(hostId)) return needs;
  return isDrawnAtOnce(part) ? needs.filter((file) => !isAlwaysThere(file)) : [];
}
