// Servers that hang, each in its own way. Prints a line of JSON: their ports by name.
import { once } from 'node:events';
import { createServer } from 'node:http';

const SPACE = ' ';
const FLOOD = Buffer.alloc(64 * 1024, SPACE);
const AT = new Date().toISOString();

const json = { 'content-type': 'application/json' };

/** A list whose job has images, so that rows request content. */
const list = () =>
  JSON.stringify({
    jobs: Array.from({ length: 20 }, (_, index) => {
      const id = `00000000-0000-4000-8000-0000000000${10 + index}`;
      const self = `/api/v2/jobs/${id}`;
      return {
        id,
        status: 'succeeded',
        created_at: AT,
        started_at: AT,
        finished_at: AT,
        progress: 1,
        metadata: {},
        error: null,
        outputs: [
          {
            id,
            name: `${index}.png`,
            content_type: 'image/png',
            size_bytes: 1000,
            url: `/api/v2/assets/${id}/content`,
          },
        ],
        urls: { self, cancel: `${self}/cancel`, events: `${self}/events`, logs: `${self}/logs` },
      };
    }),
    has_more: false,
    next_cursor: null,
  });

let requests = 0;

/** @type {Record<string, (incoming: import('node:http').IncomingMessage, outgoing: import('node:http').ServerResponse) => void>} */
const WAYS = {
  silent: () => {},
  head: (_, outgoing) => outgoing.writeHead(200, json).flushHeaders(),
  drip: (_, outgoing) => drip(outgoing, 5000),
  'fast drip': (_, outgoing) => drip(outgoing, 300),
  flood: (_, outgoing) => {
    outgoing.writeHead(200, json);
    const send = () => {
      while (!outgoing.destroyed && outgoing.write(FLOOD));
    };
    outgoing.on('drain', send);
    send();
  },
  /** Quick at first, so that the page trusts it. */
  later: (_, outgoing) => {
    requests += 1;
    if (requests <= 6) outgoing.writeHead(200, json).end(list());
  },
  /** Only files and event streams have no response. */
  content: (incoming, outgoing) => {
    if (!/\/(?:content|events)/.test(incoming.url ?? '')) outgoing.writeHead(200, json).end(list());
  },
};

/** @param {import('node:http').ServerResponse} outgoing @param {number} everyMs */
function drip(outgoing, everyMs) {
  outgoing.writeHead(200, json).write(SPACE);
  const timer = setInterval(() => outgoing.write(SPACE), everyMs);
  outgoing.on('close', () => clearInterval(timer));
}

const ports = await Promise.all(
  Object.entries(WAYS).map(async ([way, respond]) => {
    const server = createServer(respond).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return [way, typeof address === 'object' ? address?.port : 0];
  }),
);
console.log(JSON.stringify(Object.fromEntries(ports)));
