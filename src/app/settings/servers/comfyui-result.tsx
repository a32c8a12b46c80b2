import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EngineProbe } from '@contract/console/engine-probe';
import { LOCAL_SURFACE } from '@/api/surface';
import { addEngine } from '@/domains/gateway/engines';
import { Notice } from '@/shared/connect-comfyui/notice';
import { ProbeResult } from '@/shared/connect-comfyui/probe-result';
import { failureMessages } from '@/shared/servers/server-advice';

/** The URL of a server is that of a ComfyUI: it has no jobs of its own, but the gateway of the page can run workflows on it. */
export function ComfyuiResult({ probe }: { probe: EngineProbe }) {
  const client = useQueryClient();
  const add = useMutation({ mutationFn: (url: string) => addEngine(LOCAL_SURFACE, client, url) });
  const failure = add.error ? failureMessages(add.error) : null;
  return (
    <div role="status" className="flex flex-col gap-2">
      <ProbeResult
        probe={add.data ?? probe}
        advice="It needs no entry here: this computer can use it as its engine."
        action="Use as engine of this computer"
        isBusy={add.isPending}
        onUse={(url) => add.mutate(url)}
      />
      {failure ? <Notice tone="bad" title={failure.what} advice={failure.next} /> : null}
    </div>
  );
}
