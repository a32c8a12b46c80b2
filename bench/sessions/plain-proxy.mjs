// Minimal proxy between a client and a provider: forwards the request body and returns the response. Its time is the machine's
// cost of one more process in between. Prints its port.
import { createServer } from 'node:http';
import { Agent, request } from 'undici';

const upstream = process.argv[2] ?? '';
const dispatcher = new Agent();

/** @param {import('node:http').IncomingMessage} incoming @param {import('node:http').ServerResponse} outgoing */
async function passOn(incoming, outgoing) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = { 'content-type': 'application/json' };
  const response = await request(upstream, { dispatcher, method: 'POST', headers, body: Buffer.concat(chunks) });
  outgoing.writeHead(response.statusCode, { 'content-type': String(response.headers['content-type']) });
  outgoing.end(Buffer.from(await response.body.arrayBuffer()));
}

// If the upstream fails, ends the connection and thereby the bench.
const server = createServer((incoming, outgoing) => void passOn(incoming, outgoing).catch(() => outgoing.destroy()));

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
