import type { EngineProbe } from '@contract/console/engine-probe';
import { Button } from '@/ui/button';
import { Notice } from './notice';

interface FoundListProps {
  engines: readonly EngineProbe[];
  onChoose: (url: string) => void;
}

/** The ComfyUI servers that were found on the gateway's machine; a single one is tested at once. */
export function FoundList({ engines, onChoose }: FoundListProps) {
  if (engines.length === 0) {
    const advice = 'Start ComfyUI and look again, or enter its address: it may use another port or computer.';
    return <Notice tone="bad" title="No ComfyUI was found on the usual ports." advice={advice} />;
  }
  return (
    <ul aria-label="Found on this computer" className="divide-y divide-line rounded-lg border border-line bg-raised">
      {engines.map(({ url, version, isConnected }) =>
        url === null ? null : (
          <li key={url} className="flex items-center gap-3 px-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="font-mono text-sm wrap-anywhere">{url}</span>
              <span className="block text-sm text-muted">
                ComfyUI {version}
                {isConnected ? ' · connected' : ''}
              </span>
            </span>
            {isConnected ? null : (
              <Button size="sm" aria-label={`Test ${url}`} onClick={() => onChoose(url)}>
                Test
              </Button>
            )}
          </li>
        ),
      )}
    </ul>
  );
}
