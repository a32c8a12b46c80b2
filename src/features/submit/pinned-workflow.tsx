import { useQuery } from '@tanstack/react-query';
import { pinnedWorkflowQuery } from '@/api/pinned-workflow';
import type { Surface } from '@/api/surface';
import { Button } from '@/ui/button';
import { useOpenFiles } from './use-open-files';

/** The one workflow of a deployment; nothing on other surfaces. */
export function PinnedWorkflow({ surface }: { surface: Surface }) {
  const { data: text } = useQuery(pinnedWorkflowQuery(surface));
  const open = useOpenFiles(surface);
  if (text === undefined) return null;
  return (
    <section aria-labelledby="pinned-workflow" className="rounded-xl border border-line bg-panel px-4 py-3.5">
      <h2 id="pinned-workflow" className="font-semibold">
        The workflow of this deployment
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">{surface.name} runs this one workflow.</p>
      <Button onClick={() => void open.files([new File([text], `${surface.name}.json`, { type: 'application/json' })])}>
        Open it
      </Button>
    </section>
  );
}
