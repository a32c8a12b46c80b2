import type { Clock } from '../../../../clock';
import type { Logger } from '../../../../log';
import type { ModelSource, RouterModel } from '../../../model-source';
import { systemNetwork, type Network } from '../../../hosting/guarded-agent';
import { openHttpClient, type HttpClient } from '../upstream/http-client';
import type { ReadProvider } from '../read-config';
import { RemoteRouter } from './remote-router';
import { SavedCatalogs } from './saved-catalogs';

interface RemoteRoutersDeps {
  log: Logger;
  clock: Clock;
  /** Folder of the saved catalogs. */
  folder: string;
  network?: Network;
}

/** Models of all configured remote routers (decision 050). */
export class RemoteRouters implements ModelSource {
  readonly #deps: RemoteRoutersDeps;
  readonly #saved: SavedCatalogs;
  #routers = new Map<string, RemoteRouter>();
  #models: readonly RouterModel[] = [];
  #client: Promise<HttpClient> | null = null;

  constructor(providers: readonly ReadProvider[], deps: RemoteRoutersDeps) {
    this.#deps = deps;
    this.#saved = new SavedCatalogs(deps.folder, deps.log);
    this.replace(providers);
  }

  /** Replaces the routers; the state of unchanged entries is retained. */
  replace(providers: readonly ReadProvider[]): void {
    const before = this.#routers;
    this.#routers = new Map();
    for (const provider of providers) {
      if (!provider.catalog) continue;
      const entry = JSON.stringify(provider);
      const router =
        before.get(entry) ??
        new RemoteRouter(provider, provider.catalog, {
          ...this.#deps,
          saved: this.#saved,
          client: () => (this.#client ??= openHttpClient(this.#deps.network ?? systemNetwork())),
          onChange: () => this.#collect(),
        });
      this.#routers.set(entry, router);
    }
    for (const [entry, router] of before) if (!this.#routers.has(entry)) router.close();
    this.#collect();
  }

  /** Reads the catalog of a router again, after its key has changed. */
  readAgain(name: string): void {
    for (const router of this.#routers.values()) if (router.name === name) router.readAgain();
  }

  models(): readonly RouterModel[] {
    return this.#models;
  }

  /** Unreachable routers, one sentence per line; `null` if all are reachable. */
  get problem(): string | null {
    const problems = [...this.#routers.values()].flatMap(({ problem }) => problem ?? []);
    return problems.length === 0 ? null : problems.join('\n');
  }

  async close(): Promise<void> {
    for (const router of this.#routers.values()) router.close();
    await (await this.#client)?.close();
  }

  /** Updates the list only if it changed, since a new list starts a new build of the catalog. */
  #collect(): void {
    this.#models = [...this.#routers.values()].flatMap((router) => router.models());
  }
}
