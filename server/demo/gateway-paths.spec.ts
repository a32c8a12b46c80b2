import { describe, expect, it } from 'vitest';
import { GatewayPaths } from './gateway-paths';

const HOST = 'https://pages.example';

function pathOf(folder: string, url: string): string | null {
  const request = new GatewayPaths(`${HOST}${folder}`).toGateway(new Request(url));
  return request && new URL(request.url).pathname;
}

describe('requests that the demo gateway handles', () => {
  it.each([
    ['/', '/api/v2/jobs?limit=5', '/api/v2/jobs'],
    ['/', '/console/status', '/console/status'],
    ['/', '/v2/models', '/v2/models'],
    ['/', '/local/jobs', null],
    ['/', '/apiary', null],
    ['/', '/_app/a.js', null],
    // Links in its responses start at the root, wherever the demo is hosted.
    ['/flowdeck/', '/api/v2/jobs', '/api/v2/jobs'],
    ['/flowdeck/', '/flowdeck/api/v2/jobs', '/api/v2/jobs'],
    ['/flowdeck/', '/flowdeck/local/jobs', null],
  ])('in %s: %s is %s', (folder, path, expected) => {
    expect(pathOf(folder, HOST + path)).toBe(expected);
  });

  it('exclude those to another host', () => {
    expect(pathOf('/', 'https://api.example/api/v2/jobs')).toBeNull();
  });

  it('exclude those that load code: a stored file is never a script', () => {
    const request = new Request(`${HOST}/api/v2/assets/1/content`);
    const paths = new GatewayPaths(`${HOST}/`);
    expect(paths.toGateway(request)).not.toBeNull();
    for (const destination of ['script', 'worker', 'serviceworker', 'style']) {
      Object.defineProperty(request, 'destination', { value: destination, configurable: true });
      expect(paths.toGateway(request)).toBeNull();
    }
  });

  it('keep method, headers and body in a subfolder', async () => {
    const sent = new Request(`${HOST}/flowdeck/api/v2/jobs?a=b`, {
      method: 'POST',
      headers: { 'idempotency-key': 'k' },
      body: '{"workflow":{}}',
    });
    const request = new GatewayPaths(`${HOST}/flowdeck/`).toGateway(sent);
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe(`${HOST}/api/v2/jobs?a=b`);
    expect(request?.headers.get('idempotency-key')).toBe('k');
    expect(await request?.text()).toBe('{"workflow":{}}');
  });
});
