import { assetTextOf, isAssetReference } from '@contract/workflow/asset-references';
import { asLink, readWorkflow, type Graph } from '@contract/workflow/graph';
import type { GenerationInputs } from '@contract/workflow/generation-inputs/generation-inputs';
import { promptParts } from '@/domains/generation-inputs/a1111-text';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { mainTexts, shortText, type MainText } from './value-text';

/** What made a result. */
export interface InputsSummary {
  /** In one line. Empty if the workflow has no prompt. */
  prompt: string;
  /** The values that usually differ between jobs. */
  main: readonly MainText[];
  /** Its other short values, such as `scale 2`, in node order. */
  others: readonly MainText[];
  /** The same for workflows with the same nodes. */
  shape: string;
}

/** Larger workflows would keep the page busy for one line of text. */
const MAX_TEXT = 500_000;
/** Longer values say little in one line. */
const MAX_VALUE = 200;
const MAX_OTHERS = 300;
/** Names of files do not change what is in them. */
const NAMES_RESULT = 'filename_prefix';

/** @returns `null` for texts that are no workflow, or that are too large. */
export function summarizeInputs(text: string): InputsSummary | null {
  const workflow = text.length > MAX_TEXT ? null : readWorkflow(text);
  if (!workflow?.ok) return null;
  const { graph } = workflow;
  const inputs = readGenerationInputs(graph, null);
  const prompt = promptParts(inputs.positive).join(' ').replaceAll(/\s+/g, ' ');
  const main = mainTexts(inputs);
  return {
    prompt,
    main,
    others: otherTexts(graph, inputs, new Set(main.map(({ key }) => key))),
    shape: shapeOf(graph),
  };
}

function otherTexts(graph: Graph, inputs: GenerationInputs, shown: ReadonlySet<string>): MainText[] {
  const { positive, seeds, models, sizes, settings } = inputs;
  const isShown = new Set(
    [
      positive,
      seeds,
      models,
      sizes.flatMap(({ width, height }) => [width, height]),
      settings.filter(({ kind }) => shown.has(kind)),
    ]
      .flat()
      .map(({ nodeId, input }) => `${nodeId} ${input}`),
  );
  const others: MainText[] = [];
  for (const { id, inputs: values } of graph.values()) {
    for (const [input, value] of Object.entries(values)) {
      const key = `${id} ${input}`;
      if (input === NAMES_RESULT || isShown.has(key) || asLink(value)) continue;
      // An id says nothing to a reader.
      if (isAssetReference(value) && assetTextOf(value, 'file_path') === null) continue;
      const text = shortText(value).replaceAll(/\s+/g, ' ');
      if (text.length <= MAX_VALUE) others.push({ key, text: `${input} ${text}` });
      if (others.length === MAX_OTHERS) return others;
    }
  }
  return others;
}

function shapeOf(graph: Graph): string {
  return [...graph.values()].map(({ id, classType }) => `${id} ${classType}`).join('\n');
}
