import type { Ran } from './jobs-search';

export const RAN_WORDS: Record<Ran, string> = { '10s': '10 seconds', '1m': '1 minute', '5m': '5 minutes' };
