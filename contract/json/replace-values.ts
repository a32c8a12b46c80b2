import { memberSpans, type Span } from './lossless';

export interface Replacement {
  /** Member names and array indexes. */
  path: readonly (string | number)[];
  valueText: string;
}

/** Replacements by the first key of their path. `valueText`: `null` on the way to others. */
interface Branch {
  valueText: string | null;
  children: Map<string | number, Branch>;
}

/**
 * Replaces existing values of text that `parseJson` accepts; all other bytes stay unchanged. Unlike `replaceValue` for each of them,
 * the text is scanned once per level of the paths, and joined once. Of repeated members the last one counts, as in every parser. A
 * path that leads to nothing is skipped, and a value inside of a replaced one goes with it.
 */
export function replaceValues(text: string, replacements: readonly Replacement[]): string {
  const root = newBranch();
  for (const { path, valueText } of replacements) {
    let branch = root;
    for (const key of path) {
      const child = branch.children.get(key) ?? newBranch();
      branch.children.set(key, child);
      branch = child;
    }
    branch.valueText = valueText;
  }
  const parts: string[] = [];
  let at = 0;
  for (const { span, valueText } of spansOf(text, root)) {
    parts.push(text.slice(at, span.start), valueText);
    at = span.end;
  }
  return [...parts, text.slice(at)].join('');
}

function newBranch(): Branch {
  return { valueText: null, children: new Map() };
}

/** In the order of the text. Recursive: as deep as the paths are long. */
function spansOf(text: string, root: Branch): { span: Span; valueText: string }[] {
  const found: { span: Span; valueText: string }[] = [];
  const visit = (branch: Branch, start: number) => {
    const last = new Map<string | number, Span>();
    for (const { key, value } of memberSpans(text, start)) {
      if (branch.children.has(key)) last.set(key, value);
    }
    for (const [key, span] of last) {
      const child = branch.children.get(key);
      if (!child) continue;
      if (child.valueText === null) visit(child, span.start);
      else found.push({ span, valueText: child.valueText });
    }
  };
  const bom = text.codePointAt(0) === 0xfeff ? 1 : 0;
  visit(root, bom + text.slice(bom).search(/[^ \t\n\r]/));
  return found.toSorted((a, b) => a.span.start - b.span.start);
}
