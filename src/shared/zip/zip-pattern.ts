import { writeSetting, readText } from '@/lib/local-storage';
import { DEFAULT_PATTERN, FILE_PATTERN } from './zip-names';

const STORAGE_KEY = 'flowdeck.zip-pattern';

/** The pattern for file names in a zip that this browser used or set last. */
export function readZipPattern(): string {
  return readText(STORAGE_KEY) ?? DEFAULT_PATTERN;
}

export function keepZipPattern(pattern: string): void {
  writeSetting(STORAGE_KEY, pattern === DEFAULT_PATTERN ? null : pattern);
}

/** Pattern of files that are saved one by one: the user's own, else one that differs from those of other jobs. */
export function filePattern(): string {
  const pattern = readZipPattern().trim();
  return pattern === '' || pattern === DEFAULT_PATTERN ? FILE_PATTERN : pattern;
}
