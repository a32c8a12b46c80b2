import type { ByteReader } from '../byte-reader';
import { memberText } from '../classify-text';
import { decodeText, latin1 } from '../decode-text';
import type { TextCollector } from '../embedded-texts';

/** Reads the JSON chunk of a binary glTF file, where ComfyUI stores the graph under `asset.extras`. */
export async function readGlb(bytes: ByteReader, found: TextCollector): Promise<void> {
  const header = await bytes.view(12, 8);
  const length = header.getUint32(0, true);
  if (latin1(new Uint8Array(header.buffer, header.byteOffset + 4, 4)) !== 'JSON') return;
  if (!found.accepts('JSON', length)) return;
  const text = decodeText(await bytes.read(20, length));
  for (const key of ['prompt', 'workflow', 'parameters']) {
    const value = memberText(text, ['asset', 'extras', key]);
    if (value !== null) found.add(key, value);
  }
}
