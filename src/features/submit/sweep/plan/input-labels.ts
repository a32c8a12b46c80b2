import type { FormModel } from '../../draft/form-model';

export interface InputLabel {
  /** Name of the input. */
  name: string;
  /** Title of its node. */
  node: string;
  nodeId: string;
  /** Unique in the workflow and as short as possible: `cfg`, `text (Positive)`, `text (Prompt 6)`. */
  short: string;
  /** What the form shows, for headings: `Positive prompt`; `short` if it shows only the name of the input. */
  shown: string;
}

/**
 * Returns the labels of all inputs of a workflow by field key, in form order.
 * @param ofForm labels that the form shows instead of names, by field key
 */
export function inputLabels(
  { cards }: FormModel,
  ofForm: ReadonlyMap<string, string> = new Map(),
): Map<string, InputLabel> {
  const all = cards.flatMap(({ nodeId, title, fields }) =>
    fields.map(({ key, name }) => ({ key, name, node: title, nodeId, withNode: `${name} (${title})` })),
  );
  const names = countBy(all.map(({ name }) => name));
  const withNodes = countBy(all.map(({ withNode }) => withNode));
  return new Map(
    all.map(({ key, name, node, nodeId, withNode }) => {
      const isUnique = withNodes.get(withNode) === 1;
      const short = names.get(name) === 1 ? name : isUnique ? withNode : `${name} (${node} ${nodeId})`;
      return [key, { name, node, nodeId, short, shown: ofForm.get(key) ?? short }];
    }),
  );
}

function countBy(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
