import { createBLAKE3 } from 'hash-wasm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fc, runs } from '@contract/testing/properties';
import { createBlake3 } from './create-blake3';
import { blake3Kernel } from './kernel/blake3-kernel';
import { createSimdBlake3, SimdBlake3, type Blake3 } from './simd-blake3';

const KIB = 1024;

/** The official test vectors: bytes 0, 1, … 250, 0, 1, …, and their hash. */
const VECTORS: readonly [number, string][] = [
  [0, 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262'],
  [1, '2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213'],
  [1023, '10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11'],
  [1024, '42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7'],
  [1025, 'd00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444'],
  [2048, 'e776b6028c7cd22a4d0ba182a8bf62205d2ef576467e838ed6f2529b85fba24a'],
  [2049, '5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030'],
  [3072, 'b98cb0ff3623be03326b373de6b9095218513e64f1ee2edd2525c7ad1e5cffd2'],
  [3073, '7124b49501012f81cc7f11ca069ec9226cecb8a2c850cfe644e327d22d3e1cd3'],
  [4096, '015094013f57a5277b59d8475c0501042c0b642e531b0a1c8f58d2163229e969'],
  [4097, '9b4052b38f1c5fc8b1f9ff7ac7b27cd242487b3d890d15c96a1c25b8aa0fb995'],
  [5120, '9cadc15fed8b5d854562b26a9536d9707cadeda9b143978f319ab34230535833'],
  [5121, '628bd2cb2004694adaab7bbd778a25df25c47b9d4155a55f8fbd79f2fe154cff'],
  [6144, '3e2e5b74e048f3add6d21faab3f83aa44d3b2278afb83b80b3c35164ebeca205'],
  [6145, 'f1323a8631446cc50536a9f705ee5cb619424d46887f3c376c695b70e0f0507f'],
  [7168, '61da957ec2499a95d6b8023e2b0e604ec7f6b50e80a9678b89d2628e99ada77a'],
  [7169, 'a003fc7a51754a9b3c7fae0367ab3d782dccf28855a03d435f8cfe74605e7817'],
  [8192, 'aae792484c8efe4f19e2ca7d371d8c467ffb10748d8a5a1ae579948f718a2a63'],
  [8193, 'bab6c09cb8ce8cf459261398d2e7aef35700bf488116ceb94a36d0f5f1b7bc3b'],
  [16384, 'f875d6646de28985646f34ee13be9a576fd515f76b5b0a26bb324735041ddde4'],
  [31744, '62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47'],
  [102400, 'bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085'],
];

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251);

function digestOf(hasher: Blake3, ...parts: Uint8Array[]): string {
  for (const part of parts) hasher.update(part);
  return hasher.digest();
}

async function hashWithHashWasm(bytes: Uint8Array): Promise<string> {
  return (await createBLAKE3()).init().update(bytes).digest('hex');
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('with vector instructions', () => {
  it.each(VECTORS)('returns the official hash of %i bytes', async (length, hash) => {
    expect(digestOf(await createSimdBlake3(), bytesOf(length))).toBe(hash);
  });

  // Around the limits of blocks, of four chunks, and of one to nine subtrees.
  const lengths = [2, 63, 64, 65, 127, 128, 129, 4095, 12_288, 12_289];
  const subtrees = Array.from({ length: 9 }, (_, index) => (index + 1) * 64 * KIB);
  it.each([...lengths, ...subtrees.flatMap((length) => [length - 1, length, length + 1])])(
    'returns the same hash of %i bytes as hash-wasm',
    async (length) => {
      const bytes = bytesOf(length);
      expect(digestOf(await createSimdBlake3(), bytes)).toBe(await hashWithHashWasm(bytes));
    },
  );

  it('returns the same hash as hash-wasm for any bytes in any parts', async () => {
    const long = bytesOf(300_000);
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 3000 }),
      // Long parts of existing bytes: to generate them would take most of the time.
      fc.tuple(fc.nat(250), fc.nat(200_000)).map(([from, length]) => long.subarray(from, from + length)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        expect(digestOf(await createSimdBlake3(), ...parts)).toBe(await hashWithHashWasm(Buffer.concat(parts)));
      }),
      { numRuns: runs(50) },
    );
  });

  it('does not keep what the caller writes into its buffer later', async () => {
    const buffer = bytesOf(100_000);
    const hasher = await createSimdBlake3();
    hasher.update(buffer);
    buffer.fill(0);
    expect(hasher.digest()).toBe(await hashWithHashWasm(bytesOf(100_000)));
  });

  it('counts chunks beyond 32 bits', async () => {
    const memory = new WebAssembly.Memory({ initial: 2 });
    const { instance } = await WebAssembly.instantiate(blake3Kernel(), { host: { memory } });
    const words = Array.from({ length: 16 }, (_, index) => index * 0x1234567);
    for (const lane of [0, 1, 2, 3]) new Uint32Array(memory.buffer, lane * 64, 16).set(words);
    const [low, high] = [0xfffffff0, 5];
    const run = instance.exports['run'] as (...parameters: number[]) => void;
    run(0, 64, 1, 64, low, high, 1, 1, 2, 1024);
    for (const lane of [0, 1, 2, 3]) {
      const node = new Uint32Array(memory.buffer, 1024 + lane * 32, 8);
      expect(node).toEqual(compressedPlainly(words, [low + lane, high], 64, 3));
    }
  });
});

describe('without vector instructions', () => {
  it('uses hash-wasm if the kernel does not compile', async () => {
    expect(await createBlake3()).toBeInstanceOf(SimdBlake3);
    vi.spyOn(WebAssembly, 'instantiate').mockRejectedValueOnce(new WebAssembly.CompileError('Wasm SIMD unsupported'));
    const hasher = await createBlake3();
    expect(hasher).not.toBeInstanceOf(SimdBlake3);
    expect(digestOf(hasher, bytesOf(2000), bytesOf(3000))).toBe(
      await hashWithHashWasm(Uint8Array.from([...bytesOf(2000), ...bytesOf(3000)])),
    );
  });

  it('can be told to use hash-wasm', async () => {
    const hasher = await createBlake3(false);
    expect(hasher).not.toBeInstanceOf(SimdBlake3);
    expect(digestOf(hasher)).toBe(VECTORS[0]?.[1]);
  });
});

const IV = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19] as const;
const PERMUTATION = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];

/** The compression function for one block, as the paper describes it, from the initial chaining value. */
function compressedPlainly(words: number[], [low, high]: [number, number], length: number, flags: number): Uint32Array {
  const state = Uint32Array.of(...IV, ...IV.slice(0, 4), low, high, length, flags);
  const at = (index: number) => state[index] ?? Number.NaN;
  const turn = (value: number, bits: number) => (value >>> bits) | (value << (32 - bits));
  const mix = (a: number, b: number, c: number, d: number, x = Number.NaN, y = Number.NaN) => {
    for (const [word, turnD, turnB] of [[x, 16, 12] as const, [y, 8, 7] as const]) {
      state[a] = at(a) + at(b) + word;
      state[d] = turn(at(d) ^ at(a), turnD);
      state[c] = at(c) + at(d);
      state[b] = turn(at(b) ^ at(c), turnB);
    }
  };
  let message = words;
  for (let round = 0; round < 7; round += 1) {
    const [...m] = message;
    mix(0, 4, 8, 12, m[0], m[1]);
    mix(1, 5, 9, 13, m[2], m[3]);
    mix(2, 6, 10, 14, m[4], m[5]);
    mix(3, 7, 11, 15, m[6], m[7]);
    mix(0, 5, 10, 15, m[8], m[9]);
    mix(1, 6, 11, 12, m[10], m[11]);
    mix(2, 7, 8, 13, m[12], m[13]);
    mix(3, 4, 9, 14, m[14], m[15]);
    message = PERMUTATION.map((index) => m[index] ?? Number.NaN);
  }
  return Uint32Array.from({ length: 8 }, (_, index) => at(index) ^ at(index + 8));
}
