import {
  ArrowDown,
  ArrowUp,
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
import type { CommandId } from '@/shared/commands/command-keys';
import type { Command } from './command';

type TabName = CommandId extends infer Id ? (Id extends `tab-${infer Name}` ? Name : never) : never;

/** Commands of the job page. */
export const JOB_COMMANDS: readonly Command[] = [
  onJob('cancel', 'Cancel this job…', Ban, 'stop abort interrupt'),
  onJob('run-again', 'Run this job again', RotateCcw, 'repeat retry submit rerun'),
  onJob('edit', 'Edit and run', PencilLine, 'change open workflow editor draft'),
  onJob('star', 'Star this job', Star, 'favorite mark'),
  onJob('tags', 'Rating and tags of this job…', Tag, 'label mark rate stars'),
  onJob('compare', 'Compare outputs', GitCompareArrows, 'slider side by side difference flicker images videos'),
  onJob('queue-front', 'Move this job to the front of the queue', ArrowUp, 'next first priority order'),
  onJob('queue-back', 'Move this job to the back of the queue', ArrowDown, 'last later order'),
  onJob('rename', 'Rename this job…', PencilLine, 'title name'),
  onJob('delete', 'Delete this job…', Trash2, 'remove trash'),
  onJob('save-all', 'Save all outputs', Download, 'download files'),
  onJob('zip', 'Save all outputs as one zip…', FileArchive, 'download archive files'),
  onJob('copy-id', 'Copy job ID', Copy, 'clipboard uuid'),
  onJob('copy-link', 'Copy the link to this job', Link2, 'clipboard address url share'),
  tab('graph', 'Graph', 'nodes drawing progress'),
  tab('nodes', 'Nodes', 'steps table progress'),
  tab('log', 'Log', 'console output lines'),
  tab('workflow', 'Workflow', 'prompt source as executed'),
  tab('details', 'Details', 'metadata timeline hash facts'),
  tab('json', 'JSON', 'raw source'),
];

function onJob(command: CommandId, title: string, icon: LucideIcon, keywords: string): Command {
  return { id: `job-${command}`, title, group: 'Job page', place: 'job', commands: [command], icon, keywords };
}

function tab(value: TabName, label: string, keywords: string): Command {
  return onJob(`tab-${value}`, `Tab: ${label}`, PanelRight, keywords);
}
