// `npm run release`: checks the version of package.json, packs it, tries the package, and writes all files of the release to `dist/release`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build/build-parts.mjs';
import { npmSbom, stableSbom } from './build/stable-sbom.mjs';
import { ADVISORIES_CHECK } from './checks/advisories.mjs';
import { CHECKS, runChecks, SIZE_CHECK } from './checks/checks.mjs';
import { problemsOfRelease } from './checks/release.mjs';
import { tryPackage } from './checks/try-package.mjs';
import { giveUp, installIfNeeded, npmCommand, requireNode } from './prepare.mjs';
import { checkSample } from './samples/released-databases.mjs';

requireNode();
installIfNeeded();
const npm = npmCommand();
const folder = path.join(root, 'dist', 'release');
/** Renamed at the end: the files of a release that failed must not be published. */
const unfinished = `${folder}-unfinished`;
const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
/** @type {{ version: string }} */
const { version } = JSON.parse(read('package.json'));

try {
  await release();
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}

async function release() {
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  const problems = problemsOfRelease({ version, changelog: read('CHANGELOG.md'), status });
  if (problems.length > 0) throw new Error(problems.map((problem) => `${problem}.`).join('\n'));
  const { failed } = await runChecks([...CHECKS, SIZE_CHECK, ADVISORIES_CHECK]);
  if (failed > 0) throw new Error('Nothing is packed, since a check failed.');

  for (const old of [folder, unfinished]) rmSync(old, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  runNpm(['pack', '--pack-destination', unfinished], root);
  const archive = path.join(unfinished, `flowdeck-${version}.tgz`);
  // From the registry, as users do.
  checkSample(await tryPackage(version, (empty) => runNpm(['install', archive], empty)));
  writeFileSync(path.join(unfinished, `flowdeck-${version}.cdx.json`), stableSbom(npmSbom()));
  const sums = readdirSync(unfinished).map((name) => `${sha256(path.join(unfinished, name))}  ${name}\n`);
  writeFileSync(path.join(unfinished, 'SHA256SUMS'), sums.join(''));
  renameSync(unfinished, folder);
  for (const name of readdirSync(folder)) console.log(path.relative(root, path.join(folder, name)));
}

/** @param {string[]} args @param {string} cwd */
function runNpm(args, cwd) {
  execFileSync(npm.command, [...npm.args, ...args, '--loglevel', 'error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** @param {string} file */
function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
