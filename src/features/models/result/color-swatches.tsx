import { copyText } from '@/shared/copy-text';
import type { FoundColor } from './parse/find-colors';

/** Colors that an output names; a click copies one. */
export function ColorSwatches({ colors }: { colors: readonly FoundColor[] }) {
  return (
    <ul aria-label="Colors" className="flex shrink-0 flex-wrap gap-2 border-b border-line px-4 py-3 md:px-5">
      {colors.map(({ hex, name, share }, index) => (
        // The same color may occur twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${hex} ${index}`}>
          <button
            type="button"
            aria-label={`Copy ${hex}`}
            title={`Copy ${hex}`}
            className="flex w-24 flex-col overflow-hidden rounded-md border border-line bg-panel text-left hover:border-control"
            onClick={() => void copyText(hex, 'Color')}
          >
            <span aria-hidden className="block h-12 w-full forced-color-adjust-none" style={{ backgroundColor: hex }} />
            <span className="px-2 pt-1 font-mono text-xs">{hex}</span>
            <span className="truncate px-2 pb-1 text-xs text-muted">
              {[name, percentOf(share)].filter(Boolean).join(', ') || '\u00a0'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function percentOf(share: number | null): string | null {
  return share === null ? null : `${Math.round(share * 100)} %`;
}
