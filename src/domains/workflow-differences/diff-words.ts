/** Part of two texts: in both, only in the first, or only in the second. */
export interface TextPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Words, white space, and every other character by itself; scripts without spaces by character. */
const TOKENS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}_'’])+|\s+|[^]/gu;

/** Larger comparisons take noticeable time; the whole text between the first and the last difference is then one change. */
const MAX_CELLS = 4_000_000;

/** Compares two texts word by word. */
export function diffWords(before: string, after: string): TextPart[] {
  const left = before.match(TOKENS) ?? [];
  const right = after.match(TOKENS) ?? [];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  const room = Math.min(left.length, right.length) - start;
  while (end < room && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  const middle = diffTokens(left.slice(start, left.length - end), right.slice(start, right.length - end));
  return joinParts([
    { kind: 'same', text: left.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: left.slice(left.length - end).join('') },
  ]);
}

/** Longest common subsequence. */
function diffTokens(left: readonly string[], right: readonly string[]): TextPart[] {
  const width = right.length + 1;
  if (left.length * right.length > MAX_CELLS) {
    return [
      { kind: 'removed', text: left.join('') },
      { kind: 'added', text: right.join('') },
    ];
  }
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const parts: TextPart[] = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    const [old = '', next = ''] = [left[row], right[column]];
    if (row < left.length && column < right.length && old === next) {
      parts.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (row < left.length && (column === right.length || at(row + 1, column) >= at(row, column + 1))) {
      parts.push({ kind: 'removed', text: old });
      row += 1;
    } else {
      parts.push({ kind: 'added', text: next });
      column += 1;
    }
  }
  return parts;
}

/** Joins changes that only white space separates, with everything removed before everything added. */
function joinParts(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  let removed = '';
  let added = '';
  let between = '';
  const flush = () => {
    if (removed) joined.push({ kind: 'removed', text: removed });
    if (added) joined.push({ kind: 'added', text: added });
    if (between) joined.push({ kind: 'same', text: between });
    removed = '';
    added = '';
    between = '';
  };
  for (const { kind, text } of parts) {
    if (kind === 'same') {
      const isGap = (removed !== '' || added !== '') && between === '' && /^\s+$/.test(text);
      if (isGap) between = text;
      else {
        flush();
        between = text;
        flush();
      }
      continue;
    }
    if (between !== '') {
      removed += between;
      added += between;
      between = '';
    }
    if (kind === 'removed') removed += text;
    else added += text;
  }
  flush();
  return mergeSame(joined);
}

function mergeSame(parts: readonly TextPart[]): TextPart[] {
  const merged: TextPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (last?.kind === 'same' && part.kind === 'same')
      merged[merged.length - 1] = { kind: 'same', text: last.text + part.text };
    else merged.push(part);
  }
  return merged;
}
