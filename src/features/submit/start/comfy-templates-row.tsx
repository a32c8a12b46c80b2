import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { gatewayStatusQuery, isComfyuiHere } from '@/domains/gateway/gateway-status';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { Button } from '@/ui/button';

/** Leads to the templates of the connected ComfyUI; nothing without one. */
export function ComfyTemplatesRow({ surface }: { surface: Surface }) {
  const { data } = useQuery(gatewayStatusQuery(surface));
  if (!isComfyuiHere(data)) return null;
  return (
    <section
      aria-labelledby="comfy-templates"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line bg-panel px-4 py-3.5"
    >
      <LayoutTemplate aria-hidden className="size-5 shrink-0 text-muted max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="comfy-templates" className="font-semibold">
          ComfyUI templates
        </h2>
        <p className="text-sm text-muted">
          Workflows by task and model, with example images, from the ComfyUI that is connected.
        </p>
      </div>
      <Button onClick={() => openDialog('templates', { surface })}>Browse templates</Button>
    </section>
  );
}
