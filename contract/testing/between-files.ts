import { afterAll, vi } from 'vitest';

// Specs that share a process start with fresh modules and leave the globals as they were.
vi.resetModules();
// The HTTP adapter replaces these globals.
const { Request, Response } = globalThis;

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  Object.defineProperty(globalThis, 'Request', { value: Request });
  Object.defineProperty(globalThis, 'Response', { value: Response });
});
