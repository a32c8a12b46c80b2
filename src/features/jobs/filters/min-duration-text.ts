import { msg, type Message } from '@/lib/i18n/messages';
import type { MinDuration } from './jobs-search';

export const MIN_DURATION_TEXT: Record<MinDuration, Message> = {
  '10s': msg('10 seconds'),
  '60s': msg('1 minute'),
  '300s': msg('5 minutes'),
};
