import { doWhile, encodeModule, get, i32, set, tee, v128, type Code } from './wasm-code';

// BLAKE3's compression function for four inputs at once, one in each lane of the vectors. Names and tables are those of
// https://github.com/BLAKE3-team/BLAKE3-specs, chapter 2.

const IV = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const PERMUTATION = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const ROUNDS = 7;
const BLOCK_BYTES = 64;
const FOUR = [0, 1, 2, 3];

/** Parameters, in the order of `KernelRun`. */
const INPUT = 0;
const STRIDE = 1;
const BLOCKS = 2;
const LAST_LENGTH = 3;
const COUNTER_LOW = 4;
const COUNTER_HIGH = 5;
const COUNTER_STEP = 6;
const FLAGS = 7;
const LAST_FLAGS = 8;
const OUTPUT = 9;
const PARAMETERS = 10;

/** Other integers: the addresses of the other inputs. */
const input = (lane: number) => (lane === 0 ? INPUT : PARAMETERS + lane - 1);
const INTEGERS = 3;

/** Vectors. */
const state = (index: number) => PARAMETERS + INTEGERS + index;
const message = (index: number) => state(16 + index);
const scratch = (index: number) => state(32 + index);
const COUNTERS = state(37);
const VECTORS = 38;

/**
 * Compresses four inputs of equal length, at `input`, `input + stride` and so on, to four chaining values of 32 bytes, one after the
 * other at `output`. Only the last block of each may be shorter than 64 bytes; its other bytes must be 0. `flags` applies to the
 * first block, `lastFlags` to the last. `counterStep` is 1 for chunks, and 0 for parents.
 */
export type KernelRun = (
  input: number,
  stride: number,
  blocks: number,
  lastLength: number,
  counterLow: number,
  counterHigh: number,
  counterStep: number,
  flags: number,
  lastFlags: number,
  output: number,
) => void;

/** Returns the module, which exports a `KernelRun` as `run` and imports its memory as `host.memory`. */
export function blake3Kernel(): Uint8Array<ArrayBuffer> {
  const steps = v128.multiply(v128.splat(get(COUNTER_STEP)), lanes([0, 1, 2, 3]));
  return encodeModule({
    parameters: PARAMETERS,
    integers: INTEGERS,
    vectors: VECTORS,
    body: [
      [1, 2, 3].map((lane) => set(input(lane), i32.add(get(input(lane - 1)), get(STRIDE)))),
      set(COUNTERS, v128.add(v128.splat(get(COUNTER_LOW)), steps)),
      IV.map((value, index) => set(state(index), sameInAllLanes(value))),
      doWhile(compressBlock(), get(BLOCKS)),
      [0, 1].map((half) =>
        transpose(
          FOUR.map((index) => get(state(4 * half + index))),
          (lane, value) => v128.store(get(OUTPUT), 32 * lane + 16 * half, value),
        ),
      ),
    ],
  });
}

const lanes = (values: readonly number[]) =>
  v128.constant(values.flatMap((value) => [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]));
const sameInAllLanes = (value: number) => lanes([value, value, value, value]);

/** Compresses the next block of each input. The first half of the state is the chaining value, before and after. */
function compressBlock(): Code {
  const isNotLast = get(BLOCKS);
  return [
    FOUR.map((quarter) =>
      transpose(
        FOUR.map((lane) => v128.load(get(input(lane)), 16 * quarter)),
        (index, words) => set(message(4 * quarter + index), words),
      ),
    ),
    FOUR.map((lane) => set(input(lane), i32.add(get(input(lane)), i32.constant(BLOCK_BYTES)))),
    set(BLOCKS, i32.add(get(BLOCKS), i32.constant(-1))),
    IV.slice(0, 4).map((value, index) => set(state(8 + index), sameInAllLanes(value))),
    set(state(12), get(COUNTERS)),
    set(state(13), v128.splat(get(COUNTER_HIGH))),
    set(state(14), v128.splat(i32.select(isNotLast, i32.constant(BLOCK_BYTES), get(LAST_LENGTH)))),
    set(state(15), v128.splat(i32.or(get(FLAGS), i32.select(isNotLast, i32.constant(0), get(LAST_FLAGS))))),
    set(FLAGS, i32.constant(0)),
    rounds(),
    IV.map((_, index) => set(state(index), v128.xor(get(state(index)), get(state(8 + index))))),
  ];
}

function rounds(): Code {
  let words = Array.from({ length: 16 }, (_, index) => message(index));
  return Array.from({ length: ROUNDS }, () => {
    const round = [mix(0, words.slice(0, 8)), mix(1, words.slice(8))];
    words = PERMUTATION.map((index) => words[index]);
    return round;
  });
}

/**
 * The function G on the four columns of the state, or on its diagonals if `shift` is 1: each row then begins one column further to
 * the right than the row above. The four do not depend on each other, so their steps alternate, which the processor overlaps.
 */
function mix(shift: 0 | 1, words: readonly number[]): Code {
  const each = (step: (a: number, b: number, c: number, d: number, column: number) => Code): Code =>
    FOUR.map((column) => {
      const row = (index: number) => state(4 * index + ((column + index * shift) % 4));
      return step(row(0), row(1), row(2), row(3), column);
    });
  const half = (second: 0 | 1, turnD: number, turnB: number): Code => [
    each((a, b, _c, _d, column) => set(a, v128.add(v128.add(get(a), get(b)), get(words[2 * column + second])))),
    each((a, _b, _c, d) => rotateRight(d, v128.xor(get(d), get(a)), turnD)),
    each((_a, _b, c, d) => set(c, v128.add(get(c), get(d)))),
    each((_a, b, c) => rotateRight(b, v128.xor(get(b), get(c)), turnB)),
  ];
  return [half(0, 16, 12), half(1, 8, 7)];
}

/** Sets a local to the value with each lane rotated. */
function rotateRight(local: number, value: Code, bits: number): Code {
  if (bits % 8 === 0) {
    // Whole bytes change places: one instruction instead of three.
    const order = Array.from({ length: 16 }, (_, byte) => (byte & ~3) | ((byte + bits / 8) & 3));
    return set(local, v128.swizzle(value, v128.constant(order)));
  }
  const unrotated = scratch(0);
  return set(local, v128.or(v128.shiftRight(tee(unrotated, value), bits), v128.shiftLeft(get(unrotated), 32 - bits)));
}

/** Turns four rows into four columns: lane j of row i becomes lane i of row j. */
function transpose(rows: readonly Code[], take: (index: number, row: Code) => Code): Code {
  const [a, b, c, d, low] = [scratch(0), scratch(1), scratch(2), scratch(3), scratch(4)];
  return [
    rows.map((row, index) => set(scratch(index), row)),
    set(low, v128.shuffle(get(a), get(b), [0, 4, 1, 5])),
    set(b, v128.shuffle(get(a), get(b), [2, 6, 3, 7])),
    set(a, v128.shuffle(get(c), get(d), [0, 4, 1, 5])),
    set(d, v128.shuffle(get(c), get(d), [2, 6, 3, 7])),
    take(0, v128.shuffle(get(low), get(a), [0, 1, 4, 5])),
    take(1, v128.shuffle(get(low), get(a), [2, 3, 6, 7])),
    take(2, v128.shuffle(get(b), get(d), [0, 1, 4, 5])),
    take(3, v128.shuffle(get(b), get(d), [2, 3, 6, 7])),
  ];
}
