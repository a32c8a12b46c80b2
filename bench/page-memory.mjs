// What a page takes: the heap of its scripts, its nodes, and the memory of the process that draws it.
import { readFileSync } from 'node:fs';

/** After two forced collections: what the first one frees may hold what the second one takes. @param {import('playwright').CDPSession} devtools */
export async function inUse(devtools) {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  return { heapMb: usedSize / 1e6, nodes, listeners: jsEventListeners };
}

/**
 * Private memory of the process that draws the page, in MB: beside the heap, nodes, styles, pictures and the browser's
 * own part of it. Null where the system does not tell. Of a browser with one page it is the largest of its kind; the
 * other is a spare without a page.
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
