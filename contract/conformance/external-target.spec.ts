import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { TARGET, TEST_TOKEN } from './harness/target';
import { openOverHttp } from './harness/http-host';
import { followLink, headersOf } from './harness/surface';

/** Runs `npm run conformance` as users do; returns its exit code and output. */
async function conformance(flags: string[], token?: string): Promise<{ code: number | null; printed: string }> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|CONFORMANCE_(?!GATEWAY)|NODE_ENV$)/.test(name),
  );
  const child = spawn(process.execPath, ['scripts/conformance.mjs', ...flags], {
    env: { ...Object.fromEntries(own), NO_COLOR: '1', ...(token === undefined ? {} : { CONFORMANCE_TOKEN: token }) },
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => {
      child.once('close', resolve);
    }),
  ]);
  return { code, printed: stdout + stderr };
}

describe.skipIf(TARGET)('the rules at any base address', () => {
  test('J-1.19 pass on our gateway like on a hosted surface', { timeout: 180_000 }, async () => {
    const gateway = await openOverHttp({ token: TEST_TOKEN });
    const { code, printed } = await conformance(['--base-url', gateway.baseUrl, 'jobs-idempotency'], TEST_TOKEN);
    expect(printed).toMatch(/Tests\s+\d+ passed/);
    expect(printed).toContain('the settings of the surface are its own (queueDepth)');
    expect({ code, printed }).toMatchObject({ code: 0 });
    const rejected = await conformance(['--base-url', gateway.baseUrl]);
    expect(rejected).toMatchObject({ code: 2, printed: expect.stringContaining('--token') });
    const empty = await conformance(['--base-url', gateway.baseUrl], '');
    expect(empty).toMatchObject({ code: 2, printed: expect.stringContaining('--token') });
    await gateway.close();
    const silent = await conformance(['--base-url', gateway.baseUrl]);
    expect(silent).toMatchObject({ code: 2, printed: expect.stringContaining('No response from') });
  });

  test('send JSON as JSON, also where a test names no content type', () => {
    expect(headersOf({ body: '{}' }).get('content-type')).toBe('application/json');
    expect(headersOf({ body: '{}', headers: { 'content-type': 'text/plain' } }).get('content-type')).toBe('text/plain');
    expect(headersOf({ body: new FormData() }).has('content-type')).toBe(false);
  });

  test.each([
    ['/api/v2/jobs', 'https://host/deployments/7', 'https://host/deployments/7/api/v2/jobs'],
    ['/deployments/7/api/v2/jobs/1', 'https://host/deployments/7', 'https://host/deployments/7/api/v2/jobs/1'],
    ['https://files.example/1?signature=x', 'https://host/deployments/7', 'https://files.example/1?signature=x'],
    ['/api/v2/jobs', 'https://host', 'https://host/api/v2/jobs'],
  ])('resolve %s under %s to %s', (link, base, requested) => {
    expect(followLink(link, base)).toBe(requested);
  });
});
