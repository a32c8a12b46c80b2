import type { MinDuration } from './jobs-search';

export const MIN_DURATION_TEXT: Record<MinDuration, string> = {
  '10s': '10 seconds',
  '60s': '1 minute',
  '300s': '5 minutes',
};
