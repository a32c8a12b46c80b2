import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../build/build-parts.mjs';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

it('the workflow runs what npm test runs, on each system, from the oldest Node that the package accepts', () => {
  const workflow = read('.github/workflows/test.yml');
  const { engines }: { engines: { node: string } } = JSON.parse(read('package.json'));
  const [, oldest] = /^>=(.+)$/.exec(engines.node) ?? [];
  expect(/system: \[(.*)\]/.exec(workflow)?.[1]).toBe('ubuntu-latest, macos-latest, windows-latest');
  expect(/node: \[(.*)\]/.exec(workflow)?.[1]).toBe(`'${oldest}', '22', '24'`);
  expect(workflow).toContain('shell: bash');
  expect(workflow).toContain('run: .ci/run\n');
  expect(read('.ci/run')).toContain('exec npm test');
  expect(read('bin/require-node.mjs')).toContain(`Node ${oldest} or newer`);
});
