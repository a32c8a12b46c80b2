// Reports skipped tests and their reasons at the end of a run.

const UNSAID = 'only the host of the tests has a clock and an engine to look at';

// oxlint-disable-next-line import/no-default-export -- vitest requires reporters as default exports
export default class SkipReasons {
  /** @type {Map<string, number>} */
  #counts = new Map();

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const result = test.result();
    if (result.state !== 'skipped') return;
    const reason = result.note ?? UNSAID;
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  onTestRunEnd() {
    if (this.#counts.size === 0) return;
    console.log('Skipped:');
    for (const [reason, count] of [...this.#counts].sort(([, a], [, b]) => b - a)) {
      console.log(`${String(count).padStart(5)}  ${reason}`);
    }
  }
}
