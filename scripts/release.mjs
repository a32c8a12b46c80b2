// `npm run release`: checks the version of package.json, packs it, tries the package, and writes all files of the release to `dist/release`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './build/build-parts.mjs';
import { npmSbom, stableSbom } from './build/stable-sbom.mjs';
import { ADVISORIES_CHECK } from './checks/advisories.mjs';
import { CHECKS, runChecks, SIZE_CHECK } from './checks/checks.mjs';
import { problemsOfRelease } from './checks/release.mjs';
import { giveUp, installIfNeeded, npmCommand, requireNode } from './prepare.mjs';

requireNode();
installIfNeeded();
const npm = npmCommand();
const folder = path.join(root, 'dist', 'release');
const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
/** @type {{ version: string }} */
const { version } = JSON.parse(read('package.json'));

const status = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
const problems = problemsOfRelease({ version, changelog: read('CHANGELOG.md'), status });
if (problems.length > 0) giveUp(problems.map((problem) => `${problem}.`).join('\n'));
const { failed } = await runChecks([...CHECKS, SIZE_CHECK, ADVISORIES_CHECK]);
if (failed > 0) giveUp('Nothing is packed, since a check failed.');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
runNpm(['pack', '--pack-destination', folder], root);
const archive = path.join(folder, `flowdeck-${version}.tgz`);
tryPackage();
writeFileSync(path.join(folder, `flowdeck-${version}.cdx.json`), stableSbom(npmSbom()));
const sums = readdirSync(folder).map((name) => `${sha256(path.join(folder, name))}  ${name}\n`);
writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
for (const name of readdirSync(folder)) console.log(path.relative(root, path.join(folder, name)));

/** Installs the package from the registry, as users do, and starts it. */
function tryPackage() {
  const empty = mkdtempSync(path.join(tmpdir(), 'flowdeck-release-'));
  try {
    writeFileSync(path.join(empty, 'package.json'), '{ "private": true }');
    runNpm(['install', archive], empty);
    const program = path.join(empty, 'node_modules', 'flowdeck', 'bin', 'flowdeck.mjs');
    const printed = execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' });
    if (printed.trim() !== version) giveUp(`The package is version ${printed.trim()} instead of ${version}.`);
  } finally {
    rmSync(empty, { recursive: true });
  }
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
