// `npm run test:polling`: runs the e2e tests with all event streams disabled.
import { spawnSync } from 'node:child_process';
import { root } from './build/build-parts.mjs';

const { status } = spawnSync(process.execPath, ['scripts/test.mjs', 'e2e'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FLOWDECK_WITHOUT_STREAMS: '1' },
});
process.exitCode = status ?? 1;
