import { create } from 'zustand';
import { keepText, readText } from '@/lib/local-storage';

/** Which asset a file of a model's answer became when it was kept: small enough for one text of local storage. */
interface KeptResults {
  /** Id of the asset by run and place in the answer, the newest last. */
  assetIds: Readonly<Record<string, string>>;
}

const STORAGE_KEY = 'flowdeck.kept-results';
const MAX_KEPT = 1000;

export const useKeptResults = create<KeptResults>(() => ({ assetIds: readKept() }));

export function keptResultId(mediaId: string): string | null {
  return useKeptResults.getState().assetIds[mediaId] ?? null;
}

export function rememberKeptResult(mediaId: string, assetId: string): void {
  // Another tab may have written since.
  const { [mediaId]: _before, ...others } = { ...useKeptResults.getState().assetIds, ...readKept() };
  const newest = [...Object.entries(others), [mediaId, assetId] as const].slice(-MAX_KEPT);
  const assetIds = Object.fromEntries(newest);
  useKeptResults.setState({ assetIds });
  keepText(STORAGE_KEY, JSON.stringify(assetIds));
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
