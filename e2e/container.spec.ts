import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { z } from 'zod/mini';
import { root } from '../scripts/build/build-parts.mjs';
import { npmCommand } from '../scripts/prepare.mjs';
import { spawnGateway } from '../scripts/processes/gateway-process.mjs';

// The image of docs/service/Containerfile: its health check with the real gateway, and the image itself where it can be built.

const CONTAINERFILE = path.join(root, 'docs/service/Containerfile');
const text = readFileSync(CONTAINERFILE, 'utf8');

test('the health check succeeds while the gateway accepts requests, and fails afterwards', async () => {
  const [, list = '[]'] = /^HEALTHCHECK [^[]*CMD (\[.*\])$/m.exec(text.replaceAll('\\\n', '')) ?? [];
  const [program, ...args] = z.array(z.string()).parse(JSON.parse(list));
  expect(program).toBe('node');
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-health-'));
  const gateway = await spawnGateway(['--port', '0', '--data-dir', folder, '--engine', 'embedded']);
  const check = () => {
    const here = args.map((each) => each.replace('http://127.0.0.1:8189', gateway.address ?? ''));
    return spawnSync(process.execPath, here).status;
  };
  expect(check()).toBe(0);
  await gateway.end('SIGTERM');
  expect(check()).toBe(1);
  rmSync(folder, { recursive: true });
});

const builder = ['docker', 'podman'].find((program) => spawnSync(program, ['info']).status === 0);
const base = /^FROM (\S+)$/m.exec(text)?.[1] ?? '';
const hasBase = builder !== undefined && spawnSync(builder, ['image', 'inspect', base]).status === 0;

test.describe('the image', () => {
  test.skip(builder === undefined, 'Neither docker nor podman can build on this machine');
  // Tests download no images.
  test.skip(!hasBase, `The image ${base} is not on this machine: run ${builder} pull ${base}`);

  test('runs without privileges on a read-only root, becomes healthy, and stops in order', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-image-'));
    const name = `flowdeck-test-${process.pid}`;
    const run = (...args: string[]) => execFileSync(builder ?? '', args, { encoding: 'utf8' }).trim();
    const npm = npmCommand();
    execFileSync(npm.command, [...npm.args, 'pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root });
    copyFileSync(CONTAINERFILE, path.join(folder, 'Containerfile'));
    const format = builder === 'podman' ? ['--format', 'docker'] : [];
    run('build', ...format, '--file', path.join(folder, 'Containerfile'), '--tag', name, folder);
    try {
      const limits = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
      run('run', '--detach', '--name', name, ...limits, name, '--engine', 'embedded');
      const health = () => run('inspect', '--format', '{{.State.Health.Status}}', name);
      await expect.poll(health, { timeout: 90_000 }).toBe('healthy');
      expect(run('exec', name, 'id', '--user', '--name')).toBe('node');
      run('stop', '--time', '15', name);
      expect(run('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0');
    } finally {
      spawnSync(builder ?? '', ['rm', '--force', '--volumes', name]);
      spawnSync(builder ?? '', ['rmi', name]);
      rmSync(folder, { recursive: true });
    }
  });
});
