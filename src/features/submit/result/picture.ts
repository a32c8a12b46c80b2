import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { Preview, ShownJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { outputKind } from '@/shared/files/output-kind';

/** What the result shows in large. Pictures with the same key are the same element. */
export type Picture =
  | { kind: 'preview'; key: string; preview: Preview }
  | { kind: 'output'; key: string; surface: Surface; job: ListedJob; output: Output };

interface PictureChoice {
  outputId: string | null;
  isPreviewOn: boolean;
  /** Nodes whose outputs come first. */
  outputNodes: readonly string[];
}

/** Returns the outputs with those of the named nodes first, in the order of the nodes. */
export function orderOutputs(outputs: readonly Output[], nodes: readonly string[]): readonly Output[] {
  const first = ofNodes(outputs, nodes);
  return first.length === 0 ? outputs : [...first, ...outputs.filter((output) => !first.includes(output))];
}

/** Returns the output that stands for a run: the newest image of the named nodes, else of all, else the newest output. */
export function mainOutput(outputs: readonly Output[], nodes: readonly string[]): Output | null {
  const first = ofNodes(outputs, nodes);
  const all = first.length === 0 ? outputs : first;
  return all.findLast((one) => outputKind(one) === 'image') ?? all.at(-1) ?? null;
}

function ofNodes(outputs: readonly Output[], nodes: readonly string[]): Output[] {
  return nodes.flatMap((node) => outputs.filter(({ node_id }) => node_id === node));
}

/** Returns the chosen output, else the live preview, else the main output; `null` if there is none. */
export function pictureOf(
  surface: Surface,
  { job, preview }: ShownJob,
  { outputId, isPreviewOn, outputNodes }: PictureChoice,
): Picture | null {
  const outputs = job.outputs ?? [];
  const chosen = outputs.find(({ id }) => id === outputId);
  if (!chosen && preview && isPreviewOn) return { kind: 'preview', key: `preview ${surface.id} ${job.id}`, preview };
  const output = chosen ?? mainOutput(outputs, outputNodes);
  return output ? { kind: 'output', key: `output ${surface.id} ${output.id}`, surface, job, output } : null;
}

/**
 * Returns the pictures to render, from the back to the front: the last one stays until the next one is loaded.
 * @param next `null` if the run has none yet
 * @param keepsLast whether the last picture stays while there is no next one
 */
export function pictureLayers(last: Picture | null, next: Picture | null, keepsLast: boolean): readonly Picture[] {
  if (!next) return keepsLast && last ? [last] : [];
  return last && last.key !== next.key ? [last, next] : [next];
}
