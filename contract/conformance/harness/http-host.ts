import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnGateway } from '../../../scripts/processes/gateway-process.mjs';
import { checkedFetch, OWN_SURFACE, type Surface, type SurfaceOptions } from './surface';

type Gateway = Awaited<ReturnType<typeof spawnGateway>> & { address: string };

/** Runs the built gateway as users do: in a separate process with a free port and a new data folder. */
export async function openOverHttp(options: SurfaceOptions = {}): Promise<Surface> {
  const folder = mkdtempSync(join(tmpdir(), 'flowdeck-conformance-'));
  let gateway = await start(folder, '0', options);
  const { address } = gateway;
  const earlier: string[] = [];
  return {
    ...OWN_SURFACE,
    name: 'over HTTP',
    baseUrl: address,
    fetch: checkedFetch(address, (url, init) => fetch(url, init)),
    pass: (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      }),
    clock: null,
    engine: null,
    models: null,
    logLines: () => [...earlier, gateway.printed().stderr].join('\n').split('\n').filter(Boolean),
    async restart() {
      earlier.push((await gateway.end('SIGKILL')).stderr);
      gateway = await start(folder, new URL(address).port, options);
    },
    async close() {
      await gateway.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(folder: string, port: string, options: SurfaceOptions): Promise<Gateway> {
  const script = process.env['CONFORMANCE_GATEWAY'];
  const gateway = await spawnGateway(flags(folder, port, options), script === undefined ? {} : { script });
  if (gateway.address === null) {
    throw new Error(`The gateway did not start (build it with npm run build): ${gateway.printed().stderr}`);
  }
  return { ...gateway, address: gateway.address };
}

function flags(folder: string, port: string, options: SurfaceOptions): string[] {
  const given: [string, string | number | undefined][] = [
    ['--token', options.token],
    ['--queue-depth', options.queueDepth],
    ['--max-upload-mb', options.maxUploadBytes === undefined ? undefined : options.maxUploadBytes / 1024 ** 2],
    ['--retention', options.retentionMs === undefined ? undefined : `${options.retentionMs / 1000}s`],
    ['--public-url', options.publicUrl],
    ['--scripted-parallel', options.parallel],
    ['--model-deadline', options.modelDeadlineMs === undefined ? undefined : `${options.modelDeadlineMs / 1000}s`],
    ['--model-calls', options.modelCalls],
    ['--model-spend-usd', options.modelSpendCents === undefined ? undefined : options.modelSpendCents / 100],
    ['--model-rate', options.modelRate && `${options.modelRate.calls}/${options.modelRate.windowMs / 1000}s`],
    [
      '--max-model-body-mb',
      options.maxModelBodyBytes === undefined ? undefined : options.maxModelBodyBytes / 1024 ** 2,
    ],
    ['--scripted-models', options.fillers],
    ...(options.allowedOrigins ?? []).map((origin): [string, string] => ['--allow-origin', origin]),
  ];
  const values = given.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
  // A gateway with a public URL does not start without a token unless this flag is set.
  if (options.publicUrl !== undefined && options.token === undefined) values.push('--no-token');
  return ['--port', port, '--engine', 'scripted', '--data-dir', folder, '--log', 'json', ...values];
}
