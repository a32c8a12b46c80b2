import {
  Ban,
  Copy,
  Download,
  FileArchive,
  GitCompareArrows,
  Link2,
  PanelRight,
  PencilLine,
  RotateCcw,
  Star,
  Tag,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { ShortcutId } from '@/shared/shortcuts/shortcut-table';
import type { Command } from './command';

/** What can be done on the page of a job, beside its keys. */
export const JOB_COMMANDS: readonly Command[] = [
  offered('cancel', 'Cancel this job…', Ban, 'stop abort interrupt', 'cancel'),
  offered('run-again', 'Run this job again', RotateCcw, 'repeat retry submit rerun', 'run-again'),
  offered('edit', 'Edit and run', PencilLine, 'change open workflow editor draft'),
  offered('star', 'Star this job', Star, 'favorite mark', 'star'),
  offered('tags', 'Rating and tags of this job…', Tag, 'label mark rate stars', 'tags'),
  offered(
    'compare',
    'Compare outputs',
    GitCompareArrows,
    'slider side by side difference flicker images videos',
    'compare',
  ),
  offered('rename', 'Rename this job…', PencilLine, 'title name'),
  offered('delete', 'Delete this job…', Trash2, 'remove trash', 'delete'),
  offered('save-all', 'Save all outputs', Download, 'download files'),
  offered('zip', 'Save all outputs as one zip…', FileArchive, 'download archive files'),
  offered('copy-id', 'Copy the id of this job', Copy, 'clipboard uuid', 'copy-id'),
  offered('copy-link', 'Copy the link to this job', Link2, 'clipboard address url share'),
  tab('graph', 'Graph', 'nodes drawing progress'),
  tab('nodes', 'Nodes', 'steps table progress'),
  tab('log', 'Log', 'console output lines'),
  tab('workflow', 'Workflow', 'prompt source as executed'),
  tab('details', 'Details', 'metadata timeline hash facts'),
  tab('json', 'JSON', 'raw source'),
];

/** What the page of a job has a control for, and offers to be asked for by name as well. */
function offered(name: string, title: string, icon: LucideIcon, keywords: string, shortcut?: ShortcutId): Command {
  const id = `job-${name}`;
  return {
    id,
    title,
    group: 'Job page',
    place: 'job',
    icon,
    keywords,
    ...(shortcut ? { shortcuts: [shortcut] } : {}),
    canRun: ({ pageAction }) => pageAction(id) !== null,
    disabledReason: ({ pageAction }) => pageAction(id)?.disabledReason ?? null,
    run: ({ pageAction }) => pageAction(id)?.run(),
  };
}

function tab(value: string, label: string, keywords: string): Command {
  return offered(`tab-${value}`, `Tab: ${label}`, PanelRight, keywords);
}
