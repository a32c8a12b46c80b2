import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { CoreClasses } from '@/domains/ui-format/core-classes';
import { loadCoreClasses } from '@/domains/ui-format/load-core-classes';

/**
 * Tries a conversion with the classes of the server alone. If it fails, a node may have been saved with a later version of its class:
 * tries again with the classes that come with ComfyUI.
 */
export async function withNewerClasses<Result extends { ok: boolean }>(
  convert: (newer?: NodeDefinitions) => Result,
  loadCore: () => Promise<CoreClasses | null> = loadCoreClasses,
): Promise<Result> {
  const result = convert();
  if (result.ok) return result;
  const core = await loadCore();
  return core ? convert(core.definitions) : result;
}
