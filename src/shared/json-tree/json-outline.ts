import { LosslessNumber, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import type { JsonPath } from './json-path';
import { isJsonObject, walkJson } from './walk-json';

export type ValueKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** One line of the tree. */
export interface OutlineRow {
  index: number;
  depth: number;
  /** Name or index; `null` at the root. */
  name: string | null;
  kind: ValueKind;
  /** Text of a scalar, truncated if long; empty for lists and objects. */
  text: string;
  /** Number of characters of a text, otherwise of entries. */
  size: number;
  isOpen: boolean;
  /** Position among its siblings, from 1, and their number. */
  position: number;
  siblings: number;
  /** Index of the parent line; of the line itself at the root. */
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
/** Limits for texts of many megabytes: characters sent to the page, and characters copied to the clipboard. */
export const MAX_START_CHARS = 20_000;
const MAX_COPIED_CHARS = 16 * 1024 * 1024;
/** Longer lists are truncated to their first entries. */
export const MAX_OPEN_LINES = 200_000;
export const MAX_MATCHES = 10_000;
/** Only the start of a longer text, most likely base64, is searched. */
const MAX_SEARCHED_CHARS = 100_000;
/** Levels that are initially expanded, and the length from which lists are not. */
const OPEN_LEVELS = 3;
const OPEN_MAX_ENTRIES = 50;

/**
 * The lines of a collapsible tree. It runs in a worker that holds the document; the page requests the visible lines. Nothing
 * here recurses: a document may be nested deeper than the stack.
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

  /** Returns the path from the root to the line. */
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

  /** Returns the start of a text; empty for other values. */
  startOfText(index: number): string {
    const value = this.#lines[index]?.value;
    return typeof value === 'string' ? value.slice(0, MAX_START_CHARS) : '';
  }

  /** Returns a text unchanged, other values as JSON. @throws Error if it is too long for the clipboard */
  valueText(index: number): string {
    const value = this.#lines[index]?.value ?? null;
    const text = typeof value === 'string' ? value : stringifyJson(value, 2);
    if (text.length > MAX_COPIED_CHARS)
      throw new Error(t('It is too long for the clipboard. Download the result instead.'));
    return text;
  }

  /** @returns the number of names and values that contain the query */
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

  /** Expands the ancestors of the match. @returns its line */
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

/** Returns `null` for lists and objects. */
function scalarText(value: JsonValue): string | null {
  if (typeof value === 'string') return value;
  if (value !== null && typeof value === 'object' && !(value instanceof LosslessNumber)) return null;
  return String(value);
}

function countOf(value: JsonValue): number {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

function childrenOf(value: JsonValue): [string | number, JsonValue][] {
  if (Array.isArray(value)) return value.map((child, index) => [index, child]);
  return isJsonObject(value) ? Object.entries(value) : [];
}
