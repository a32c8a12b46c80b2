import { expect, test } from 'vitest';
import { silentLogger, type Logger } from '../log';
import { VirtualClock } from '../testing/virtual-clock';
import { connectServiceManager } from './service-manager';

const PID = 42;

function connect(environment: NodeJS.ProcessEnv, { fails = false } = {}) {
  const clock = new VirtualClock();
  const sent: string[] = [];
  const warnings: string[] = [];
  const log: Logger = { ...silentLogger, warn: (_fields, message) => void warnings.push(message) };
  const send = async (states: readonly string[]) => {
    sent.push(states.join(' '));
    if (fails) throw new Error('not found');
  };
  return { clock, sent, warnings, manager: connectServiceManager(environment, { clock, log, pid: PID, send }) };
}

test('systemd hears when the gateway is ready and stops, and three times per watchdog timeout that it lives', async () => {
  const environment = {
    NOTIFY_SOCKET: '/run/notify',
    WATCHDOG_USEC: '60000000',
    WATCHDOG_PID: String(PID),
    PATH: '/bin',
  };
  const { clock, sent, manager } = connect(environment);
  await clock.advance(120_000);
  expect(sent).toEqual([]);
  manager.ready('Listening');
  await clock.advance(60_000);
  manager.stopping();
  expect(sent).toEqual(['READY=1 STATUS=Listening', 'WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1', 'STOPPING=1']);
  // Child processes inherit the environment.
  expect(environment).toEqual({ PATH: '/bin' });
});

test.each([
  ['another process is watched', { NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '60000000', WATCHDOG_PID: '7' }],
  ['the unit has no watchdog', { NOTIFY_SOCKET: '/run/notify' }],
])('no watchdog message is sent if %s', async (_, environment) => {
  const { clock, sent, manager } = connect(environment);
  manager.ready('Listening');
  await clock.advance(120_000);
  expect(sent).toEqual(['READY=1 STATUS=Listening']);
});

test('nothing is sent without systemd', async () => {
  const { clock, sent, manager } = connect({ WATCHDOG_USEC: '60000000' });
  manager.ready('Listening');
  await clock.advance(120_000);
  manager.stopping();
  expect(sent).toEqual([]);
});

test('a message that cannot be sent is logged once, and the gateway continues', async () => {
  const { clock, warnings, manager } = connect({ NOTIFY_SOCKET: '/n', WATCHDOG_USEC: '3000000' }, { fails: true });
  manager.ready('Listening');
  await clock.advance(5_000);
  expect(warnings).toEqual(['systemd-notify failed. Use Type=exec without WatchdogSec']);
});
