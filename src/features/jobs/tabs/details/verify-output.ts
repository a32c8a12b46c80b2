import type { Output } from '@contract/jobs/schemas';
import { fetchContent } from '@/api/fetch-content';
import { hashFile } from '@/domains/assets/hash-file';
import { withConnection } from '@/api/connections';
import type { Surface } from '@/api/surface';

export interface VerifyProgress {
  step: 'reading' | 'hashing';
  bytes: number;
}

/**
 * Downloads the content and returns its hash as `blake3:<64 hex digits>`. The bytes go through the browser's own file
 * storage instead of memory, and the hash is computed in a worker.
 */
export async function hashOutput(
  surface: Surface,
  output: Output,
  url: string,
  signal: AbortSignal,
  onProgress: (progress: VerifyProgress) => void,
): Promise<string> {
  const blob = await withConnection('download', signal, async () => {
    const response = await fetchContent(surface, url, { signal, cache: 'no-store' });
    if (!response.ok || !response.body) throw new Error(`The server responded with ${response.status}.`);
    let bytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onProgress({ step: 'reading', bytes });
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter)).blob();
  });
  return hashFile(new File([blob], output.name), {
    signal,
    onProgress: (bytes) => onProgress({ step: 'hashing', bytes }),
  });
}
