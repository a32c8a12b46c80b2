import type { AppDeps } from '../deps';
import { createGuardedFetch } from '../router/hosting/guarded-fetch';
import { createAnswerHosting } from '../router/hosting/result-hosting';
import { RememberedAddresses } from '../router/hosting/seen-addresses';
import type { ModelSource } from '../router/port';
import { BuiltinModels } from '../router/providers/builtin/builtin-models';
import { ScriptedModels } from '../router/scripted/scripted-models';
import type { GatewayOptions } from './flags';

export interface Models extends Required<Pick<AppDeps, 'hostAnswer' | 'results'>> {
  models: readonly ModelSource[];
  close(): Promise<void>;
}

type ModelParts = Pick<AppDeps, 'clock' | 'newId' | 'store' | 'blobs' | 'log' | 'sign'>;

/** What the router of this gateway can run. @param script the built `model-child` */
export function openModels(options: GatewayOptions, script: string, parts: ModelParts): Models {
  const fetchPublic = createGuardedFetch();
  const seen = new RememberedAddresses(parts.sign);
  const builtin = new BuiltinModels(script, { ...parts, fetchPublic });
  return {
    models: options.engine === 'scripted' ? [scripted(options, parts), builtin] : [builtin],
    hostAnswer: createAnswerHosting({ ...parts, fetchPublic, seen }),
    results: { fetchPublic, seen, trustedOrigins: new Set() },
    async close() {
      await builtin.close();
      await fetchPublic.close();
    },
  };
}

/** For the tests: models that play every fault, as the engine of the same name does. */
function scripted({ scriptedModels }: GatewayOptions, { clock }: ModelParts): ModelSource {
  return new ScriptedModels({ clock, fillers: scriptedModels });
}
