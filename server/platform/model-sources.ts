import path from 'node:path';
import type { AppDeps } from '../deps';
import { createPublicFetch } from '../router/hosting/ssrf-safe-fetch';
import type { Network } from '../router/hosting/guarded-agent';
import type { PublicFetch } from '../router/hosting/public-fetch';
import { createResponseHosting } from '../router/hosting/result-hosting';
import { StoredResultUrls } from '../router/hosting/result-url-allowlist';
import type { ModelSource } from '../router/model-source';
import { BuiltinModels } from '../router/providers/builtin/builtin-models';
import { childComputers } from '../router/providers/builtin/child-computers';
import { BodyValidatorPool } from '../router/providers/http/validation/body-validator-pool';
import { DownloadedDocuments } from '../router/providers/http/documents/downloaded-documents';
import { HttpModels } from '../router/providers/http/http-models';
import { ProviderKeys } from '../router/providers/http/provider-keys';
import { readConfig, type ReadConfig, type ReadProvider } from '../router/providers/http/read-config';
import { RemoteRouters } from '../router/providers/http/remote/remote-routers';
import { WatchedConfig } from '../router/providers/http/watched-config';
import { openProviderKeysFile } from './data-folder/provider-keys-file';
import type { GatewayOptions } from './gateway-options';

export interface Models extends Required<
  Pick<AppDeps, 'hostAnswer' | 'results' | 'modelsProblem' | 'catalogProblem' | 'providerKeys'>
> {
  models: readonly ModelSource[];
  /** Engines listed in the configuration, and a subscription to changes. */
  engines: {
    named: ReadConfig['engines'];
    onChange: (listen: (named: ReadConfig['engines']) => void) => void;
    /** The configuration file, which need not exist unless it is required. */
    file: string;
    isRequired: boolean;
    /** Applies the file at once. */
    reload: () => void;
  };
  close(): Promise<void>;
}

type ModelParts = Pick<AppDeps, 'clock' | 'newId' | 'store' | 'blobs' | 'log' | 'sign'> & { network?: Network };

const CONFIG_NAME = 'flowdeck.config.json';
const CATALOGS_NAME = 'catalogs';
const DOCUMENTS_NAME = 'documents';

/** Scripts of the child processes for models. */
export interface ModelScripts {
  /** Script that computes the built-in models. */
  modelScript: string;
  /** Script that validates the input of the owner's models against their schemas. */
  parseScript: string;
}

/** Opens the models that the router of this gateway can run. @throws StartupProblem */
export function openModels(options: GatewayOptions, scripts: ModelScripts, parts: ModelParts): Models {
  const fetchPublic = createPublicFetch(parts);
  const seen = new StoredResultUrls(parts);
  const builtin = new BuiltinModels(childComputers(scripts.modelScript, parts.clock), { ...parts, fetchPublic });
  const own = ownProviders(options, scripts.parseScript, { ...parts, fetchPublic });
  return {
    // The owner's own models take precedence over remote ones of the same id.
    models: [builtin, own.models, own.remote],
    hostAnswer: createResponseHosting({ ...parts, fetchPublic, seen }),
    results: { fetchPublic, seen, trustedOrigins: own.assetOrigins },
    providerKeys: own.keys,
    modelsProblem: () => own.watched.problem,
    engines: own.engines,
    catalogProblem: () =>
      [own.remote.problem, own.documents.problem].filter((each) => each !== null).join('\n') || null,
    async close() {
      own.watched.close();
      own.documents.close();
      await builtin.close();
      await own.models.close();
      await own.remote.close();
      await fetchPublic.close();
    },
  };
}

type OwnParts = Pick<ModelParts, 'log' | 'clock' | 'network'> & { fetchPublic: PublicFetch };

function ownProviders(options: GatewayOptions, parseScript: string, parts: OwnParts) {
  const file = options.config ?? path.join(options.dataDir, CONFIG_NAME);
  const store = openProviderKeysFile(options.dataDir, parts.log);
  const readParts = { isRequired: options.config !== null, environment: process.env, keys: store };
  const config = readConfig(file, readParts);
  const { providers } = config;
  let onEngines: (named: ReadConfig['engines']) => void = () => {};
  let used = providers;
  const documents = new DownloadedDocuments({
    ...parts,
    folder: path.join(options.dataDir, DOCUMENTS_NAME),
    onChange: () => models.replace(documents.resolve(used), file),
  });
  const models = new HttpModels(documents.resolve(providers), file, {
    ...parts,
    input: new BodyValidatorPool(parseScript, parts),
  });
  documents.watch(providers);
  const remote = new RemoteRouters(providers, { ...parts, folder: path.join(options.dataDir, CATALOGS_NAME) });
  const keys = new ProviderKeys({ ...parts, store, onChange: (provider) => remote.readAgain(provider) });
  keys.use(providers);
  const assetOrigins = new Set(originsOf(providers));
  const watched = new WatchedConfig(file, config, {
    ...parts,
    models: { replace: (changed) => models.replace(documents.resolve(changed), file) },
    ...readParts,
    onChange: ({ providers: changed, engines }) => {
      used = changed;
      keys.use(changed);
      onEngines(engines);
      remote.replace(changed);
      documents.watch(changed);
      assetOrigins.clear();
      for (const origin of originsOf(changed)) assetOrigins.add(origin);
    },
  });
  const engines = {
    named: config.engines,
    onChange: (listen: typeof onEngines) => (onEngines = listen),
    file,
    isRequired: options.config !== null,
    reload: () => watched.reload(),
  };
  return { models, remote, documents, assetOrigins, watched, engines, keys };
}

function originsOf(providers: readonly ReadProvider[]): string[] {
  return providers.flatMap(({ assetOrigins }) => assetOrigins);
}
