import type { InputsSummary } from '@/shared/generation-inputs/summarize-inputs';

/** The inputs of a row beside the other rows of its workflow. */
export interface ComparedInputs {
  prompt: string;
  /** Whether the row above of the same workflow has the same prompt. */
  isRepeated: boolean;
  /** Values that the row above or below of the workflow does not have. */
  differing: readonly string[];
  /** The rest of the main values, and what other rows of the workflow do not have. Those that all have are last. */
  common: readonly string[];
}

interface ComparableRow {
  id: string;
  summary: InputsSummary;
}

interface Value {
  key: string;
  text: string;
}

type Values = ReadonlyMap<string, string>;

/** Those besides the main values. */
const MAX_OTHERS = 2;

/** Compares the rows of each workflow. @param rows in list order */
export function compareInputs(rows: readonly ComparableRow[]): ReadonlyMap<string, ComparedInputs> {
  const groups = new Map<string, ComparableRow[]>();
  for (const row of rows) {
    const group = groups.get(row.summary.shape);
    if (group) group.push(row);
    else groups.set(row.summary.shape, [row]);
  }
  return new Map([...groups.values()].flatMap(comparedGroup));
}

/** @param rows of one workflow */
function comparedGroup(rows: readonly ComparableRow[]): (readonly [string, ComparedInputs])[] {
  const values = rows.map(
    ({ summary }) => new Map([...summary.main, ...summary.others].map(({ key, text }) => [key, text])),
  );
  const [first] = values;
  const varying = new Set(first ? values.flatMap((other) => differences(first, other)) : []);
  let above: ReadonlySet<string> = new Set();
  return rows.map(({ id, summary }, index) => {
    const [own, next] = values.slice(index, index + 2);
    const below = new Set(own && next ? differences(own, next) : []);
    const compared = comparedWith(summary, new Set([...above, ...below]), varying);
    above = below;
    const isRepeated = summary.prompt !== '' && rows[index - 1]?.summary.prompt === summary.prompt;
    return [id, { prompt: summary.prompt, isRepeated, ...compared }];
  });
}

/** Returns keys of the values that are not the same in both. */
function differences(left: Values, right: Values): string[] {
  if (left === right) return [];
  return [...new Set([...left.keys(), ...right.keys()])].filter((key) => left.get(key) !== right.get(key));
}

/** @param beside keys of what differs from the rows beside it @param varying from any row of the workflow */
function comparedWith(
  { main, others }: InputsSummary,
  beside: ReadonlySet<string>,
  varying: ReadonlySet<string>,
): Pick<ComparedInputs, 'differing' | 'common'> {
  const isBeside = ({ key }: Value) => beside.has(key);
  const isFar = ({ key }: Value) => varying.has(key) && !beside.has(key);
  const othersBeside = others.filter(isBeside).slice(0, MAX_OTHERS);
  const othersFar = others.filter(isFar).slice(0, MAX_OTHERS - othersBeside.length);
  return {
    differing: textsOf(seedsLast(main.filter(isBeside), othersBeside)),
    common: textsOf([
      ...seedsLast(main.filter(isFar), othersFar),
      ...main.filter(({ key }) => !beside.has(key) && !varying.has(key)),
    ]),
  };
}

/** Seeds are last: they usually change with every run. */
function seedsLast(main: readonly Value[], others: readonly Value[]): Value[] {
  const isSeed = ({ key }: Value) => key.startsWith('seed ');
  return [...main.filter((value) => !isSeed(value)), ...others, ...main.filter(isSeed)];
}

function textsOf(values: readonly Value[]): string[] {
  return values.map(({ text }) => text);
}
