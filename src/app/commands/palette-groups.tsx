import { ArrowRight, FileBraces, FileImage, FlaskConical, ListVideo, Server } from 'lucide-react';
import { allSurfaces, type Surface } from '@/api/surface';
import { jobTitle, shortId } from '@/features/jobs/job/job-title';
import type { Sample } from '@/features/submit/samples';
import { englishOf, t } from '@/lib/i18n/messages';
import { JobStatusChip } from '@/shared/job-status';
import { statusText } from '@/shared/job-text';
import { Age } from '@/shared/relative-time';
import { KeyCaps } from '@/shared/commands/key-caps';
import {
  findCommandHandler,
  GROUPS,
  keysOfCommand,
  type Command,
  type CommandGroup,
  type CommandScope,
} from './command';
import { jobValue, type PaletteGroup } from './palette-search';
import { appliesAt, COMMANDS } from './shortcuts';
import type { RecentWork } from './use-recent-work';

/** Number of recent items shown while nothing is typed. */
const GLANCE = { jobs: 5, drafts: 3 };

/** Returns the commands that apply at a place, by group. */
export function commandGroups(
  groups: readonly CommandGroup[],
  place: CommandScope,
  onSelect: (command: Command) => void,
): PaletteGroup[] {
  return groups.map((group) => {
    const commands = COMMANDS.filter(
      (command) =>
        command.group === group &&
        command.isKeyOnly !== true &&
        appliesAt(command, place) &&
        (command.list !== undefined || findCommandHandler(command) !== null),
    );
    return {
      heading: t(GROUPS[group]),
      entries: commands.map((command) => ({
        value: `command:${command.id}`,
        title: t(command.title),
        englishTitle: englishOf(command.title),
        words: command.keywords ? [t(command.keywords), englishOf(command.keywords)] : [],
        icon: command.icon ? <command.icon aria-hidden /> : null,
        detail: <FirstKey keys={keysOfCommand(command)} />,
        disabledReason: findCommandHandler(command)?.disabledReason ?? null,
        onSelect: () => onSelect(command),
      })),
    };
  });
}

function FirstKey({ keys: [first] }: { keys: readonly string[] }) {
  return first === undefined ? null : <KeyCaps keys={first} />;
}

/** Jobs: the most recent, or all that are known while the user searches. */
export function jobGroup({ jobs }: RecentWork, isSearching: boolean, onJob: (id: string) => void): PaletteGroup {
  return {
    heading: isSearching ? t('Jobs') : t('Recent jobs'),
    entries: (isSearching ? jobs : jobs.slice(0, GLANCE.jobs)).map((job) => ({
      value: jobValue(job.id),
      title: jobTitle(job),
      words: [job.status, statusText(job.status)],
      icon: <ListVideo aria-hidden />,
      detail: (
        <>
          <span className="font-mono text-xs text-faint max-md:hidden">{shortId(job.id)}</span>
          <JobStatusChip status={job.status} />
        </>
      ),
      onSelect: () => onJob(job.id),
    })),
  };
}

export function draftGroup({ drafts }: RecentWork, isSearching: boolean, onDraft: (id: string) => void): PaletteGroup {
  return {
    heading: t('Drafts'),
    entries: (isSearching ? drafts : drafts.slice(0, GLANCE.drafts)).map((draft) => ({
      value: `draft:${draft.id}`,
      title: draft.title,
      words: draft.classes,
      icon: draft.origin === 'picture' ? <FileImage aria-hidden /> : <FileBraces aria-hidden />,
      detail: <Age at={draft.updatedAt} className="shrink-0 text-sm text-faint" />,
      onSelect: () => onDraft(draft.id),
    })),
  };
}

/** The other servers; with one server there is nothing to switch to. */
export function serverGroup(current: Surface, onServer: (surface: Surface) => void): PaletteGroup {
  const others = allSurfaces().filter(({ id }) => id !== current.id);
  return {
    heading: t('Servers'),
    entries: others.map((surface) => ({
      value: `server:${surface.id}`,
      title: t('Switch to {name}', { name: surface.name }),
      words: [t('server surface'), 'server surface'],
      icon: <Server aria-hidden />,
      onSelect: () => onServer(surface),
    })),
  };
}

export function sampleGroup(samples: readonly Sample[], onSelect: (sample: Sample) => void): PaletteGroup {
  return {
    heading: t('Samples that run here'),
    entries: samples.map((sample) => ({
      value: `sample:${sample.id}`,
      title: t(sample.title),
      words: [t(sample.description)],
      icon: <FlaskConical aria-hidden />,
      detail: <span className="shrink-0 text-sm text-faint">{t(sample.takes)}</span>,
      onSelect: () => onSelect(sample),
    })),
  };
}

export function jobIdGroup(id: string, onSelect: () => void): PaletteGroup {
  return {
    heading: t('By ID'),
    isFixed: true,
    entries: [
      { value: 'job-by-this-id', title: t('Open job {id}', { id }), icon: <ArrowRight aria-hidden />, onSelect },
    ],
  };
}
