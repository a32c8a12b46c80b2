// A surface that does nothing but send: short JSON, or as many megabytes as the path says. Prints its port.
import { createServer } from 'node:http';

const MEGABYTE = 1024 ** 2;
const chunk = Buffer.alloc(256 * 1024, 'flowdeck');
const page = JSON.stringify({ jobs: [], has_more: false, next_cursor: null });

const server = createServer((incoming, outgoing) => {
  const megabytes = Number(/^\/api\/v2\/assets\/(\d+)\/content$/.exec(incoming.url ?? '')?.[1] ?? 0);
  if (megabytes === 0) {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': page.length }).end(page);
    return;
  }
  let left = megabytes * MEGABYTE;
  outgoing.writeHead(200, { 'content-type': 'video/mp4', 'content-length': left });
  const send = () => {
    while (left > 0) {
      left -= chunk.length;
      if (!outgoing.write(chunk)) {
        outgoing.once('drain', send);
        return;
      }
    }
    outgoing.end();
  };
  send();
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
