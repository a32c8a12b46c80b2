import type { Engine, EngineEvent, EngineHealth, RunAsset, RunOutcome, RunRequest } from '../engine';
import { EMBEDDED_DEFINITIONS } from './definitions';
import { Executor } from './executor';
import type { AssetSource } from './node-implementation';

/** Embedded engine without a child process. It runs in the gateway's thread and yields to requests between rows. */
export class InlineEngine implements Engine {
  readonly name = 'embedded';
  readonly parallel = 1;
  readonly #executor: Executor;
  readonly #label: string;

  /** @param position description of where it runs, such as `in this browser` */
  constructor(position: string, cacheBytes?: number) {
    this.#executor = new Executor(cacheBytes);
    this.#label = `${position}, 1 at a time`;
  }

  health(): EngineHealth {
    return { isReady: true, label: this.#label };
  }

  async definitions(): Promise<typeof EMBEDDED_DEFINITIONS> {
    return EMBEDDED_DEFINITIONS;
  }

  async run(request: RunRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome> {
    const { jobId, graph, workflowText } = request;
    const assets = new Map(
      await Promise.all([...request.assets.values()].map(async (asset) => [asset.id, await sourceOf(asset)] as const)),
    );
    return this.#executor.run(
      { jobId, graph, workflowText, assets, keep: async (bytes) => ({ bytes }) },
      report,
      signal,
    );
  }

  async close(): Promise<void> {}
}

async function sourceOf(asset: RunAsset): Promise<AssetSource> {
  const name = asset.filePath?.split(/[\\/]/).at(-1) ?? '';
  const bytes = await asset.read();
  return { name: name === '' ? `The image ${asset.id}` : name, blob: asset.blob, content: { bytes } };
}
