// `npm run fix`: runs the automatic fixes of the linter and the formatter.
import { spawnSync } from 'node:child_process';
import { root } from './build/build-parts.mjs';
import { installIfNeeded, requireNode } from './prepare.mjs';

requireNode();
installIfNeeded();
const steps = [
  ['node_modules/oxlint/bin/oxlint', '--type-aware', '--fix'],
  ['node_modules/oxfmt/bin/oxfmt', '.'],
];
const codes = steps.map((args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
