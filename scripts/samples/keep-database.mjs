// Keeps a database of the built gateway for `server/platform/data-folder/released-databases.spec.ts`, once per release: with something of each
// kind that users store. `node scripts/samples/keep-database.mjs [SCRIPT]`, SCRIPT of another build.
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../build/build-parts.mjs';
import { GATEWAY_SCRIPT, spawnGateway } from '../processes/gateway-process.mjs';
import { readDatabase, sampleFile } from './released-databases.mjs';

const script = path.resolve(process.argv[2] ?? GATEWAY_SCRIPT);
const dataDir = mkdtempSync(path.join(tmpdir(), 'flowdeck-sample-'));
const gateway = await spawnGateway(['--port', '0', '--engine', 'embedded', '--data-dir', dataDir], { script });
const { address } = gateway;
if (address === null) throw new Error(gateway.printed().stderr);

/** @param {string} where @param {RequestInit} [init] @returns {Promise<any>} */
async function send(where, init) {
  const response = await fetch(address + where, init);
  if (!response.ok) {
    await gateway.end('SIGKILL');
    throw new Error(`${where}: ${response.status} ${await response.text()}`);
  }
  return await response.json();
}

/** @param {string} where @param {object} body @param {Record<string, string>} [headers] */
const post = (where, body, headers = {}) =>
  send(where, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** @param {string} title @param {string} image @returns {Promise<string>} */
async function submit(title, image) {
  const workflow = {
    1: { class_type: 'LoadImage', inputs: { image: { __type: 'core/ASSET', info: { id: image } } } },
    2: { class_type: 'ImageInvert', inputs: { image: ['1', 0] } },
    3: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'sample' } },
  };
  return (await post('/api/v2/jobs', { workflow, metadata: { flowdeck_title: title } })).id;
}

/** @param {string} id */
async function ended(id) {
  for (;;) {
    const { status } = await send(`/api/v2/jobs/${id}`);
    if (!['queued', 'running'].includes(status)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const form = new FormData();
form.append('content_type', 'image/png');
form.append('file_path', 'photo.png');
form.append(
  'file',
  new Blob([readFileSync(path.join(root, 'public/icons/app-192.png'))], { type: 'image/png' }),
  'photo.png',
);
const upload = await send('/api/v2/assets', { method: 'POST', body: form });
const done = await submit('Negative of a photo', upload.id);
await ended(done);
const deleted = await submit('Deleted', upload.id);
await ended(deleted);
await post('/console/jobs/delete', { ids: [deleted] });
const { version } = await send('/console/records');
const fields = { starred: { value: true, at: 1 } };
await post('/console/records', { since: version, records: [{ kind: 'job', id: done, fields }] });
const messages = [{ role: 'user', content: 'The tide is low. The harbour is quiet. Boats wait.' }];
await post('/v2/models/flowdeck/digest', { messages }, { 'idempotency-key': 'kept-with-the-release' });
await post('/console/queue/pause', { paused: true });
await submit('Waits in a paused queue', upload.id);
await gateway.end('SIGTERM');

const { bytes, schema } = readDatabase(dataDir);
const file = sampleFile(schema);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, gzipSync(bytes, { level: 9 }));
rmSync(dataDir, { recursive: true });
console.log(path.relative(root, file));
