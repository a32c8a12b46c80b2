import { createServer, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';

/** Model provider on loopback that always returns the same response, and a gateway configuration for it. */
export class TestProvider {
  #server: Server;
  #folder: string;

  private constructor(server: Server, folder: string) {
    this.#server = server;
    this.#folder = folder;
  }

  /** Path for `--config`. Its model is `lab/maker`. */
  get configFile(): string {
    return path.join(this.#folder, 'flowdeck.config.json');
  }

  static async start(contentType: string, body: string): Promise<TestProvider> {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': contentType }).end(body);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-provider-'));
    const provider = new TestProvider(server, folder);
    const { port } = server.address() as AddressInfo;
    const lab = { name: 'lab', baseUrl: `http://127.0.0.1:${port}`, models: [{ name: 'maker', path: '/make' }] };
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
