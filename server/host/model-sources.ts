import type { AppDeps } from '../deps';
import { createGuardedFetch } from '../router/hosting/guarded-fetch';
import type { ModelSource } from '../router/port';
import { BuiltinModels } from '../router/providers/builtin/builtin-models';

export interface Models {
  sources: readonly ModelSource[];
  close(): Promise<void>;
}

type ModelParts = Pick<AppDeps, 'clock' | 'newId' | 'store' | 'blobs' | 'log' | 'sign'>;

/** What the router of this gateway can run. @param script the built `model-child` */
export function openModels(script: string, parts: ModelParts): Models {
  const fetchPublic = createGuardedFetch();
  const builtin = new BuiltinModels(script, { ...parts, fetchPublic });
  return {
    sources: [builtin],
    async close() {
      await builtin.close();
      await fetchPublic.close();
    },
  };
}
