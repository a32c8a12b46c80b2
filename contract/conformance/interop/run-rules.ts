import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Difference, Failure } from './proxy-differences';

interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; title: string; failureMessages: string[] }[];
  }[];
}

export interface RulesRun {
  failures: Failure[];
  passed: number;
  /** Files that failed to load, and thus have no failing tests. */
  unread: string[];
}

/** Runs `npm run conformance` against a server, as users do. @param file for the report */
export async function runRules(flags: readonly string[], token: string, file: string): Promise<RulesRun> {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$)/.test(name));
  const child = spawn(process.execPath, ['scripts/conformance.mjs', ...flags, '--report', file], {
    stdio: 'ignore',
    env: { ...Object.fromEntries(own), CONFORMANCE_TOKEN: token },
  });
  await once(child, 'close');
  const { numPassedTests, testResults } = JSON.parse(await readFile(file, 'utf8')) as Report;
  return {
    passed: numPassedTests,
    unread: testResults
      .filter(({ message, assertionResults }) => message !== '' && assertionResults.length === 0)
      .map(({ name }) => name),
    failures: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ title, failureMessages: [text = ''] }) => ({
          file: path.basename(name),
          title,
          message: stripVTControlCharacters(text).split('\n')[0] ?? '',
        })),
    ),
  };
}

/** Prints the number of failures per cause. Returns the ones without a known cause. */
export function reportCauses({ failures, passed }: RulesRun, causeOf: (failure: Failure) => Difference | undefined) {
  const counts = new Map<string, number>();
  for (const failure of failures) {
    const cause = causeOf(failure)?.cause;
    if (cause !== undefined) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  process.stdout.write(`\n${passed} passed, ${failures.length} differ\n`);
  for (const [cause, count] of counts) process.stdout.write(`${String(count).padStart(5)}  ${cause}\n`);
  return failures.filter((failure) => causeOf(failure) === undefined);
}
