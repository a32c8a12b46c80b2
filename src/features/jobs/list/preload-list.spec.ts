import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('does not let the rows wait for the stats, which it requests after the first paint', async () => {
  const requested: string[] = [];
  let paint = () => {};
  const painted = new Promise<void>((resolve) => (paint = resolve));
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => void painted.then(frame));
  vi.stubGlobal('location', new URL('http://localhost:8189/local/jobs'));
  vi.stubGlobal('fetch', async (url: RequestInfo | URL) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url, 'http://localhost:8189');
    requested.push(pathname);
    return pathname.endsWith('/summary') ? new Promise<Response>(() => {}) : new Response('{}', { status: 404 });
  });
  // They read the location when they load.
  const { LOCAL_SURFACE } = await import('@/api/surface');
  const { awaitFirstResponses } = await import('./preload-list');
  // The time limit of the loader never passes.
  vi.useFakeTimers({ toFake: ['setTimeout'] });

  await awaitFirstResponses(new QueryClient({ defaultOptions: { queries: { retry: false } } }), LOCAL_SURFACE, {});

  expect(requested).toContain('/api/v2/jobs');
  expect(requested).not.toContain('/console/jobs/summary');
  vi.useRealTimers();
  paint();
  await expect.poll(() => requested).toContain('/console/jobs/summary');
});
