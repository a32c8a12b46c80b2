// `npm run check`: checks types, lint, format, dead code, lock file, and the size of the first screens; with `-- --advisories` also known
// vulnerabilities of packages, for which it asks the package registry.
import { ADVISORIES_CHECK } from './checks/advisories.mjs';
import { CHECKS, runChecks, SIZE_CHECK } from './checks/checks.mjs';
import { installIfNeeded, requireNode } from './prepare.mjs';

requireNode();
installIfNeeded();
const { failed } = await runChecks([
  ...CHECKS,
  SIZE_CHECK,
  ...(process.argv.includes('--advisories') ? [ADVISORIES_CHECK] : []),
]);
process.exitCode = failed === 0 ? 0 : 1;
