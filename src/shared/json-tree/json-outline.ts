import { LosslessNumber, stringifyJson, type JsonValue } from '@contract/json/lossless';
import type { JsonPath } from './json-path';
import { walkJson } from './walk-json';

export type ValueKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** One line of the tree. */
export interface OutlineRow {
  index: number;
  depth: number;
  /** Of the member or the item; null at the root. */
  name: string | null;
  kind: ValueKind;
  /** Of a scalar, cut where it is long; empty for what can be opened. */
  text: string;
  /** Characters of a text, entries of the rest. */
  size: number;
  isOpen: boolean;
  /** Place among its siblings, from 1, and how many there are with it. */
  position: number;
  siblings: number;
  /** Its line; the line itself at the root. */
  parent: number;
}

interface Line {
  value: JsonValue;
  name: string | number | null;
  depth: number;
  isOpen: boolean;
  position: number;
  siblings: number;
}

export const MAX_PREVIEW_CHARS = 300;
/** What a page is given of a text of many megabytes, and what a clipboard is. */
export const MAX_START_CHARS = 20_000;
const MAX_COPIED_CHARS = 16 * 1024 * 1024;
/** Of a longer list the first entries are shown. */
export const MAX_OPEN_LINES = 200_000;
export const MAX_MATCHES = 10_000;
/** Of a longer text, base64 most likely, only the beginning is searched. */
const MAX_SEARCHED_CHARS = 100_000;
/** Levels that stand open at first, and lists that are not opened by themselves for their length. */
const OPEN_LEVELS = 3;
const OPEN_MAX_ENTRIES = 50;

/**
 * A document as the lines of a tree that is folded and unfolded. It lives in a worker beside the document; a page asks for
 * the lines in view. Nothing here recurses: a document may be nested deeper than the stack.
 */
export class JsonOutline {
  readonly #root: JsonValue;
  #lines: Line[];
  #matches: JsonPath[] = [];

  constructor(root: JsonValue) {
    this.#root = root;
    this.#lines = [{ value: root, name: null, depth: 0, isOpen: false, position: 1, siblings: 1 }];
    for (let index = 0; index < this.#lines.length && this.#lines.length < 500; index += 1) {
      const line = this.#lines[index];
      if (line && line.depth < OPEN_LEVELS && countOf(line.value) <= (line.depth === 0 ? 1000 : OPEN_MAX_ENTRIES)) {
        this.#open(index);
      }
    }
  }

  get rowCount(): number {
    return this.#lines.length;
  }

  rows(from: number, to: number): OutlineRow[] {
    return this.#lines.slice(from, to).map((line, at) => rowOf(line, from + at, this.#parentOf(from + at)));
  }

  toggle(index: number): void {
    if (this.#lines[index]?.isOpen) this.#close(index);
    else this.#open(index);
  }

  /** From the root to the line. */
  path(index: number): (string | number)[] {
    const path: (string | number)[] = [];
    let depth = Number.POSITIVE_INFINITY;
    for (let at = index; at > 0; at -= 1) {
      const line = this.#lines[at];
      if (!line || line.depth >= depth) continue;
      depth = line.depth;
      if (line.name !== null) path.unshift(line.name);
    }
    return path;
  }

  /** The beginning of a text; empty for anything else. */
  startOfText(index: number): string {
    const value = this.#lines[index]?.value;
    return typeof value === 'string' ? value.slice(0, MAX_START_CHARS) : '';
  }

  /** A text as it is, anything else as JSON. @throws Error where it is too long for a clipboard */
  valueText(index: number): string {
    const value = this.#lines[index]?.value ?? null;
    const text = typeof value === 'string' ? value : stringifyJson(value, 2);
    if (text.length > MAX_COPIED_CHARS)
      throw new Error('It is too long for the clipboard. Download the answer instead.');
    return text;
  }

  /** @returns how many names and values hold the words */
  search(query: string): number {
    const wanted = query.toLowerCase();
    this.#matches = [];
    if (wanted === '') return 0;
    for (const { value, path } of walkJson(this.#root)) {
      const name = path.at(-1);
      const isNamed = typeof name === 'string' && name.toLowerCase().includes(wanted);
      if (!isNamed && !scalarText(value)?.slice(0, MAX_SEARCHED_CHARS).toLowerCase().includes(wanted)) continue;
      this.#matches.push([...path]);
      if (this.#matches.length === MAX_MATCHES) break;
    }
    return this.#matches.length;
  }

  /** Unfolds what hides the match. @returns its line */
  reveal(match: number): number {
    let index = 0;
    for (const name of this.#matches[match] ?? []) {
      if (!this.#lines[index]?.isOpen) this.#open(index);
      const depth = (this.#lines[index]?.depth ?? 0) + 1;
      for (index += 1; index < this.#lines.length; index += 1) {
        const line = this.#lines[index];
        if (line?.depth === depth && line.name === name) break;
      }
    }
    return Math.min(index, this.#lines.length - 1);
  }

  #parentOf(index: number): number {
    const depth = this.#lines[index]?.depth ?? 0;
    let at = index;
    while (at > 0 && (this.#lines[at]?.depth ?? 0) >= depth) at -= 1;
    return at;
  }

  #open(index: number): void {
    const line = this.#lines[index];
    const children = line ? childrenOf(line.value) : [];
    if (!line || line.isOpen || children.length === 0) return;
    line.isOpen = true;
    const added = children.slice(0, MAX_OPEN_LINES).map(([name, value], at): Line => {
      return { value, name, depth: line.depth + 1, isOpen: false, position: at + 1, siblings: children.length };
    });
    this.#lines = [...this.#lines.slice(0, index + 1), ...added, ...this.#lines.slice(index + 1)];
  }

  #close(index: number): void {
    const line = this.#lines[index];
    if (!line) return;
    line.isOpen = false;
    let end = index + 1;
    while ((this.#lines[end]?.depth ?? 0) > line.depth) end += 1;
    this.#lines = [...this.#lines.slice(0, index + 1), ...this.#lines.slice(end)];
  }
}

function rowOf({ value, name, depth, isOpen, position, siblings }: Line, index: number, parent: number): OutlineRow {
  const whole = scalarText(value) ?? '';
  return {
    index,
    depth,
    name: name === null ? null : String(name),
    kind: kindOf(value),
    text: whole.slice(0, MAX_PREVIEW_CHARS),
    size: typeof value === 'string' ? value.length : countOf(value),
    isOpen,
    position,
    siblings,
    parent,
  };
}

function kindOf(value: JsonValue): ValueKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' || value instanceof LosslessNumber) return 'number';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

/** Null for what has parts. */
function scalarText(value: JsonValue): string | null {
  if (typeof value === 'string') return value;
  if (value !== null && typeof value === 'object' && !(value instanceof LosslessNumber)) return null;
  return String(value);
}

function countOf(value: JsonValue): number {
  if (Array.isArray(value)) return value.length;
  return kindOf(value) === 'object' ? Object.keys(value as object).length : 0;
}

function childrenOf(value: JsonValue): [string | number, JsonValue][] {
  if (Array.isArray(value)) return value.map((child, index) => [index, child]);
  return kindOf(value) === 'object' ? Object.entries(value as Record<string, JsonValue>) : [];
}
