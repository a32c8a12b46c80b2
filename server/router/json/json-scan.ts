import { concatBytes } from '../../storage/concat-bytes';
import { firstState, MAY_END, nextState, type NumberLexer } from './number-lexer';
import { endOfPlain, QUOTE, StringLexer } from './string-lexer';

/** Receives the tokens of the JSON during the scan. */
export interface JsonListener {
  opened(isArray: boolean): void;
  closed(): void;
  /** Called at a comma: the next item or member starts. */
  next(): void;
  /** Called with a raw string, quotes included; `bytes` is `null` if longer than `longest`. `start`: offset in the document. */
  string(bytes: Uint8Array | null, isName: boolean, start: number): void;
  readonly longest: number;
}

/** States between tokens, named by the next token. */
const VALUE = 0;
const VALUE_OR_END = 1;
const NAME = 2;
const NAME_OR_END = 3;
const COLON = 4;
const COMMA_OR_END = 5;
/** States inside a token. */
const STRING = 6;
const NUMBER = 7;
const WORD = 8;
const BROKEN = 9;

/** Maximum nesting, against attacks: each open level takes memory. */
const DEEPEST = 1_000_000;

/**
 * Validates JSON in UTF-8 (RFC 8259) chunk by chunk without building the document. Bodies and responses may contain megabytes
 * of inline images, and parsing them would block all other requests.
 */
export class JsonScan {
  /** `true` if the document is an object. */
  isObject = false;
  readonly #listener: JsonListener | null;
  /** For each open container, `true` if it is an array. */
  readonly #open: boolean[] = [];
  #state = VALUE;
  /** Number of bytes in earlier chunks. */
  #passed = 0;
  #isName = false;
  #start = 0;
  /** Parts of a string in earlier chunks, and their size. */
  #parts: Uint8Array[] = [];
  #partsSize = 0;
  readonly #signs = new StringLexer();
  #number: NumberLexer = 'zero';
  #word = '';

  constructor(listener: JsonListener | null = null) {
    this.#listener = listener;
  }

  /** @returns `false` as soon as the bytes cannot be valid JSON. */
  push(chunk: Uint8Array): boolean {
    let at = 0;
    while (at < chunk.length && this.#state !== BROKEN) {
      if (this.#state === STRING) at = this.#string(chunk, at);
      else if (this.#state === NUMBER) at = this.#digits(chunk, at);
      else if (this.#state === WORD) at = this.#letters(chunk, at);
      else at = this.#between(chunk, at);
    }
    this.#passed += chunk.byteLength;
    return this.#state !== BROKEN;
  }

  /** @returns `true` if all bytes together are one JSON document. */
  end(): boolean {
    const isFinished = this.#state === COMMA_OR_END || (this.#state === NUMBER && MAY_END.has(this.#number));
    return isFinished && this.#open.length === 0;
  }

  #between(chunk: Uint8Array, at: number): number {
    const byte = chunk[at];
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    const state = this.#state;
    switch (byte) {
      case QUOTE:
        this.#isName = state === NAME || state === NAME_OR_END;
        if (!this.#isName && state > VALUE_OR_END) break;
        this.#start = this.#passed + at;
        this.#state = STRING;
        return this.#string(chunk, at + 1);
      case 0x7b: // {
      case 0x5b: // [
        if (state > VALUE_OR_END || this.#open.length === DEEPEST) break;
        this.#enter(byte === 0x5b);
        return at + 1;
      case 0x7d: // }
      case 0x5d: // ]
        if (!this.#leave(byte === 0x5d, state)) break;
        return at + 1;
      case 0x3a: // :
        if (state !== COLON) break;
        this.#state = VALUE;
        return at + 1;
      case 0x2c: // ,
        if (state !== COMMA_OR_END || this.#open.length === 0) break;
        this.#state = this.#open.at(-1) ? VALUE : NAME;
        this.#listener?.next();
        return at + 1;
      default:
        if (state > VALUE_OR_END) break;
        return this.#begin(byte, at);
    }
    this.#state = BROKEN;
    return at;
  }

  #enter(isArray: boolean): void {
    if (this.#open.length === 0) this.isObject = !isArray;
    this.#open.push(isArray);
    this.#state = isArray ? VALUE_OR_END : NAME_OR_END;
    this.#listener?.opened(isArray);
  }

  #leave(isArray: boolean, state: number): boolean {
    if (this.#open.at(-1) !== isArray) return false;
    if (state !== COMMA_OR_END && state !== (isArray ? VALUE_OR_END : NAME_OR_END)) return false;
    this.#open.pop();
    this.#state = COMMA_OR_END;
    this.#listener?.closed();
    return true;
  }

  /** Starts a number or one of the three literals. */
  #begin(byte: number, at: number): number {
    const position = firstState(byte);
    if (position !== null) {
      this.#number = position;
      this.#state = NUMBER;
      return at + 1;
    }
    const word = ['true', 'false', 'null'].find((each) => each.charCodeAt(0) === byte);
    this.#word = word?.slice(1) ?? '';
    this.#state = word ? WORD : BROKEN;
    return at + 1;
  }

  #letters(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length && this.#word !== '') {
      if (chunk[at] !== this.#word.charCodeAt(0)) {
        this.#state = BROKEN;
        return at;
      }
      this.#word = this.#word.slice(1);
      at += 1;
    }
    if (this.#word === '') this.#state = COMMA_OR_END;
    return at;
  }

  #digits(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length) {
      const position = nextState(this.#number, chunk[at]);
      if (position === null) {
        this.#state = MAY_END.has(this.#number) ? COMMA_OR_END : BROKEN;
        return at;
      }
      this.#number = position;
      at += 1;
    }
    return at;
  }

  #string(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length) {
      const byte = chunk[at];
      if (!this.#signs.isOpen) {
        if (byte === QUOTE) {
          this.#endString(chunk, at + 1);
          return at + 1;
        }
        at = endOfPlain(chunk, at);
        if (at === chunk.length) break;
        if (chunk[at] === QUOTE) continue;
      }
      if (!this.#signs.takes(chunk[at])) {
        this.#state = BROKEN;
        return at;
      }
      at += 1;
    }
    if (this.#listener) this.#keep(chunk, at);
    return at;
  }

  /** Stores the part of a string in this chunk until the string ends. */
  #keep(chunk: Uint8Array, end: number): void {
    const start = Math.max(0, this.#start - this.#passed);
    this.#partsSize += end - start;
    if (this.#partsSize <= (this.#listener?.longest ?? 0)) this.#parts.push(chunk.subarray(start, end));
    else this.#parts = [];
  }

  #endString(chunk: Uint8Array, end: number): void {
    this.#state = this.#isName ? COLON : COMMA_OR_END;
    const listener = this.#listener;
    if (!listener) return;
    this.#keep(chunk, end);
    const bytes = this.#partsSize > listener.longest ? null : concatBytes(this.#parts, this.#partsSize);
    this.#parts = [];
    this.#partsSize = 0;
    listener.string(bytes, this.#isName, this.#start);
  }
}
