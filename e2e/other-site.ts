import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves files to anyone, without knowledge of Flowdeck. */
export interface OtherSite {
  /** Such as `http://127.0.0.2:4000`. */
  readonly origin: string;
  /** Headers of its requests, oldest first. */
  readonly asked: readonly IncomingHttpHeaders[];
  close(): void;
}

export interface SiteFile {
  content: string | Uint8Array;
  type: string;
  /** Where the file is instead. */
  location?: string;
  /** Whether pages of other sites may read it. */
  isShared?: boolean;
}

/** @param files by path */
export async function startOtherSite(address: string, files: Record<string, SiteFile>): Promise<OtherSite> {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    const file = files[request.url ?? ''];
    if (!file) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    const { content, type, location, isShared = false } = file;
    if (isShared) response.setHeader('access-control-allow-origin', '*');
    if (location !== undefined) return void response.writeHead(302, { location }).end();
    response.writeHead(200, { 'content-type': type }).end(content);
  });
  server.listen(0, address);
  await once(server, 'listening');
  return {
    origin: `http://${address}:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
