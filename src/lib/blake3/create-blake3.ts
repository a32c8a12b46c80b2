import { createBLAKE3 } from 'hash-wasm';
import { createSimdBlake3, type Blake3 } from './simd-blake3';

/**
 * Uses vector instructions where the browser has them, which takes half the time, otherwise `hash-wasm` (decision 093).
 * @param simd `false` for `hash-wasm` everywhere
 */
export async function createBlake3(simd = true): Promise<Blake3> {
  if (simd) {
    try {
      return await createSimdBlake3();
    } catch {
      // Without vector instructions the kernel does not compile.
    }
  }
  const hasher = await createBLAKE3();
  hasher.init();
  return { update: (bytes) => void hasher.update(bytes), digest: () => hasher.digest('hex') };
}
