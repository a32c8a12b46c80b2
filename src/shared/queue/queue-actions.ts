import { ListX, Pause, Play, type LucideIcon } from 'lucide-react';
import { msg, type Message } from '@/lib/i18n/messages';

interface QueueAction {
  label: Message;
  /** In palette and shortcut sheet. */
  title: Message;
  icon: LucideIcon;
  keywords: Message;
}

/** Every action on a whole queue, by its command: buttons, palette and shortcut sheet read this table (decision 108). */
export const QUEUE_ACTIONS = {
  'clear-queue': {
    label: msg('Clear the queue…'),
    title: msg('Clear the queue…'),
    icon: ListX,
    keywords: msg('cancel all waiting queued jobs'),
  },
  'pause-queue': {
    label: msg('Pause queue'),
    title: msg('Pause the queue'),
    icon: Pause,
    keywords: msg('stop hold waiting queued jobs'),
  },
  'resume-queue': {
    label: msg('Resume queue'),
    title: msg('Resume the queue'),
    icon: Play,
    keywords: msg('start continue unpause waiting queued jobs'),
  },
} as const satisfies Readonly<Record<string, QueueAction>>;
