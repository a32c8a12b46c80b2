// Known vulnerabilities of the packages that users run. Not one of the daily checks: it needs the package registry, and its result changes
// without a commit.
import { spawnSync } from 'node:child_process';
import { root } from '../build/build-parts.mjs';
import { npmSbom, stableSbom } from '../build/stable-sbom.mjs';
import { npmCommand } from '../prepare.mjs';

/** @typedef {import('./checks.mjs').Verdict} Verdict */

const TIMEOUT_MS = 60_000;

/** @type {import('./checks.mjs').Check} */
export const ADVISORIES_CHECK = {
  name: 'advisories',
  run: async () => {
    const npm = npmCommand();
    const { stdout, stderr } = spawnSync(npm.command, [...npm.args, 'audit', '--json'], {
      cwd: root,
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      maxBuffer: 64 * 1024 ** 2,
    });
    /** @type {{ components: { name: string }[] }} */
    const { components } = JSON.parse(stableSbom(npmSbom()));
    return readAudit(stdout ?? '', { stderr: stderr ?? '', shipped: components.map(({ name }) => name) });
  },
};

/**
 * Reads the report of `npm audit --json`. One that is not there is a problem as well: nothing is known about the packages then.
 * @param {string} stdout
 * @param {{ stderr?: string, shipped: readonly string[] }} about `shipped`: names of the packages that users run
 * @returns {Verdict}
 */
export function readAudit(stdout, { stderr = '', shipped }) {
  const report = parsed(stdout);
  const { vulnerabilities } = report;
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null) {
    const why = [report.error?.summary, report.message, stderr.trim(), 'no response']
      .map((text) => (typeof text === 'string' ? text.trim().split('\n')[0] : ''))
      .find((text) => text);
    return {
      problems: [`the package registry cannot be reached or gave no report, so advisories are unknown: ${why}`],
    };
  }
  const affected = Object.values(vulnerabilities).filter(({ name }) => shipped.includes(name));
  const problems = affected.map(
    ({ name, severity, via }) =>
      `${name}: ${severity}: ${titlesOf(via).join('; ') || 'through a package that it needs'}`,
  );
  return { problems, note: problems.length === 0 ? 'no known advisories' : '' };
}

/**
 * @param {unknown} via advisories, and names of packages with some
 * @returns {string[]}
 */
function titlesOf(via) {
  if (!Array.isArray(via)) return [];
  return via.flatMap((item) =>
    typeof item === 'object' && item !== null ? [`${item.title} (${item.url ?? 'no link'})`] : [],
  );
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
