import { spawn } from 'node:child_process';

/** Best effort: a machine without a browser still has the address on its terminal. */
export function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  const opener = spawn(command as string, args, { stdio: 'ignore', detached: true });
  opener.on('error', () => {});
  opener.unref();
}
