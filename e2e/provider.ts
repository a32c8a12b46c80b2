import { createServer, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';

/** Model provider on loopback that always returns the same response, except to a wrong key, and a gateway configuration for it. */
export class TestProvider {
  /** What the calls were authenticated with, oldest first. */
  readonly keys: (string | undefined)[];
  #server: Server;
  #folder: string;

  private constructor(server: Server, folder: string, keys: (string | undefined)[]) {
    this.keys = keys;
    this.#server = server;
    this.#folder = folder;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Path for `--config`. Its model is `lab/maker`. */
  get configFile(): string {
    return path.join(this.#folder, 'flowdeck.config.json');
  }

  /** @param settings more settings of the provider */
  static async start(contentType: string, body: string, settings: object = {}): Promise<TestProvider> {
    const keys: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      request.resume();
      const { authorization } = request.headers;
      keys.push(authorization);
      if (authorization?.includes('wrong')) response.writeHead(401).end(`{"error":"No such key: ${authorization}"}`);
      else response.writeHead(200, { 'content-type': contentType }).end(body);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-provider-'));
    const provider = new TestProvider(server, folder, keys);
    const models = [{ name: 'maker', path: '/make' }];
    const lab = { name: 'lab', baseUrl: provider.origin, models, ...settings };
    await writeFile(provider.configFile, JSON.stringify({ providers: [lab] }));
    return provider;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
    await rm(this.#folder, { recursive: true, force: true });
  }
}
