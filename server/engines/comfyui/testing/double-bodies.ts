import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Reads the file of an upload, after the text parts that ComfyUI expects. */
export async function readMultipartFile(request: IncomingMessage): Promise<{ name: string; bytes: Buffer }> {
  const fields = new Map<string, string>();
  const chunks: Buffer[] = [];
  let name = '';
  const parser = busboy({ headers: request.headers });
  parser.on('field', (key, value) => fields.set(key, value));
  parser.on('file', (_key, stream, info) => {
    name = info.filename ?? '';
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  });
  const finished = new Promise<void>((resolve, reject) => {
    parser.on('close', resolve);
    parser.on('error', reject);
  });
  request.pipe(parser);
  await finished;
  if (fields.get('type') !== 'input') throw new Error('An upload without a folder');
  return { name, bytes: Buffer.concat(chunks) };
}
