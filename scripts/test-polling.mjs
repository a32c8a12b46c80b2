// `npm run test:polling`: the stories of the user once more, with every event stream cut.
import { spawnSync } from 'node:child_process';
import { root } from './build-parts.mjs';

const { status } = spawnSync(process.execPath, ['scripts/test.mjs', 'e2e'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FLOWDECK_WITHOUT_STREAMS: '1' },
});
process.exitCode = status ?? 1;
