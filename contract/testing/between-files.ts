import { afterAll, vi } from 'vitest';

// Specs that run in one process, one after the other, begin with modules of their own and leave the globals as they were.
vi.resetModules();
// The HTTP adapter puts its own in their place.
const { Request, Response } = globalThis;

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  Object.defineProperty(globalThis, 'Request', { value: Request });
  Object.defineProperty(globalThis, 'Response', { value: Response });
});
