import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawnHosted } from '../../../scripts/processes/hosted-process.mjs';
import { HOSTED_DIFFERENCES } from './hosted-differences';
import { differenceIn } from './proxy-differences';
import { reportCauses, runRules, type RulesRun } from './run-rules';

/** `npm run conformance` against the simulated hosted surfaces: every failure must be known. Needs no third-party software. */

const causeOf = (failure: RulesRun['failures'][number]) => differenceIn(HOSTED_DIFFERENCES, failure);

describe('the rules at simulated hosted surfaces', () => {
  let folder: string;
  const runs: RulesRun[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-hosted-rules-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(['managed', 'serverless', 'router'] as const)('fail at %s only for known causes', async (kind) => {
    const hosted = await spawnHosted([{ kind, engine: 'scripted' }]);
    try {
      const [served] = hosted.surfaces;
      const flags = ['--base-url', served?.baseUrl ?? ''];
      const run = await runRules(flags, served?.keys.valid ?? '', path.join(folder, `${kind}.json`));
      runs.push(run);
      const unknown = reportCauses(run, causeOf);
      expect(run.unread).toEqual([]);
      expect(run.passed).toBeGreaterThan(100);
      expect(unknown).toEqual([]);
    } finally {
      await hosted.end();
    }
  });

  test('fail for every known cause, so that the list only gets shorter', () => {
    const seen = new Set(runs.flatMap(({ failures }) => failures.map(causeOf)));
    expect(HOSTED_DIFFERENCES.filter((difference) => !seen.has(difference))).toEqual([]);
  });
});
