import { Sparkle } from 'lucide-react';
import type { ModelEntry } from '@contract/router/schemas';
import { useShownCatalog } from '@/domains/models/use-shown-catalog';
import type { Surface } from '@/api/surface';
import type { Sample } from '@/features/submit/samples';
import type { Command, CommandGroup, CommandScope } from './command';
import { commandGroups, draftGroup, jobGroup, jobIdGroup, sampleGroup, serverGroup } from './palette-groups';
import { PaletteGroups } from './palette-list';
import { rankGroups, type PaletteGroup } from './palette-search';
import type { RecentWork } from './use-recent-work';

/** More would push the jobs out of view; the models page searches all. */
const MAX_MODELS = 20;

export type PaletteMode = 'all' | NonNullable<Command['list']>;

interface PaletteResultsProps {
  mode: PaletteMode;
  /** Typed text. */
  text: string;
  /** Job id in the typed text. */
  jobId: string | null;
  surface: Surface;
  place: CommandScope;
  work: RecentWork;
  onCommand: (command: Command) => void;
  onJob: (id: string) => void;
  onDraft: (id: string) => void;
  onModel: (model: Pick<ModelEntry, 'provider' | 'model'>) => void;
  onSample: (sample: Sample) => void;
  onServer: (surface: Surface) => void;
}

/** Matches of the typed text; suggestions if it is empty. */
export function PaletteResults(props: PaletteResultsProps) {
  const { mode, text, jobId, surface, onJob, onModel } = props;
  const isSearching = text.trim() !== '';
  const groups = [
    ...(jobId === null ? [] : [jobIdGroup(jobId, () => onJob(jobId))]),
    ...(mode === 'all' ? allGroups(props, isSearching) : []),
    ...(mode === 'samples' ? [sampleGroup(props.onSample)] : []),
  ];
  return mode === 'all' && isSearching ? (
    <ResultsWithModels groups={groups} surface={surface} text={text} onModel={onModel} />
  ) : (
    <PaletteGroups groups={rankGroups(groups, text)} />
  );
}

function allGroups(props: PaletteResultsProps, isSearching: boolean): PaletteGroup[] {
  const { surface, place, work, onCommand, onJob, onDraft, onServer } = props;
  const commands = (groups: readonly CommandGroup[]) => commandGroups(groups, place, onCommand);
  return [
    ...commands(['Job list', 'Job page', 'Workflow editor', 'Models', 'Go to']),
    jobGroup(work, isSearching, onJob),
    draftGroup(work, isSearching, onDraft),
    serverGroup(surface, onServer),
    ...commands(['Everywhere', 'Theme']),
  ];
}

interface ResultsWithModelsProps extends Pick<PaletteResultsProps, 'surface' | 'text' | 'onModel'> {
  groups: readonly PaletteGroup[];
}

/** Rendered once something is typed: a palette that only runs a command loads no catalog. */
function ResultsWithModels({ groups, surface, text, onModel }: ResultsWithModelsProps) {
  const { models = [] } = useShownCatalog(surface);
  const all = { heading: 'Models', entries: models.map((entry) => modelEntry(entry, onModel)) };
  const [found] = rankGroups([all], text);
  const shown = found ? [{ ...found, entries: found.entries.slice(0, MAX_MODELS) }] : [];
  return <PaletteGroups groups={rankGroups([...groups, ...shown], text)} />;
}

function modelEntry(entry: ModelEntry, onModel: PaletteResultsProps['onModel']) {
  return {
    value: `model:${entry.id}`,
    title: entry.id,
    icon: <Sparkle aria-hidden />,
    onSelect: () => onModel(entry),
  };
}
