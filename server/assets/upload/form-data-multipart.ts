import { MAX_TEXT_PARTS, MAX_TEXT_PART_BYTES, MultipartBroken, type MultipartReader } from './multipart';

/**
 * Parses with the platform's `FormData`, which holds the whole body in memory: for tests and for the gateway in a browser.
 * It preserves the order of the parts, so parts before and after the file can be distinguished.
 */
export const readFormDataMultipart: MultipartReader = async (request) => {
  let form: FormData;
  try {
    form = await request.formData();
  } catch (cause) {
    throw new MultipartBroken('The body is not a complete multipart form', { cause });
  }
  const early = new Map<string, string[]>();
  const late = new Map<string, string[]>();
  let file: File | null = null;
  let textParts = 0;
  for (const [name, value] of form.entries()) {
    if (typeof value !== 'string') {
      if (name !== 'file') throw new MultipartBroken(`The part ${name} must be text`);
      if (file) throw new MultipartBroken('The form has more than one file');
      file = value;
      continue;
    }
    if (name === 'file') throw new MultipartBroken('The part file must be a file: it has no file name');
    textParts += 1;
    if (textParts > MAX_TEXT_PARTS) throw new MultipartBroken(`The form has more than ${MAX_TEXT_PARTS} text parts`);
    if (new TextEncoder().encode(value).byteLength > MAX_TEXT_PART_BYTES) {
      throw new MultipartBroken(`The part ${name} is longer than ${MAX_TEXT_PART_BYTES} bytes`);
    }
    const fields = file ? late : early;
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return {
    fields: early,
    file: file && { name: file.name === '' ? null : file.name, content: chunksOf(file.stream()) },
    lateFields: () => Promise.resolve(late),
    abandon: () => {},
  };
};

/** Reads manually, since `ReadableStream` is not async iterable in every browser. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
