// Memory of a page: script heap, DOM nodes, and its renderer process.
import { readFileSync } from 'node:fs';

/**
 * Forces two garbage collections, since finalizers of the first may release more.
 * @param {import('playwright').CDPSession} devtools
 */
export async function inUse(devtools) {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  return { heapMb: usedSize / 1e6, nodes, listeners: jsEventListeners };
}

/**
 * Returns the private memory of the renderer process in MB: includes heap, DOM nodes, styles, images and the browser's own share.
 * `null` if the system does not report it. In a browser with one page it is the largest process of its kind; the other is a spare
 * without a page.
 * @param {import('playwright').Page} page
 */
export async function rendererMb(page) {
  const devtools = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  await devtools?.detach();
  const sizes = processInfo.flatMap(({ type, id }) => (type === 'renderer' ? (privateMb(id) ?? []) : []));
  return sizes.length === 0 ? null : Math.max(...sizes);
}

/** @param {number} pid */
function privateMb(pid) {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const sizes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)];
    return sizes.length === 0 ? null : (sizes.reduce((sum, [, size]) => sum + Number(size), 0) * 1024) / 1e6;
  } catch {
    return null;
  }
}
