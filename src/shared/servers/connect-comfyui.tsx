import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { ComfyuiConnection } from '@contract/console/gateway-status';
import { checkComfyui, isComfyuiConnected } from '@/domains/gateway/gateway-status';
import type { Surface } from '@/api/surface';
import { Button } from '@/ui/button';
import { copyText } from '../copy-text';

const DEFAULT_URL = 'http://127.0.0.1:8188';

interface ConnectComfyuiProps {
  surface: Surface;
  /** `null`: the gateway was started with an engine that never uses ComfyUI. */
  comfyui: ComfyuiConnection | null;
}

/** Shows the URL where ComfyUI is expected, how to start or configure it, and a button to check again. */
export function ConnectComfyui({ surface, comfyui }: ConnectComfyuiProps) {
  const command =
    comfyui === null
      ? `npm start -- --engine auto --comfyui ${DEFAULT_URL}`
      : 'npm start -- --comfyui http://HOST:PORT';
  return (
    <div className="flex flex-col gap-2.5">
      {comfyui === null ? (
        <p>Flowdeck was started without ComfyUI. Restart it with this command:</p>
      ) : (
        <>
          <p>
            {comfyui.state === 'unknown' ? 'Searching for ComfyUI at ' : 'ComfyUI was not found at '}
            <span className="font-mono text-sm wrap-anywhere">{comfyui.url}</span>. Start it there, and Flowdeck
            connects automatically.
          </p>
          <p>If ComfyUI runs at another URL, restart Flowdeck with that URL:</p>
        </>
      )}
      <p className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-md border border-line bg-raised px-2.5 py-1.5 font-mono text-sm wrap-anywhere">
          {command}
        </code>
        <Button
          size="icon"
          tone="ghost"
          aria-label="Copy the command"
          title="Copy"
          onClick={() => void copyText(command, 'Command')}
        >
          <Copy aria-hidden />
        </Button>
      </p>
      {comfyui === null ? null : <CheckAgain surface={surface} />}
    </div>
  );
}

function CheckAgain({ surface }: { surface: Surface }) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<'checking' | 'missing' | 'unreachable' | null>(null);
  const check = async () => {
    setOutcome('checking');
    const status = await checkComfyui(surface, client).catch(() => null);
    setOutcome(status === null ? 'unreachable' : isComfyuiConnected(status) ? null : 'missing');
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button isBusy={outcome === 'checking'} onClick={() => void check()}>
        Check again
      </Button>
      <p role="status" className="text-sm text-muted">
        {outcome === 'missing' ? 'Still not found.' : null}
        {outcome === 'unreachable' ? 'The gateway is unreachable.' : null}
      </p>
    </div>
  );
}
