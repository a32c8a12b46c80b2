import { Sparkle } from 'lucide-react';
import type { ModelEntry } from '@contract/router/schemas';
import { useShownCatalog } from '@/domains/models/use-shown-catalog';
import type { Surface } from '@/api/surface';
import type { Sample } from '@/features/submit/samples';
import { useSamples } from '@/features/submit/use-samples';
import type { Command, CommandGroup, CommandScope } from './command';
import { commandGroups, draftGroup, jobGroup, jobIdGroup, sampleGroup, serverGroup } from './palette-groups';
import { rankGroups, type PaletteGroup, type PaletteEntry } from './palette-search';
import type { RecentWork } from './use-recent-work';
import { Command as Menu } from 'cmdk';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';

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
  const samples = useSamples(surface);
  const groups = [
    ...(jobId === null ? [] : [jobIdGroup(jobId, () => onJob(jobId))]),
    ...(mode === 'all' ? allGroups(props, isSearching) : []),
    ...(mode === 'samples' ? [sampleGroup(samples, props.onSample)] : []),
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
    ...commands(['jobs', 'job', 'editor', 'models', 'runs', 'go']),
    jobGroup(work, isSearching, onJob),
    draftGroup(work, isSearching, onDraft),
    serverGroup(surface, onServer),
    ...commands(['everywhere', 'theme']),
  ];
}

interface ResultsWithModelsProps extends Pick<PaletteResultsProps, 'surface' | 'text' | 'onModel'> {
  groups: readonly PaletteGroup[];
}

/** Rendered once something is typed: a palette that only runs a command loads no catalog. */
function ResultsWithModels({ groups, surface, text, onModel }: ResultsWithModelsProps) {
  const { models = [] } = useShownCatalog(surface);
  // Not `Models`: the commands of a model have that heading, and headings are the keys of groups.
  const all = { heading: t('Model catalog'), entries: models.map((entry) => modelEntry(entry, onModel)) };
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

function PaletteGroups({ groups }: { groups: readonly PaletteGroup[] }) {
  return groups.map(({ heading, entries }) => (
    <Menu.Group
      key={heading}
      heading={heading}
      className="px-2 pb-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-faint"
    >
      {entries.map((entry) => (
        <PaletteItem key={entry.value} entry={entry} />
      ))}
    </Menu.Group>
  ));
}

function PaletteItem({ entry }: { entry: PaletteEntry }) {
  const { value, title, icon, detail, disabledReason, onSelect } = entry;
  return (
    <Menu.Item
      value={value}
      onSelect={() => (disabledReason ? announce(disabledReason) : onSelect())}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 py-1 select-none data-[selected=true]:bg-hover max-md:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint"
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className={classNames('block truncate', disabledReason && 'text-muted')} title={title}>
          {title}
        </span>
        {disabledReason ? <span className="block text-sm text-muted">{disabledReason}</span> : null}
      </span>
      {detail}
    </Menu.Item>
  );
}
