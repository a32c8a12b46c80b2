import { finish, SliceMeter, type Slices } from '../slices';

/**
 * Lossless JSON. `JSON.parse` turns 18446744073709551615 into 18446744073709552000 and `1.0` into `1`. Workflow seeds are that
 * large, and the reviver of Node 20 does not get the source text. Numbers that a double cannot reproduce exactly are therefore
 * parsed as `LosslessNumber`, and edits are spliced into the text instead of serializing the whole document. Everything here is
 * iterative: nesting is limited by `maxDepth`, not by the call stack.
 */

export type JsonValue = null | boolean | string | number | LosslessNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Number whose source text a double would not reproduce. `raw` is a valid JSON number. */
export class LosslessNumber {
  readonly raw: string;
  constructor(raw: string) {
    this.raw = raw;
  }
  toNumber(): number {
    return Number(this.raw);
  }
  toString(): string {
    return this.raw;
  }
}

export interface ParseOptions {
  /** Maximum nesting depth. Default 1,000. */
  maxDepth?: number;
  /** Reads Python's bare `NaN`, `Infinity` and `-Infinity`, as in files written by Python, as `null`. */
  allowNonFinite?: boolean;
  /** Receives the spans of the members of the outermost object; of a repeated member, the last. */
  members?: Map<string, Span>;
}

export const MAX_DEPTH = 1000;

/** `offset` is in UTF-16 units; `line` and `column` start at 1. */
export class JsonSyntaxError extends Error {
  readonly reason: 'syntax' | 'depth';
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  constructor(reason: 'syntax' | 'depth', what: string, text: string, offset: number) {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - before.lastIndexOf('\n');
    super(`${what} at line ${line}, column ${column}`);
    this.name = 'JsonSyntaxError';
    this.reason = reason;
    this.offset = offset;
    this.line = line;
    this.column = column;
  }
}

/** Span of a value in the text: `[start, end)`. */
export interface Span {
  start: number;
  end: number;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these inside strings
const PLAIN_STRING = /"[^"\\\u0000-\u001f]*"/y;
const WHITESPACE = /[ \t\n\r]*/y;

type Container = { kind: 'array'; value: JsonValue[] } | { kind: 'object'; value: JsonObject; key: string };

class Scanner {
  readonly text: string;
  at = 0;
  constructor(text: string) {
    this.text = text;
    // A byte order mark is not JSON white space, but editors on Windows write it.
    if (text.codePointAt(0) === 0xfeff) this.at = 1;
  }

  fail(what: string, reason: 'syntax' | 'depth' = 'syntax'): never {
    throw new JsonSyntaxError(reason, what, this.text, Math.min(this.at, this.text.length));
  }

  skip(): void {
    WHITESPACE.lastIndex = this.at;
    WHITESPACE.test(this.text);
    this.at = WHITESPACE.lastIndex;
  }

  peek(): string {
    return this.text.charAt(this.at);
  }

  expect(char: string, what: string): void {
    this.skip();
    if (this.peek() !== char) this.fail(what);
    this.at += 1;
  }

  string(): string {
    PLAIN_STRING.lastIndex = this.at;
    if (PLAIN_STRING.test(this.text)) {
      const value = this.text.slice(this.at + 1, PLAIN_STRING.lastIndex - 1);
      this.at = PLAIN_STRING.lastIndex;
      return value;
    }
    const start = this.at;
    this.at += 1;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (Number.isNaN(code)) this.fail('A string is not closed');
      if (code === 0x22) break;
      if (code < 0x20) this.fail('Control character inside a string');
      this.at += code === 0x5c ? 2 : 1;
    }
    this.at += 1;
    try {
      return String(JSON.parse(this.text.slice(start, this.at)));
    } catch {
      this.at = start;
      this.fail('A string has a bad escape');
    }
  }

  number(): number | LosslessNumber {
    NUMBER.lastIndex = this.at;
    if (!NUMBER.test(this.text)) this.fail('Unexpected character');
    const raw = this.text.slice(this.at, NUMBER.lastIndex);
    this.at = NUMBER.lastIndex;
    return numberFromText(raw);
  }

  scalar(allowNonFinite: boolean): JsonValue {
    const char = this.peek();
    if (char === '"') return this.string();
    for (const [word, value] of LITERALS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    if (allowNonFinite) {
      for (const word of NON_FINITE) {
        if (this.text.startsWith(word, this.at)) {
          this.at += word.length;
          return null;
        }
      }
    }
    if (char === '') this.fail('The text ends too early');
    return this.number();
  }
}

const LITERALS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const NON_FINITE = ['-Infinity', 'Infinity', 'NaN'];

/** Returns a plain number if the double serializes to the same text, else the text itself. */
export function numberFromText(raw: string): number | LosslessNumber {
  const value = Number(raw);
  return String(value) === raw ? value : new LosslessNumber(raw);
}

function put(object: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/** Parses JSON text. @throws JsonSyntaxError with the position; `reason` is `depth` if only the nesting is too deep. */
export function parseJson(text: string, options: ParseOptions = {}): JsonValue {
  return finish(parseJsonInSlices(text, options));
}

/** Like `parseJson`, but in slices. A string is read within one slice, regardless of its length. */
export function* parseJsonInSlices(text: string, options: ParseOptions = {}): Slices<JsonValue> {
  const maxDepth = options.maxDepth ?? MAX_DEPTH;
  const scanner = new Scanner(text);
  const stack: Container[] = [];
  const meter = new SliceMeter();
  let memberStart = 0;
  for (;;) {
    if (meter.isFull()) yield;
    scanner.skip();
    if (stack.length === 1) memberStart = scanner.at;
    let value: JsonValue;
    const char = scanner.peek();
    if (char === '{' || char === '[') {
      if (stack.length >= maxDepth) scanner.fail(`Nested deeper than ${maxDepth} levels`, 'depth');
      scanner.at += 1;
      scanner.skip();
      const close = char === '{' ? '}' : ']';
      if (scanner.peek() === close) {
        scanner.at += 1;
        value = char === '{' ? {} : [];
      } else if (char === '{') {
        stack.push({ kind: 'object', value: {}, key: memberKey(scanner) });
        continue;
      } else {
        stack.push({ kind: 'array', value: [] });
        continue;
      }
    } else {
      value = scanner.scalar(options.allowNonFinite ?? false);
    }
    // Passes the finished value to its parent; a parent that closes is itself a finished value.
    for (;;) {
      const parent = stack.at(-1);
      if (!parent) {
        scanner.skip();
        if (scanner.at < text.length) scanner.fail('Something follows the end of the document');
        return value;
      }
      if (parent.kind === 'array') parent.value.push(value);
      else {
        put(parent.value, parent.key, value);
        if (stack.length === 1) options.members?.set(parent.key, { start: memberStart, end: scanner.at });
      }
      scanner.skip();
      const next = scanner.peek();
      if (next === ',') {
        scanner.at += 1;
        if (parent.kind === 'object') {
          scanner.skip();
          parent.key = memberKey(scanner);
        }
        break;
      }
      if (next !== (parent.kind === 'array' ? ']' : '}')) scanner.fail('A comma or a closing bracket is missing');
      scanner.at += 1;
      stack.pop();
      value = parent.value;
    }
  }
}

function memberKey(scanner: Scanner): string {
  if (scanner.peek() !== '"') scanner.fail('Expected a property name in double quotes');
  const key = scanner.string();
  scanner.expect(':', 'A colon is missing');
  return key;
}

/** Serializes a value with its numbers as read, with `indent` spaces per level; 0 prints on one line. */
export function stringifyJson(value: JsonValue, indent = 0): string {
  const parts: string[] = [];
  type Step = { text: string } | { value: JsonValue; depth: number };
  const steps: Step[] = [{ value, depth: 0 }];
  const newline = (depth: number) => (indent > 0 ? `\n${' '.repeat(indent * depth)}` : '');
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('text' in step) {
      parts.push(step.text);
      continue;
    }
    const { value: current, depth } = step;
    if (current === null || typeof current !== 'object') {
      parts.push(JSON.stringify(current) ?? 'null');
      continue;
    }
    if (current instanceof LosslessNumber) {
      parts.push(current.raw);
      continue;
    }
    const isArray = Array.isArray(current);
    const members: [string, JsonValue][] = isArray
      ? current.map((item) => ['', item])
      : Object.entries(current).map(([key, item]) => [`${JSON.stringify(key)}:${indent > 0 ? ' ' : ''}`, item]);
    if (members.length === 0) {
      parts.push(isArray ? '[]' : '{}');
      continue;
    }
    parts.push(isArray ? '[' : '{');
    steps.push({ text: `${newline(depth)}${isArray ? ']' : '}'}` });
    for (let index = members.length - 1; index >= 0; index -= 1) {
      const [prefix, item] = members[index] ?? [];
      if (prefix === undefined || item === undefined) continue;
      steps.push({ value: item, depth: depth + 1 });
      steps.push({ text: `${index > 0 ? ',' : ''}${newline(depth + 1)}${prefix}` });
    }
  }
  return parts.join('');
}

/** Skips one value without building it. */
function skipValue(scanner: Scanner): void {
  let depth = 0;
  do {
    scanner.skip();
    const char = scanner.peek();
    if (char === '{' || char === '[') {
      depth += 1;
      scanner.at += 1;
    } else if (char === '}' || char === ']') {
      depth -= 1;
      scanner.at += 1;
    } else if (char === ',' || char === ':') {
      scanner.at += 1;
    } else {
      scanner.scalar(true);
    }
  } while (depth > 0);
}

/**
 * Finds the value at a path of member names and array indexes in text that `parseJson` accepts. For repeated members the last one
 * counts, as in every parser. Returns `null` if there is none.
 */
export function findValue(text: string, path: readonly (string | number)[]): Span | null {
  const scanner = new Scanner(text);
  scanner.skip();
  let span: Span = { start: scanner.at, end: text.length };
  for (const key of path) {
    const found = findMember(text, span.start, key);
    if (!found) return null;
    span = found;
  }
  if (path.length === 0) {
    skipValue(scanner);
    span = { start: span.start, end: scanner.at };
  }
  return span;
}

function findMember(text: string, start: number, key: string | number): Span | null {
  let found: Span | null = null;
  for (const member of memberSpans(text, start)) {
    if (member.key !== key) continue;
    found = member.value;
    if (typeof key === 'number') break;
  }
  return found;
}

/** `start` is where the member name begins, or the value for array items. */
export interface MemberSpan {
  key: string | number;
  start: number;
  value: Span;
}

/**
 * Iterates over the members of the object or the items of the array that begins at `start`; yields nothing for any other value.
 */
export function* memberSpans(text: string, start: number): Generator<MemberSpan> {
  const scanner = new Scanner(text);
  scanner.at = start;
  const open = scanner.peek();
  if (open !== '{' && open !== '[') return;
  scanner.at += 1;
  for (let index = 0; ; index += 1) {
    scanner.skip();
    const char = scanner.peek();
    if (char === '}' || char === ']' || char === '') return;
    if (char === ',') {
      scanner.at += 1;
      scanner.skip();
    }
    const from = scanner.at;
    const key = open === '{' ? memberKey(scanner) : index;
    scanner.skip();
    const valueStart = scanner.at;
    skipValue(scanner);
    yield { key, start: from, value: { start: valueStart, end: scanner.at } };
  }
}

/**
 * Replaces the value at a path, or adds it as the last member of its parent object; all other bytes stay unchanged.
 * @throws Error if the parent does not exist or is not an object.
 */
export function replaceValue(text: string, path: readonly (string | number)[], valueText: string): string {
  const span = findValue(text, path);
  if (span) return text.slice(0, span.start) + valueText + text.slice(span.end);
  const parent = findValue(text, path.slice(0, -1));
  const key = path.at(-1);
  if (!parent || typeof key !== 'string' || text.charAt(parent.start) !== '{') {
    throw new Error(`No object at ${path.slice(0, -1).join('.') || 'the root'}`);
  }
  const inner = text.slice(parent.start + 1, parent.end - 1).trimEnd();
  const separator = inner.trim() === '' ? '' : ',';
  const member = `${JSON.stringify(key)}:${valueText}`;
  return `${text.slice(0, parent.start + 1)}${inner}${separator}${member}${text.slice(parent.end - 1)}`;
}
