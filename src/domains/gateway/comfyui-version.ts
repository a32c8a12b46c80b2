import type { GatewayStatus } from '@contract/console/gateway-status';

/** Returns the version of the ComfyUI that an engine uses; `null` if it is not known. */
export function comfyuiVersionOf(status: GatewayStatus | undefined, engine: string): string | null {
  const named = status?.engines?.find(({ name }) => name === engine);
  return (named ?? status?.engine)?.comfyui?.version ?? null;
}

/** Returns true if a version of ComfyUI is older than the one that is needed; false if either is not known. */
export function isOlderComfyui(version: string | null | undefined, needed: string | null | undefined): boolean {
  const has = versionParts(version);
  const needs = versionParts(needed);
  if (!has || !needs) return false;
  const at = needs.findIndex((part, index) => part !== (has[index] ?? 0));
  return at >= 0 && (has[at] ?? 0) < (needs[at] ?? 0);
}

/** What follows the numbers, such as `-dev`, does not count. */
function versionParts(version: string | null | undefined): number[] | null {
  const [, numbers] = /^v?(\d{1,6}(?:\.\d{1,6}){1,3})(?!\d)/.exec(version ?? '') ?? [];
  return numbers?.split('.').map(Number) ?? null;
}
