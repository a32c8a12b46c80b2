// The least that can stand between a caller and a provider: takes a body, sends it on, gives the answer back. Its time is what
// the machine itself takes for one more process on the way. Prints its port.
import { createServer } from 'node:http';
import { Agent, request } from 'undici';

const upstream = process.argv[2] ?? '';
const dispatcher = new Agent();

const server = createServer(async (incoming, outgoing) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = { 'content-type': 'application/json' };
  const answer = await request(upstream, { dispatcher, method: 'POST', headers, body: Buffer.concat(chunks) });
  outgoing.writeHead(answer.statusCode, { 'content-type': String(answer.headers['content-type']) });
  outgoing.end(Buffer.from(await answer.body.arrayBuffer()));
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
