import { Braces, CodeXml, Download, GitCompareArrows, Grid3x3, Play, Repeat, Square, Zap } from 'lucide-react';
import { ownKeys } from '@contract/typed-objects';
import { msg, type Message } from '@/lib/i18n/messages';
import type { TableAction } from '@/shared/commands/action-table';
import type { CommandId } from '@/shared/commands/command-keys';

interface DraftAction extends TableAction {
  /** In palette and shortcut sheet, which show it without its menu around it. */
  title: Message;
  keywords: Message;
}

const LIVE = msg('loop auto continuous queue infinite again');

/**
 * Every action on an open draft, by its command. The options beside Run, the menu of the draft, palette and
 * shortcut sheet read this table, so that an action has the same name everywhere.
 */
export const DRAFT_ACTIONS = {
  run: { label: msg('Run'), title: msg('Run the workflow'), icon: Play, keywords: msg('submit queue start') },
  sweep: {
    label: msg('Sweep…'),
    title: msg('Sweep inputs…'),
    icon: Grid3x3,
    keywords: msg('batch grid axes range seeds prompts wildcards csv variations'),
  },
  'live-repeat': {
    label: msg('Repeat until stopped'),
    title: msg('Start live mode: repeat until stopped'),
    icon: Repeat,
    keywords: LIVE,
  },
  'live-change': {
    label: msg('Run on change'),
    title: msg('Start live mode: run on change'),
    icon: Zap,
    keywords: LIVE,
  },
  'live-stop': { label: msg('Stop'), title: msg('Stop live mode'), icon: Square, keywords: LIVE },
  'draft-compare': {
    label: msg('Compare with another workflow'),
    title: msg('Compare with another workflow'),
    icon: GitCompareArrows,
    keywords: msg('differences diff versus changes'),
  },
  'draft-download': {
    label: msg('Download workflow'),
    title: msg('Download the workflow of the draft'),
    icon: Download,
    keywords: msg('save export json api ui format comfyui file'),
  },
  'draft-json': {
    label: msg('Edit as JSON'),
    title: msg('Edit the draft as JSON'),
    icon: Braces,
    keywords: msg('raw text source nodes'),
  },
  'draft-request': {
    label: msg('View request'),
    title: msg('View the request of the draft'),
    icon: CodeXml,
    keywords: msg('curl http api code'),
  },
} as const satisfies Partial<Record<CommandId, DraftAction>>;

export type DraftActionId = keyof typeof DRAFT_ACTIONS;

export const DRAFT_ACTION_IDS = ownKeys(DRAFT_ACTIONS);

/** In the options beside Run, and in the menu of the draft, in their order. */
export const START_ACTIONS = ['sweep', 'live-repeat', 'live-change'] as const satisfies readonly DraftActionId[];
export const MORE_ACTIONS = [
  'draft-compare',
  'draft-json',
  'draft-download',
  'draft-request',
] as const satisfies readonly DraftActionId[];

/** The title of a draft may be the name of the file that was opened. */
export function fileNameOf(title: string, suffix = ''): string {
  return `${title.replace(/\.\w{1,5}$/, '')}${suffix}.json`;
}
