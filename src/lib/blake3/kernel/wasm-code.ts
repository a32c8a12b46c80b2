/**
 * WebAssembly instructions in binary form: an expression leaves one value on the stack, a statement none. Opcodes and sections
 * are those of https://webassembly.github.io/spec/core/binary/
 */
export type Code = readonly (number | Code)[];

/** Nested until the module is complete: to copy the bytes at each level would take longer than to compile them. */
function flatten(code: Code, bytes: number[] = []): readonly number[] {
  for (const part of code) {
    if (typeof part === 'number') bytes.push(part);
    else flatten(part, bytes);
  }
  return bytes;
}

/** LEB128, as the format writes all numbers. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const fits = value >= -0x40 && value < 0x40;
  return fits ? [value & 0x7f] : [(value & 0x7f) | 0x80, signed(value >> 7)];
}

function sized(...content: Code): Code {
  const bytes = flatten(content);
  return [unsigned(bytes.length), bytes];
}

export const get = (local: number): Code => [0x20, unsigned(local)];
export const set = (local: number, value: Code): Code => [value, 0x21, unsigned(local)];
/** Sets a local, and leaves its value. */
export const tee = (local: number, value: Code): Code => [value, 0x22, unsigned(local)];

/** Executes the body, then repeats it while the condition is not 0. */
export const doWhile = (body: Code, condition: Code): Code => [0x03, 0x40, body, condition, 0x0d, 0, 0x0b];

/** Operators on 32-bit integers. */
export const i32 = {
  constant: (value: number): Code => [0x41, signed(value)],
  add: (left: Code, right: Code): Code => [left, right, 0x6a],
  or: (left: Code, right: Code): Code => [left, right, 0x72],
  /** The second operand unless the condition is 0, then the third. */
  select: (condition: Code, whenSet: Code, whenZero: Code): Code => [whenSet, whenZero, condition, 0x1b],
};

const simd = (opcode: number, ...operands: Code): Code => [operands, 0xfd, unsigned(opcode)];

/** Operators on vectors: four lanes of 32-bit integers, or 16 bytes. */
export const v128 = {
  load: (address: Code, offset: number): Code => [simd(0x00, address), 0, unsigned(offset)],
  store: (address: Code, offset: number, value: Code): Code => [simd(0x0b, address, value), 0, unsigned(offset)],
  constant: (bytes: readonly number[]): Code => [simd(0x0c), bytes],
  splat: (value: Code): Code => simd(0x11, value),
  add: (left: Code, right: Code): Code => simd(0xae, left, right),
  multiply: (left: Code, right: Code): Code => simd(0xb5, left, right),
  or: (left: Code, right: Code): Code => simd(0x50, left, right),
  xor: (left: Code, right: Code): Code => simd(0x51, left, right),
  shiftLeft: (value: Code, bits: number): Code => simd(0xab, value, i32.constant(bits)),
  shiftRight: (value: Code, bits: number): Code => simd(0xad, value, i32.constant(bits)),
  /** Byte i of the result is the byte of `value` whose number is byte i of `order`. */
  swizzle: (value: Code, order: Code): Code => simd(0x0e, value, order),
  /** Each number selects a lane: 0 to 3 from the left, 4 to 7 from the right. */
  shuffle: (left: Code, right: Code, lanes: readonly number[]): Code => [
    simd(0x0d, left, right),
    lanes.map((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]),
  ],
};

interface WasmFunction {
  /** All 32-bit integers; nothing is returned. */
  parameters: number;
  /** Further locals of each type, numbered after the parameters in this order. */
  integers: number;
  vectors: number;
  body: Code;
}

const INTEGER = 0x7f;
const VECTOR = 0x7b;
const encodeName = (name: string): Code => sized(Array.from(name, (letter) => letter.charCodeAt(0)));

/** Encodes a module that exports one function, `run`. Its memory is the import `host.memory`. */
export function encodeModule({ parameters, integers, vectors, body }: WasmFunction): Uint8Array<ArrayBuffer> {
  const section = (id: number, ...content: Code): Code => [id, sized(1, content)];
  const locals = [2, unsigned(integers), INTEGER, unsigned(vectors), VECTOR];
  return Uint8Array.from(
    flatten([
      [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, 0x60, sized(Array.from({ length: parameters }, () => INTEGER)), 0),
      section(2, encodeName('host'), encodeName('memory'), 2, 0, 1),
      section(3, 0),
      section(7, encodeName('run'), 0, 0),
      section(10, sized(locals, body, 0x0b)),
    ]),
  );
}
