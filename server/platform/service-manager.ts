import { execFile } from 'node:child_process';
import type { Clock } from '../clock';
import type { Logger } from '../log';

/** Reports the state of the gateway to systemd, for units of `Type=notify` (sd_notify(3)). Does nothing under any other parent. */
export interface ServiceManager {
  /** The gateway accepts requests. From now on, systemd also hears regularly that the event loop runs, if the unit has `WatchdogSec`. */
  ready(status: string): void;
  /** The gateway shuts down. */
  stopping(): void;
}

/** Sends variable assignments, such as `READY=1`. @throws if it cannot */
type Send = (states: readonly string[]) => Promise<void>;

/** Messages per watchdog timeout: one that is late on a busy machine must not end the gateway. */
const MESSAGES_PER_TIMEOUT = 3;
const SEND_TIMEOUT_MS = 10_000;

/**
 * @param environment of the process. The variables of the protocol are removed, so that the child processes of the gateway, which
 * decode untrusted files, cannot report for it.
 */
export function connectServiceManager(
  environment: NodeJS.ProcessEnv,
  { clock, log, pid, send }: { clock: Clock; log: Logger; pid: number; send?: Send },
): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: timeoutUs, WATCHDOG_PID: watched } = environment;
  for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete environment[name];
  if (!socket) return { ready: () => {}, stopping: () => {} };

  const sendStates = send ?? systemdNotify(socket, environment);
  let hasFailed = false;
  const report = (...states: string[]) => {
    sendStates(states).catch((error: unknown) => {
      if (!hasFailed) log.warn({ error: String(error) }, 'systemd-notify failed. Use Type=exec without WatchdogSec');
      hasFailed = true;
    });
  };
  const isWatched = watched === undefined || Number(watched) === pid;
  const intervalMs = isWatched ? Number(timeoutUs) / 1000 / MESSAGES_PER_TIMEOUT : Number.NaN;
  // A timer fires only while the event loop runs: a gateway that hangs sends nothing, and systemd restarts it.
  const watch = () =>
    clock.after(intervalMs, () => {
      report('WATCHDOG=1');
      watch();
    });
  return {
    ready(status) {
      report('READY=1', `STATUS=${status}`);
      if (intervalMs > 0) watch();
    },
    stopping: () => report('STOPPING=1'),
  };
}

/** Node has no Unix datagram sockets, so the program of systemd itself sends the message. */
function systemdNotify(socket: string, { PATH }: NodeJS.ProcessEnv): Send {
  const env = { NOTIFY_SOCKET: socket, ...(PATH === undefined ? {} : { PATH }) };
  return (states) =>
    new Promise((resolve, reject) => {
      execFile('systemd-notify', [...states], { env, timeout: SEND_TIMEOUT_MS }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
}
