import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { guardMemory } from '../memory-guard';
import { serveRequests } from '../serial-child';

// Tries what a request names, and responds with the result.

export type Attempt = 'read' | 'write' | 'process' | 'thread' | 'memory';

guardMemory();

const held: Buffer[] = [];

serveRequests(async ({ attempt, path }: { attempt: Attempt; path: string }): Promise<string> => {
  try {
    if (attempt === 'read') return readFileSync(path, 'utf8');
    if (attempt === 'write') writeFileSync(path, 'written');
    if (attempt === 'process') return String(spawnSync(process.execPath, ['-v']).status);
    if (attempt === 'thread') await new Worker('', { eval: true }).terminate();
    if (attempt === 'memory') {
      for (;;) {
        held.push(Buffer.alloc(16 * 1024 ** 2, 1));
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
});
