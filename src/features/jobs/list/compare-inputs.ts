import type { InputsSummary } from '@/shared/generation-inputs/summarize-inputs';

/** The inputs of a row beside the other rows of its workflow. */
export interface ComparedInputs {
  prompt: string;
  /** Whether the row above of the same workflow has the same prompt. */
  isRepeated: boolean;
  /** Values that other rows of the workflow do not have. */
  differing: readonly string[];
  /** Main values that all have. */
  common: readonly string[];
}

/** Those besides the main values. */
const MAX_OTHERS = 2;

/** Compares the rows of each workflow. @param rows in list order */
export function compareInputs(
  rows: readonly { id: string; summary: InputsSummary }[],
): ReadonlyMap<string, ComparedInputs> {
  const varying = varyingKeys(rows.map(({ summary }) => summary));
  const prompts = new Map<string, string>();
  return new Map(
    rows.map(({ id, summary }) => {
      const isRepeated = summary.prompt !== '' && prompts.get(summary.shape) === summary.prompt;
      prompts.set(summary.shape, summary.prompt);
      return [id, comparedWith(varying.get(summary.shape), summary, isRepeated)];
    }),
  );
}

function comparedWith(
  varying: ReadonlySet<string> | undefined,
  { prompt, main, others }: InputsSummary,
  isRepeated: boolean,
): ComparedInputs {
  const isVarying = ({ key }: { key: string }) => varying?.has(key) === true;
  const differing = main.filter(isVarying);
  // Seeds are last: they usually change with every run.
  const isSeed = ({ key }: { key: string }) => key.startsWith('seed ');
  return {
    prompt,
    isRepeated,
    differing: [
      ...differing.filter((value) => !isSeed(value)),
      ...others.filter(isVarying).slice(0, MAX_OTHERS),
      ...differing.filter(isSeed),
    ].map(({ text }) => text),
    common: main.filter((value) => !isVarying(value)).map(({ text }) => text),
  };
}

/** Returns keys of the values that are not the same in all workflows of a shape, by shape. */
function varyingKeys(summaries: readonly InputsSummary[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shapes = new Map<string, { first: ReadonlyMap<string, string>; varying: Set<string> }>();
  for (const { shape, main, others } of summaries) {
    const values = new Map([...main, ...others].map(({ key, text }) => [key, text]));
    const known = shapes.get(shape);
    if (!known) {
      shapes.set(shape, { first: values, varying: new Set() });
      continue;
    }
    for (const [key, text] of values) if (known.first.get(key) !== text) known.varying.add(key);
    for (const key of known.first.keys()) if (!values.has(key)) known.varying.add(key);
  }
  return new Map([...shapes].map(([shape, { varying }]) => [shape, varying]));
}
