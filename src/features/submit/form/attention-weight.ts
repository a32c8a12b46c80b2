/**
 * Attention weights of prompts in ComfyUI's syntax: `(word:1.05)`. A weight of 1 is written without parentheses.
 */

export interface TextRange {
  start: number;
  end: number;
}

export interface WeightEdit extends TextRange {
  /** Replaces the text from `start` to `end`. */
  replacement: string;
  /** The text without its weight. */
  weighted: string;
  weight: number;
}

const STEP = 0.05;
/** Characters that end a word. Hyphens do not: half of `high-quality` has no weight. */
const DELIMITER = /[\s.,\\/!?%^*;:{}=`~()[\]"|，。]/;
const WEIGHT = /^(.*):\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*$/s;

/**
 * Changes the weight of the selected text, of the group in parentheses around the caret, or of the word under the caret.
 * Returns `null` if there is nothing to weight.
 */
export function changeWeight(text: string, selection: TextRange, direction: 1 | -1): WeightEdit | null {
  const range = targetOf(text, selection);
  if (range === null) return null;
  const { content, weight } = parseGroup(text.slice(range.start, range.end));
  const next = Number((weight + direction * STEP).toFixed(10));
  return {
    ...range,
    replacement: next === 1 ? content : `(${content}:${next})`,
    weighted: content,
    weight: next,
  };
}

function targetOf(text: string, { start, end }: TextRange): TextRange | null {
  if (start === end) return groupAround(text, start) ?? wordAt(text, start);
  const trimmed = trim(text, start, end);
  if (trimmed === null) return null;
  // The content of a group is selected: its weight changes, instead of nesting another group.
  const group = groupAround(text, trimmed.start);
  const inner = group && { start: group.start + 1, end: group.end - 1 };
  const isContent = group && inner && inner.start === trimmed.start && contentEnd(text, group) === trimmed.end;
  return isContent || (inner?.start === trimmed.start && inner.end === trimmed.end) ? group : trimmed;
}

/** Returns the end of the text that the weight of a group applies to. */
function contentEnd(text: string, { start, end }: TextRange): number {
  return start + 1 + parseGroup(text.slice(start, end)).content.length;
}

function trim(text: string, start: number, end: number): TextRange | null {
  const selected = text.slice(start, end);
  const content = selected.trim();
  if (content === '') return null;
  const offset = selected.indexOf(content);
  return { start: start + offset, end: start + offset + content.length };
}

/** Returns the innermost pair of parentheses around a position, with them. Escaped ones are text. */
function groupAround(text: string, at: number): TextRange | null {
  const start = findParenthesis(text, at - 1, -1);
  const end = start === null ? null : findParenthesis(text, at, 1);
  return start === null || end === null ? null : { start, end: end + 1 };
}

function findParenthesis(text: string, from: number, direction: 1 | -1): number | null {
  const [outer, inner] = direction === 1 ? [')', '('] : ['(', ')'];
  let depth = 0;
  for (let at = from; at >= 0 && at < text.length; at += direction) {
    if (text[at - 1] === '\\') continue;
    if (text[at] === inner) depth += 1;
    if (text[at] !== outer) continue;
    if (depth === 0) return at;
    depth -= 1;
  }
  return null;
}

function wordAt(text: string, at: number): TextRange | null {
  const isDelimiter = (index: number) => DELIMITER.test(text[index] ?? ' ');
  let start = at;
  let end = at;
  while (start > 0 && !isDelimiter(start - 1)) start -= 1;
  while (end < text.length && !isDelimiter(end)) end += 1;
  return start === end ? null : { start, end };
}

/** Parses `(content:weight)`; text without parentheses weighs 1, and parentheses without a number 1.1, as in ComfyUI. */
function parseGroup(text: string): { content: string; weight: number } {
  const group = groupAround(text, 1);
  if (group?.start !== 0 || group.end !== text.length) return { content: text, weight: 1 };
  const content = text.slice(1, -1);
  const match = WEIGHT.exec(content);
  if (match?.[1] === undefined) return { content, weight: 1.1 };
  return { content: match[1], weight: Number(match[2]) };
}
