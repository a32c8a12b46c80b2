import { create } from 'zustand';
import { writeSetting, readText } from '@/lib/local-storage';

/** Which asset a file of a model's answer became when it was kept: small enough for one text of local storage. */
interface KeptResults {
  /** Id of the asset by run and place in the answer, the newest last. */
  assetIds: Readonly<Record<string, string>>;
}

const STORAGE_KEY = 'flowdeck.kept-results';
const MAX_KEPT = 1000;

export const useSavedResults = create<KeptResults>(() => ({ assetIds: readKept() }));

export function keptResultId(mediaId: string): string | null {
  return useSavedResults.getState().assetIds[mediaId] ?? null;
}

export function rememberSavedResult(mediaId: string, assetId: string): void {
  // Another tab may have written since.
  const { [mediaId]: _before, ...others } = { ...useSavedResults.getState().assetIds, ...readKept() };
  const newest = [...Object.entries(others), [mediaId, assetId] as const].slice(-MAX_KEPT);
  const assetIds = Object.fromEntries(newest);
  useSavedResults.setState({ assetIds });
  writeSetting(STORAGE_KEY, JSON.stringify(assetIds));
}

function readKept(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(readText(STORAGE_KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}
