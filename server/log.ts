/** Structured log as a port; pino in Node, silence in tests. Fields never hold credentials, keys or query strings. */
export interface Logger {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} };
