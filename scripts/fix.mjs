// `npm run fix`: lets the linter and the formatter mend what they can.
import { spawnSync } from 'node:child_process';
import { root } from './build-parts.mjs';
import { installIfNeeded, requireNode } from './prepare.mjs';

requireNode();
installIfNeeded();
const steps = [
  ['node_modules/oxlint/bin/oxlint', '--fix'],
  ['node_modules/prettier/bin/prettier.cjs', '--write', '--log-level', 'warn', '.'],
];
const codes = steps.map((args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
