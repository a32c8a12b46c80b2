import { joined } from '../../storage/joined';
import { firstPlace, MAY_END, placeAfter, type NumberLexer } from './number-place';
import { endOfPlain, QUOTE, StringLexer } from './string-signs';

/** Told of what stands in the JSON while it is read. */
export interface JsonListener {
  opened(isArray: boolean): void;
  closed(): void;
  /** A comma: the next item or member begins. */
  next(): void;
  /** With its quotes; `bytes` is null for one longer than `longest`. `start`: its place from the first byte of all. */
  string(bytes: Uint8Array | null, isName: boolean, start: number): void;
  readonly longest: number;
}

/** What comes next, outside of tokens. */
const VALUE = 0;
const VALUE_OR_END = 1;
const NAME = 2;
const NAME_OR_END = 3;
const COLON = 4;
const COMMA_OR_END = 5;
/** The token that is under way. */
const STRING = 6;
const NUMBER = 7;
const WORD = 8;
const BROKEN = 9;

/** Deeper JSON is somebody's attack: each level costs memory while it is open. */
const DEEPEST = 1_000_000;

/**
 * Judges whether bytes are JSON in UTF-8 (RFC 8259) as they come, chunk by chunk, and builds nothing of it: bodies and answers
 * may hold megabytes of inline pictures, and nobody else is answered while one is parsed.
 */
export class JsonScan {
  /** The document is an object. */
  isObject = false;
  readonly #listener: JsonListener | null;
  /** Of each open container whether it is an array. */
  readonly #open: boolean[] = [];
  #state = VALUE;
  /** Bytes of the chunks before. */
  #passed = 0;
  #isName = false;
  #start = 0;
  /** The earlier chunks of a string, and their size. */
  #parts: Uint8Array[] = [];
  #partsSize = 0;
  readonly #signs = new StringLexer();
  #number: NumberLexer = 'zero';
  #word = '';

  constructor(listener: JsonListener | null = null) {
    this.#listener = listener;
  }

  /** @returns false as soon as it cannot become JSON any more. */
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

  /** @returns whether all that came is one JSON document. */
  end(): boolean {
    const isEnded = this.#state === COMMA_OR_END || (this.#state === NUMBER && MAY_END.has(this.#number));
    return isEnded && this.#open.length === 0;
  }

  #between(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] as number;
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

  /** A number, or one of the three words. */
  #begin(byte: number, at: number): number {
    const place = firstPlace(byte);
    if (place !== null) {
      this.#number = place;
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
      const place = placeAfter(this.#number, chunk[at] as number);
      if (place === null) {
        this.#state = MAY_END.has(this.#number) ? COMMA_OR_END : BROKEN;
        return at;
      }
      this.#number = place;
      at += 1;
    }
    return at;
  }

  #string(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length) {
      const byte = chunk[at] as number;
      if (!this.#signs.isOpen) {
        if (byte === QUOTE) {
          this.#endString(chunk, at + 1);
          return at + 1;
        }
        at = endOfPlain(chunk, at);
        if (at === chunk.length) break;
        if (chunk[at] === QUOTE) continue;
      }
      if (!this.#signs.takes(chunk[at] as number)) {
        this.#state = BROKEN;
        return at;
      }
      at += 1;
    }
    if (this.#listener) this.#keep(chunk, at);
    return at;
  }

  /** What a string has in this chunk, for the chunk in which it ends. */
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
    const bytes = this.#partsSize > listener.longest ? null : joined(this.#parts, this.#partsSize);
    this.#parts = [];
    this.#partsSize = 0;
    listener.string(bytes, this.#isName, this.#start);
  }
}
