import { plainPng } from '../scripted-engine/plain-png';
import { toBase64 } from '../../to-base64';
import type { ModelOutput } from '../../router/model-source';
import { streamOf } from '../../router/responses/readable-response';
import type { Script, ScriptedKind } from './scripted-script';

const CHUNK_BYTES = 64 * 1024;
/** Unreachable URL. */
const PROVIDER_LINK = 'https://files.scripted.example/picture.png';

export function responseOf(kind: ScriptedKind, body: Uint8Array, script: Script): ModelOutput {
  switch (kind) {
    case 'echo':
    case 'free-form':
      return { contentType: 'application/json', body: streamOf([body]), upstreamStatus: 200 };
    case 'picture-inline':
      return json(
        { data: [{ b64_json: toBase64(plainPng(32, 32, [80, 120, 200])) }], usage: { images: 1 } },
        { creditsUsed: '21.1' },
      );
    case 'picture-link':
      return json({ images: [{ url: PROVIDER_LINK, width: 64, height: 64 }] }, { isReplayable: false });
    case 'sound':
      return { contentType: 'audio/wav', body: streamOf([wav()]) };
    case 'text':
      return {
        contentType: 'text/plain; charset=utf-8',
        body: streamOf([new TextEncoder().encode('A scripted reply.')]),
      };
    case 'bytes': {
      const { bytes, content_type: contentType } = script.fields;
      return {
        contentType: typeof contentType === 'string' ? contentType : 'application/octet-stream',
        body: zeros(typeof bytes === 'number' ? bytes : 0),
      };
    }
  }
}

function json(value: object, more: Partial<ModelOutput>): ModelOutput {
  const body = streamOf([new TextEncoder().encode(JSON.stringify(value))]);
  return { contentType: 'application/json', body, ...more };
}

function zeros(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream(
    {
      pull(controller) {
        if (left <= 0) {
          controller.close();
          return;
        }
        const chunk = Math.min(left, CHUNK_BYTES);
        left -= chunk;
        controller.enqueue(new Uint8Array(chunk));
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns a tone of 0.1 s: mono, 8 bit, 8 kHz. */
function wav(): Uint8Array {
  const samples = Uint8Array.from(
    { length: 800 },
    (_, at) => 128 + Math.round(100 * Math.sin((at * 2 * Math.PI * 440) / 8000)),
  );
  const head = new DataView(new ArrayBuffer(44));
  const word = (at: number, text: string) =>
    [...text].forEach((sign, index) => head.setUint8(at + index, sign.codePointAt(0) ?? 0));
  word(0, 'RIFF');
  head.setUint32(4, 36 + samples.length, true);
  word(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, 8000, true);
  head.setUint32(28, 8000, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  word(36, 'data');
  head.setUint32(40, samples.length, true);
  const file = new Uint8Array(44 + samples.length);
  file.set(new Uint8Array(head.buffer));
  file.set(samples, 44);
  return file;
}
