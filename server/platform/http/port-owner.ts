import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/**
 * Describes the process that listens on a loopback port, such as `another Flowdeck` or `python3 (process 4711)`; `null` if unknown.
 */
export async function portOwner(port: number): Promise<string | null> {
  const process = listeningProcess(port);
  const isFlowdeck = await responsesAsFlowdeck(`http://127.0.0.1:${port}`);
  if (isFlowdeck) return process ? `another Flowdeck (${process})` : 'another Flowdeck';
  return process;
}

/** A gateway on a busy machine may be slow; other programs mostly respond or refuse at once. */
const ANSWER_WITHIN_MS = 2_500;

/** Requests a path that only our gateway has, since every server of this API has a health operation. */
export async function responsesAsFlowdeck(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/console/status`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      redirect: 'error',
    });
    await response.body?.cancel();
    return response.status === 200 || response.status === 401;
  } catch {
    return false;
  }
}

function listeningProcess(port: number): string | null {
  try {
    return process.platform === 'linux' ? fromProc(port) : process.platform === 'darwin' ? fromLsof(port) : null;
  } catch {
    return null;
  }
}

function fromProc(port: number): string | null {
  const inode = ['/proc/net/tcp', '/proc/net/tcp6'].map((table) => listeningInode(table, port)).find(Boolean);
  if (!inode) return null;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (holdsSocket(pid, inode)) return `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()}, process ${pid}`;
  }
  return null;
}

/** Columns of the kernel's table: address 1 (`hex:PORT`), state 3 (`0A` listens), inode 9. */
function listeningInode(table: string, port: number): string | undefined {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync(table, 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/));
  return rows.find((row) => row[1]?.endsWith(suffix) && row[3] === '0A')?.[9];
}

function holdsSocket(pid: string, inode: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`);
  } catch {
    // Processes of other users, or processes that just exited.
    return false;
  }
}

function fromLsof(port: number): string | null {
  const rows = execFileSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], {
    encoding: 'utf8',
    timeout: 1000,
  });
  const [, pid] = /^p(\d+)$/m.exec(rows) ?? [];
  const [, command] = /^c(.+)$/m.exec(rows) ?? [];
  return pid && command ? `${command}, process ${pid}` : null;
}
