import type { Readable } from 'node:stream';
import busboy from 'busboy';
import {
  MAX_TEXT_PART_BYTES,
  MAX_TEXT_PARTS,
  MultipartBroken,
  type MultipartReader,
  type MultipartUpload,
} from './multipart';

/**
 * Maximum number of bytes read and discarded after a rejection. A client that sends its whole body before it reads the
 * response would otherwise see a broken connection instead of the error.
 */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;

/** Streams the file through busboy with backpressure: the request is read only as fast as the file is consumed. */
export const readBusboyMultipart: MultipartReader = async (request) => {
  const { body } = request;
  if (!body) throw new MultipartBroken('The request has no body');
  const parser = parserFor(request);
  return await new Promise<MultipartUpload>((resolve, reject) => {
    const early = new Map<string, string[]>();
    const late = new Map<string, string[]>();
    let drainBudget = Infinity;
    let hasFile = false;
    const fail = (message: string) => void parser.destroy(new MultipartBroken(message));
    const finished = new Promise<void>((resolveEnd, rejectEnd) => {
      parser.on('close', resolveEnd);
      parser.on('error', (error) => rejectEnd(asBroken(error)));
    });

    parser.on('field', (name, value, info) => {
      if (name === 'file') fail('The part file must be a file: it has no file name');
      if (info.valueTruncated) fail(`The part ${name} is longer than ${MAX_TEXT_PART_BYTES} bytes`);
      const fields = hasFile ? late : early;
      fields.set(name, [...(fields.get(name) ?? []), value]);
    });
    parser.on('fieldsLimit', () => fail(`The form has more than ${MAX_TEXT_PARTS} text parts`));
    parser.on('filesLimit', () => fail('The form has more than one file'));
    parser.on('file', (name, stream, info) => {
      // Without a listener, an error of an unread file would end the process.
      stream.on('error', () => {});
      if (name !== 'file') {
        fail(`The part ${name} must be text`);
        return;
      }
      hasFile = true;
      const abandon = () => {
        drainBudget = MAX_DRAIN_BYTES;
        stream.resume();
      };
      resolve({
        fields: early,
        file: { name: info.filename ?? null, content: contentOf(stream, abandon) },
        lateFields: async () => {
          await finished;
          return late;
        },
        abandon,
      });
    });
    finished.then(
      () => resolve({ fields: early, file: null, lateFields: () => Promise.resolve(late), abandon: () => {} }),
      reject,
    );
    void pump(body, parser, (bytes) => (drainBudget -= bytes) >= 0);
  });
};

function parserFor(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      // busboy reports a part that exactly fills its limit as truncated.
      limits: { fields: MAX_TEXT_PARTS, fieldSize: MAX_TEXT_PART_BYTES + 1, files: 1 },
      // A path in a file name is plain text (and is never used as a path).
      preservePath: true,
      defParamCharset: 'utf8',
    });
  } catch (cause) {
    throw new MultipartBroken('The body is not a multipart form', { cause });
  }
}

async function pump(
  body: ReadableStream<Uint8Array>,
  parser: busboy.Busboy,
  mayTake: (bytes: number) => boolean,
): Promise<void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (parser.destroyed) break;
      if (done) {
        parser.end();
        return;
      }
      if (!mayTake(value.byteLength)) break;
      if (!parser.write(value)) await drained(parser);
    }
    parser.destroy();
    await reader.cancel();
  } catch (cause) {
    parser.destroy(new MultipartBroken('The body ended before it was complete', { cause }));
  }
}

function drained(parser: busboy.Busboy): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      parser.off('drain', done);
      parser.off('close', done);
      resolve();
    };
    parser.on('drain', done);
    parser.on('close', done);
  });
}

async function* contentOf(stream: Readable, abandon: () => void): AsyncIterable<Uint8Array> {
  try {
    // A destroyed part would block the parser, so a reader that stops early drains the rest.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    throw asBroken(error);
  } finally {
    abandon();
  }
}

function asBroken(error: unknown): MultipartBroken {
  if (error instanceof MultipartBroken) return error;
  return new MultipartBroken('The body is not a complete multipart form', { cause: error });
}
