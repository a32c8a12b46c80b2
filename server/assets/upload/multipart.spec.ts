import { describe, expect, it } from 'vitest';
import { readBusboyMultipart } from './busboy-multipart';
import { readFormDataMultipart } from './form-data-multipart';
import { MAX_TEXT_PART_BYTES, MAX_TEXT_PARTS, MultipartBroken } from './multipart';

const URL_OF_UPLOAD = 'http://127.0.0.1/api/v2/assets';

type Part = [name: string, value: string | Blob, fileName?: string];

/** Encodes the form at once: Node 24 reports an error of its own encoder if a body is not read to its end. */
async function formRequest(...parts: Part[]): Promise<Request> {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName);
  }
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  return rawRequest(await encoded.arrayBuffer(), contentType);
}

function rawRequest(body: BodyInit, contentType = 'multipart/form-data; boundary=b'): Request {
  return new Request(URL_OF_UPLOAD, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Lets streams process everything that is pending. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

async function collect(content: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe.each([
  ['busboy', readBusboyMultipart],
  ['form data', readFormDataMultipart],
])('the multipart parser with %s', (_, read) => {
  it('J-4.94 returns the text parts before the file, then the file', async () => {
    const upload = await read(
      await formRequest(
        ['content_type', 'image/png'],
        ['file_path', 'Grüße/ß.png'],
        ['tags', 'a'],
        ['tags', 'b'],
        ['file', new Blob(['bytes']), 'photo.png'],
      ),
    );
    expect(Object.fromEntries(upload.fields)).toEqual({
      content_type: ['image/png'],
      file_path: ['Grüße/ß.png'],
      tags: ['a', 'b'],
    });
    expect(upload.file?.name).toBe('photo.png');
    expect((await collect(upload.file?.content)).toString()).toBe('bytes');
    expect(await upload.lateFields()).toEqual(new Map());
  });

  it('J-4.94 separates text parts after the file', async () => {
    const upload = await read(await formRequest(['a', '1'], ['file', new Blob(['x']), 'x'], ['b', '2'], ['b', '3']));
    expect([...upload.fields.keys()]).toEqual(['a']);
    await collect(upload.file?.content);
    expect(await upload.lateFields()).toEqual(new Map([['b', ['2', '3']]]));
  });

  it('returns a large file and an empty one unchanged', async () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 3_000_001 }, (_, i) => (i * 7919) % 256));
    const big = await read(await formRequest(['file', new Blob([bytes]), 'big']));
    expect((await collect(big.file?.content)).equals(bytes)).toBe(true);
    const empty = await read(await formRequest(['file', new Blob([]), 'empty']));
    expect(await collect(empty.file?.content)).toHaveLength(0);
    expect(await empty.lateFields()).toEqual(new Map());
  });

  it('preserves a path in the file name as text', async () => {
    const upload = await read(
      rawRequest(
        '--b\r\ncontent-disposition: form-data; name="file"; filename="../../etc/passwd"\r\n\r\nx\r\n--b--\r\n',
      ),
    );
    expect(upload.file?.name).toBe('../../etc/passwd');
    expect((await collect(upload.file?.content)).toString()).toBe('x');
  });

  it('returns no file if the form has none', async () => {
    const upload = await read(await formRequest(['content_type', 'image/png']));
    expect(upload.file).toBeNull();
    expect([...upload.fields.keys()]).toEqual(['content_type']);
  });

  it.each<[string, () => Request | Promise<Request>]>([
    ['a body of another type', () => rawRequest('{}', 'application/json')],
    ['a form without a boundary', () => rawRequest('--b--', 'multipart/form-data')],
    ['a body that is not a form', () => rawRequest('hello')],
    ['no body', () => new Request(URL_OF_UPLOAD, { method: 'POST' })],
    ['a form that ends in a text part', () => rawRequest('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx')],
    ['a second file', () => formRequest(['file', new Blob(['1']), '1'], ['file', new Blob(['2']), '2'])],
    ['a file part that is text', () => formRequest(['file', 'text'])],
    ['a file under another name', () => formRequest(['picture', new Blob(['1']), '1'])],
    ['a text part that is too long', () => formRequest(['a', 'x'.repeat(MAX_TEXT_PART_BYTES + 1)])],
    [
      'too many text parts',
      () => formRequest(...Array.from({ length: MAX_TEXT_PARTS + 1 }, (_, i): Part => [`p${i}`, 'x'])),
    ],
  ])('rejects %s', async (_, request) => {
    const result = async () => {
      const upload = await read(await request());
      await collect(upload.file?.content);
      await upload.lateFields();
    };
    await expect(result()).rejects.toThrow(MultipartBroken);
  });

  it('accepts text parts up to the limits of number and length', async () => {
    const parts = Array.from({ length: MAX_TEXT_PARTS }, (_, i): Part => [`p${i}`, 'x']);
    parts[0] = ['p0', 'x'.repeat(MAX_TEXT_PART_BYTES)];
    const upload = await read(await formRequest(...parts));
    expect(upload.fields.size).toBe(MAX_TEXT_PARTS);
    expect(upload.fields.get('p0')?.[0]).toHaveLength(MAX_TEXT_PART_BYTES);
  });
});

describe('the multipart parser with busboy', () => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n';

  /** Counts the bytes requested by the reader; never ends. */
  function endless() {
    const requested = { chunks: 0 };
    const chunk = bytesOf('x'.repeat(64 * 1024));
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          controller.enqueue(requested.chunks === 0 ? bytesOf(head) : chunk);
          requested.chunks += 1;
        },
      },
      { highWaterMark: 0 },
    );
    return { stream, requested };
  }

  it('requests no more from the client than the consumer reads', async () => {
    const { stream, requested } = endless();
    const upload = await readBusboyMultipart(rawRequest(stream));
    await turns(200);
    expect(requested.chunks).toBeLessThan(10);
    const iterator = upload.file?.content[Symbol.asyncIterator]();
    for (let i = 0; i < 50; i++) await iterator?.next();
    await turns(200);
    expect(requested.chunks).toBeGreaterThan(40);
    expect(requested.chunks).toBeLessThan(80);
    await iterator?.return?.();
  });

  it('continues reading briefly after a rejection, then disconnects the client', async () => {
    const { stream, requested } = endless();
    const upload = await readBusboyMultipart(rawRequest(stream));
    upload.abandon();
    await expect(upload.lateFields()).rejects.toThrow(MultipartBroken);
    const asMegabytes = (requested.chunks * 64) / 1024;
    expect(asMegabytes).toBeGreaterThan(15);
    expect(asMegabytes).toBeLessThan(18);
  });

  it('reports a connection lost in the middle of the file', async () => {
    const lost = new Error('connection lost');
    let step = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (step++ === 0) controller.enqueue(bytesOf(`${head}some bytes`));
          else controller.error(lost);
        },
      },
      { highWaterMark: 0 },
    );
    const upload = await readBusboyMultipart(rawRequest(stream));
    await expect(collect(upload.file?.content)).rejects.toMatchObject({ name: 'MultipartBroken', cause: lost });
    await expect(upload.lateFields()).rejects.toThrow(MultipartBroken);
  });

  it('reports a form that ends in the middle of the file', async () => {
    const upload = await readBusboyMultipart(rawRequest(`${head}some bytes`));
    await expect(collect(upload.file?.content)).rejects.toThrow(MultipartBroken);
  });
});
