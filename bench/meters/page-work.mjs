// CPU time of a page.

/**
 * Returns a function that reports the CPU time of the page's main thread in milliseconds. Unlike wall-clock time, it does not include
 * other load of the machine.
 * @param {import('playwright').Page} page
 * @returns {Promise<() => Promise<number>>}
 */
export async function watchWork(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    if (seconds === undefined) throw new Error('The browser does not report the work of its page');
    return seconds * 1000;
  };
}
