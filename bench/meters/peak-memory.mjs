// Peak memory of a browser. Linux only.
import { writeFileSync } from 'node:fs';
import { memoryMb } from '../sessions/gateway-session.mjs';

/**
 * Returns by how many MB the browser grows at most while it works. Sums the peaks of all its processes, since files are read outside
 * of the renderer, so it is an upper bound. `null` if the system does not report peaks.
 * @param {import('playwright').Page} page
 * @param {() => Promise<void>} work
 */
export async function peakGrowthMb(page, work) {
  const devtools = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  await devtools?.detach();
  const before = new Map(processInfo.flatMap(({ id }) => (resetPeak(id) ? [[id, memoryMb(id)]] : [])));
  if (before.size === 0) return null;
  await work();
  return [...before].reduce((sum, [id, mb]) => sum + Math.max(0, memoryMb(id, 'VmHWM') - mb), 0);
}

/** Resets the peak of a process. @param {number} pid */
function resetPeak(pid) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    return true;
  } catch {
    return false;
  }
}
