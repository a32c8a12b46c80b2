import { blake3Kernel, type KernelRun } from './kernel/blake3-kernel';

/** Computes one BLAKE3 hash: `update` any number of times, then `digest` once. */
export interface Blake3 {
  update: (bytes: Uint8Array) => void;
  /** Returns 64 hex digits. */
  digest: () => string;
}

const BLOCK_BYTES = 64;
const CHUNK_BYTES = 1024;
/** A node of the tree is a chaining value. */
const NODE_BYTES = 32;
/** The kernel reads four inputs and writes four nodes, even where only the first ones are of use. */
const LANES = 4;

const CHUNK_START = 1;
const CHUNK_END = 2;
const PARENT = 4;
const ROOT = 8;

/** A power of two, so that each is a subtree of the whole tree; small enough for the processor's cache. */
const SUBTREE_CHUNKS = 64;
const SUBTREE_BYTES = SUBTREE_CHUNKS * CHUNK_BYTES;

// The memory: a subtree's input, its nodes of two adjacent levels, and a stack of finished subtrees. The last page has room for more
// levels than any file needs.
const NODES = SUBTREE_BYTES;
const OTHER_NODES = NODES + (SUBTREE_CHUNKS + LANES) * NODE_BYTES;
const STACK = OTHER_NODES + (SUBTREE_CHUNKS + LANES) * NODE_BYTES;
const PAGES = 2;

/** @throws WebAssembly.CompileError if the browser or the processor lacks vector instructions */
export async function createSimdBlake3(): Promise<Blake3> {
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
  const { instance } = await WebAssembly.instantiate(blake3Kernel(), { host: { memory } });
  const run = instance.exports['run'];
  if (typeof run !== 'function') throw new TypeError('The kernel exports no function');
  return new SimdBlake3(new Uint8Array(memory.buffer), (...parameters) => void run(...parameters));
}

export class SimdBlake3 implements Blake3 {
  readonly #memory: Uint8Array;
  readonly #run: KernelRun;
  /** Bytes of input that are not compressed yet: at least one unless the file is empty, since the root differs from other nodes. */
  #filled = 0;
  #subtrees = 0;
  #depth = 0;

  constructor(memory: Uint8Array, run: KernelRun) {
    this.#memory = memory;
    this.#run = run;
  }

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.byteLength;) {
      if (this.#filled === SUBTREE_BYTES) this.#finishSubtree();
      const count = Math.min(SUBTREE_BYTES - this.#filled, bytes.byteLength - at);
      this.#memory.set(bytes.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
    }
  }

  digest(): string {
    this.#pushSubtree(this.#depth === 0 ? ROOT : 0);
    while (this.#depth > 1) this.#mergeTopTwo(this.#depth === 2 ? ROOT : 0);
    return Array.from(this.#memory.subarray(STACK, STACK + NODE_BYTES), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
  }

  #finishSubtree(): void {
    this.#pushSubtree(0);
    this.#subtrees += 1;
    this.#filled = 0;
    // Two subtrees of the same size are one of twice the size.
    for (let count = this.#subtrees; count % 2 === 0; count /= 2) this.#mergeTopTwo(0);
  }

  /** Compresses the input to one node, and puts it on the stack. `rootFlag` is `ROOT` if this is the whole file. */
  #pushSubtree(rootFlag: number): void {
    let count = this.#compressChunks(rootFlag);
    let [nodes, parents] = [NODES, OTHER_NODES];
    for (; count > 1; count = Math.ceil(count / 2)) {
      const pairs = Math.floor(count / 2);
      for (let pair = 0; pair < pairs; pair += LANES) {
        this.#compressParents(nodes + pair * 2 * NODE_BYTES, parents + pair * NODE_BYTES, count === 2 ? rootFlag : 0);
      }
      if (count % 2 === 1) this.#copyNode(nodes + (count - 1) * NODE_BYTES, parents + pairs * NODE_BYTES);
      [nodes, parents] = [parents, nodes];
    }
    this.#copyNode(nodes, STACK + this.#depth * NODE_BYTES);
    this.#depth += 1;
  }

  /** Writes a node for each chunk of the input, and returns their number. */
  #compressChunks(rootFlag: number): number {
    const whole = Math.floor(this.#filled / CHUNK_BYTES);
    const rest = this.#filled % CHUNK_BYTES;
    const count = rest > 0 ? whole + 1 : Math.max(whole, 1);
    const lastFlags = CHUNK_END | (count === 1 ? rootFlag : 0);
    const first = this.#subtrees * SUBTREE_CHUNKS;
    const compress = (index: number, blocks: number, lastLength: number) => {
      const [input, output] = [index * CHUNK_BYTES, NODES + index * NODE_BYTES];
      const [low, high] = [first + index, Math.floor((first + index) / 2 ** 32)];
      this.#run(input, CHUNK_BYTES, blocks, lastLength, low, high, 1, CHUNK_START, lastFlags, output);
    };
    for (let index = 0; index < whole; index += LANES) compress(index, CHUNK_BYTES / BLOCK_BYTES, BLOCK_BYTES);
    if (count > whole) {
      const blocks = Math.max(Math.ceil(rest / BLOCK_BYTES), 1);
      this.#memory.fill(0, this.#filled, whole * CHUNK_BYTES + blocks * BLOCK_BYTES);
      compress(whole, blocks, rest - (blocks - 1) * BLOCK_BYTES);
    }
    return count;
  }

  /** Compresses four pairs of adjacent nodes. */
  #compressParents(input: number, output: number, rootFlag: number): void {
    this.#run(input, 2 * NODE_BYTES, 1, BLOCK_BYTES, 0, 0, 0, PARENT, rootFlag, output);
  }

  #mergeTopTwo(rootFlag: number): void {
    this.#depth -= 1;
    const left = STACK + (this.#depth - 1) * NODE_BYTES;
    this.#compressParents(left, left, rootFlag);
  }

  #copyNode(from: number, to: number): void {
    this.#memory.copyWithin(to, from, from + NODE_BYTES);
  }
}
