import { CodeXml, Download, GitCompareArrows, Grid3x3, Play, Repeat, Square, Zap } from 'lucide-react';
import { ownKeys } from '@contract/typed-objects';
import type { TableAction } from '@/shared/commands/action-table';
import type { CommandId } from '@/shared/commands/command-keys';

interface DraftAction extends TableAction {
  /** In palette and shortcut sheet, which show it without its menu around it. */
  title: string;
  keywords: string;
}

const LIVE = 'loop auto continuous queue infinite again';

/**
 * Every action on an open draft, by its command. The options beside Run, the menu of the draft, palette and
 * shortcut sheet read this table, so that an action has the same name everywhere.
 */
export const DRAFT_ACTIONS = {
  run: { label: 'Run', title: 'Run the workflow', icon: Play, keywords: 'submit queue start' },
  sweep: {
    label: 'Sweep…',
    title: 'Sweep inputs…',
    icon: Grid3x3,
    keywords: 'batch grid axes range seeds prompts wildcards csv variations',
  },
  'live-repeat': {
    label: 'Repeat until stopped',
    title: 'Start live mode: repeat until stopped',
    icon: Repeat,
    keywords: LIVE,
  },
  'live-change': {
    label: 'Run on change',
    title: 'Start live mode: run on change',
    icon: Zap,
    keywords: LIVE,
  },
  'live-stop': { label: 'Stop', title: 'Stop live mode', icon: Square, keywords: LIVE },
  'draft-compare': {
    label: 'Compare with another workflow',
    title: 'Compare with another workflow',
    icon: GitCompareArrows,
    keywords: 'differences diff versus changes',
  },
  'draft-download': {
    label: 'Download workflow',
    title: 'Download the workflow of the draft',
    icon: Download,
    keywords: 'save export json api ui format comfyui file',
  },
  'draft-request': {
    label: 'View request',
    title: 'View the request of the draft',
    icon: CodeXml,
    keywords: 'curl http api code',
  },
} as const satisfies Partial<Record<CommandId, DraftAction>>;

export type DraftActionId = keyof typeof DRAFT_ACTIONS;

export const DRAFT_ACTION_IDS = ownKeys(DRAFT_ACTIONS);

/** In the options beside Run, and in the menu of the draft, in their order. */
export const START_ACTIONS = ['sweep', 'live-repeat', 'live-change'] as const satisfies readonly DraftActionId[];
export const MORE_ACTIONS = [
  'draft-compare',
  'draft-download',
  'draft-request',
] as const satisfies readonly DraftActionId[];

/** The title of a draft may be the name of the file that was opened. */
export function fileNameOf(title: string, suffix = ''): string {
  return `${title.replace(/\.\w{1,5}$/, '')}${suffix}.json`;
}
