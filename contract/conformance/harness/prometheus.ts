import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';

/** Returns true if the program is installed: not every machine has it. */
export function isInstalled(program: 'prometheus' | 'promtool'): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

/** Runs a query. @returns the value of each series. @throws if Prometheus rejects it */
export type Query = (query: string) => Promise<string[]>;

/** Runs Prometheus on a free port until the work is done. It begins once Prometheus has read the metrics of the gateway. */
export async function withPrometheus(gateway: string, work: (query: Query) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-prometheus-'));
  const config = {
    scrape_configs: [
      { job_name: 'flowdeck', scrape_interval: '1s', static_configs: [{ targets: [new URL(gateway).host] }] },
    ],
  };
  // JSON is YAML.
  writeFileSync(path.join(folder, 'prometheus.yml'), JSON.stringify(config));
  const prometheus = spawn(
    'prometheus',
    ['--config.file=prometheus.yml', '--storage.tsdb.path=data', '--web.listen-address=127.0.0.1:0'],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(prometheus, 'close');
  let printed = '';
  prometheus.stderr.on('data', (chunk) => (printed += chunk));
  const address = () => /Listening on.* address=(127\.0\.0\.1:\d+)/.exec(printed)?.[1];
  const ask: Query = async (query) => {
    const response = await fetch(`http://${address()}/api/v1/query?${new URLSearchParams({ query }).toString()}`);
    const { error, data } = (await response.json()) as {
      error?: string;
      data: { result: { value: [number, string] }[] };
    };
    if (error !== undefined) throw new Error(`${query}: ${error}`);
    return data.result.map(({ value }) => value[1]);
  };
  try {
    await expect.poll(address).toBeDefined();
    await expect.poll(() => ask('up{job="flowdeck"}')).toEqual(['1']);
    await work(ask);
  } finally {
    // Its data is deleted anyway, and its orderly end takes seconds.
    prometheus.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
