// A surface that only sends: short JSON, or the number of megabytes in the path, at full speed or at the rate of `mbPerS`.
// Prints its port.
import { createServer } from 'node:http';

const MEGABYTE = 1024 ** 2;
const chunk = Buffer.alloc(256 * 1024, 'flowdeck');
const page = JSON.stringify({ jobs: [], has_more: false, next_cursor: null });

const server = createServer((incoming, outgoing) => {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://surface');
  const megabytes = Number(/^\/api\/v2\/assets\/(\d+)\/content$/.exec(pathname)?.[1] ?? 0);
  const bytesPerMs = (Number(searchParams.get('mbPerS') ?? Number.POSITIVE_INFINITY) * MEGABYTE) / 1000;
  if (megabytes === 0) {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': page.length }).end(page);
    return;
  }
  let left = megabytes * MEGABYTE;
  outgoing.writeHead(200, { 'content-type': 'video/mp4', 'content-length': left });
  const size = left;
  const startedAt = performance.now();
  const send = () => {
    while (left > 0) {
      const dueInMs = (size - left) / bytesPerMs - (performance.now() - startedAt);
      if (dueInMs > 1) {
        setTimeout(send, dueInMs);
        return;
      }
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
