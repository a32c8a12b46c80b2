import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { spawnGateway } from '../scripts/processes/gateway-process.mjs';

// The messages of the real gateway to systemd, sent by the real systemd-notify. Node cannot receive them, so Python does.

/** Prints each message that arrives at a Unix datagram socket. */
const RECEIVER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print("BOUND", flush=True)
while True:
    print(receiver.recv(4096).decode(), flush=True)
`;

const missing = ['systemd-notify', 'python3'].find((program) => spawnSync(program, ['--version']).status !== 0);
test.skip(missing !== undefined, `There is no ${missing} on this machine`);

test('systemd hears when the gateway is ready, that it lives, and when it stops', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-notify-'));
  const socket = path.join(folder, 'notify');
  const receiver = spawn('python3', ['-c', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  let received = '';
  receiver.stdout.on('data', (chunk) => (received += chunk));
  const messages = () => received.split('\n').filter((line) => line !== '' && !line.startsWith('BARRIER='));
  await expect.poll(messages).toEqual(['BOUND']);

  const flags = ['--port', '0', '--data-dir', path.join(folder, 'data'), '--engine', 'embedded'];
  const gateway = await spawnGateway(flags, { env: { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '600000' } });
  await expect.poll(messages).toContain('READY=1');
  expect(messages()).toContain(`STATUS=Listening at ${gateway.address}`);
  await expect.poll(() => messages().filter((line) => line === 'WATCHDOG=1').length).toBeGreaterThan(2);
  expect(messages()).not.toContain('STOPPING=1');
  expect((await gateway.end('SIGTERM')).code).toBe(0);
  await expect.poll(messages).toContain('STOPPING=1');

  receiver.kill();
  await once(receiver, 'exit');
  rmSync(folder, { recursive: true });
});
