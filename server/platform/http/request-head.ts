import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { earlyRejection } from '../../http/early-rejection';
import { jobApiError } from '../../http/job-api-error';

/**
 * Describes why the head of a request does not identify a single URL; `null` if it does. RFC 9112, 3.2: exactly one `Host`. Names
 * that are invalid in URLs, such as `127.999.1.1`, would throw wherever the URL is parsed later.
 */
export function findHeadError({ rawHeaders, headers, url = '' }: IncomingMessage): string | null {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) return 'The request has more than one Host header';
  if (!headers.host) return 'The request has no Host header';
  if (!URL.canParse(`http://${headers.host}/`)) return 'The Host header is not a valid host name';
  if (/^https?:\/\//i.test(url) && !URL.canParse(url)) return 'The request target is not a valid URL';
  return null;
}

/** Converts an error of Node's parser into a status and a message. */
export function parserRejection(code: string): { status: number; message: string } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, message: 'The request head exceeds 16 KiB' };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, message: 'The chunk extensions of the request are too large' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'The head of the request did not arrive in time' };
    default:
      return { status: 400, message: 'The request is not valid HTTP' };
  }
}

/** Sends the envelope through a Node response. */
export async function rejectRequest(
  outgoing: ServerResponse,
  status: number,
  message: string,
  requestId: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const response = earlyRejection(jobApiError('invalid_request', message, { status }), requestId);
  const body = Buffer.from(await response.text());
  const headers = {
    ...more,
    ...Object.fromEntries(response.headers),
    'content-length': body.length,
    connection: 'close',
  };
  outgoing.writeHead(status, headers).end(body);
}

/** Sends the envelope if there is no response object: the parser failed, or the body stopped. Closes the connection. */
export async function rejectConnection(
  socket: Duplex,
  status: number,
  message: string,
  requestId: string,
): Promise<void> {
  const response = earlyRejection(jobApiError('invalid_request', message, { status }), requestId);
  const body = await response.text();
  response.headers.set('content-length', String(Buffer.byteLength(body)));
  response.headers.set('connection', 'close');
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}
