// `npm run sbom`: writes the packages that users run to `dist/sbom.cdx.json` (CycloneDX), for each release.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build/build-parts.mjs';
import { stableSbom } from './build/stable-sbom.mjs';
import { giveUp, npmCommand, requireNode } from './prepare.mjs';

requireNode();
const npm = npmCommand();
const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const { status, stdout, stderr } = spawnSync(npm.command, [...npm.args, ...args], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
});
if (status !== 0) giveUp(`npm sbom failed: ${stderr}`);
const file = path.join(root, 'dist', 'sbom.cdx.json');
mkdirSync(path.dirname(file), { recursive: true });
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
writeFileSync(file, stableSbom(stdout, lock));
process.stdout.write(`${path.relative(root, file)}\n`);
