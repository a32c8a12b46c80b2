import { ArrowRight, FileBraces, FileImage, FlaskConical, ListVideo } from 'lucide-react';
import { jobTitle, shortId } from '@/features/jobs/job-title';
import { SAMPLES, type Sample } from '@/features/submit/samples';
import { JobStatusChip } from '@/shared/job-status';
import { Age } from '@/shared/relative-time';
import { KeyCaps } from '@/shared/shortcuts/key-caps';
import { keysOfCommand, type Command, type CommandContext, type CommandGroup, type Place } from './command';
import { PaletteGroup, PaletteItem } from './palette-item';
import { jobValue } from './palette-search';
import { appliesAt, COMMANDS } from './shortcuts';
import type { RecentWork } from './use-recent-work';

/** Without a word typed, a glance at what was last worked on. */
const GLANCE = { jobs: 5, drafts: 3 };

interface CommandItemsProps {
  groups: readonly CommandGroup[];
  place: Place;
  context: CommandContext;
  onSelect: (command: Command) => void;
}

export function CommandItems({ groups, place, context, onSelect }: CommandItemsProps) {
  return groups.map((group) => {
    const commands = COMMANDS.filter(
      (command) =>
        command.group === group &&
        command.isKeyOnly !== true &&
        appliesAt(command, place) &&
        command.canRun?.(context) !== false,
    );
    if (commands.length === 0) return null;
    return (
      <PaletteGroup key={group} heading={group}>
        {commands.map((command) => (
          <PaletteItem
            key={command.id}
            value={`command:${command.id}`}
            title={command.title}
            words={command.keywords ? [command.keywords] : []}
            icon={command.icon ? <command.icon aria-hidden /> : null}
            disabledReason={command.disabledReason?.(context) ?? null}
            onSelect={() => onSelect(command)}
          >
            <FirstKey keys={keysOfCommand(command)} />
          </PaletteItem>
        ))}
      </PaletteGroup>
    );
  });
}

function FirstKey({ keys: [first] }: { keys: readonly string[] }) {
  return first === undefined ? null : <KeyCaps keys={first} />;
}

interface WorkItemsProps {
  work: RecentWork;
  isSearching: boolean;
  onJob: (id: string) => void;
  onDraft: (id: string) => void;
}

export function WorkItems({ work, isSearching, onJob, onDraft }: WorkItemsProps) {
  const jobs = isSearching ? work.jobs : work.jobs.slice(0, GLANCE.jobs);
  const drafts = isSearching ? work.drafts : work.drafts.slice(0, GLANCE.drafts);
  return (
    <>
      {jobs.length > 0 ? (
        <PaletteGroup heading={isSearching ? 'Jobs' : 'Recent jobs'}>
          {jobs.map((job) => (
            <PaletteItem
              key={job.id}
              value={jobValue(job.id)}
              title={jobTitle(job)}
              words={[job.status]}
              icon={<ListVideo aria-hidden />}
              onSelect={() => onJob(job.id)}
            >
              <span className="font-mono text-xs text-faint max-md:hidden">{shortId(job.id)}</span>
              <JobStatusChip status={job.status} />
            </PaletteItem>
          ))}
        </PaletteGroup>
      ) : null}
      {drafts.length > 0 ? (
        <PaletteGroup heading="Drafts on this device">
          {drafts.map((draft) => (
            <PaletteItem
              key={draft.id}
              value={`draft:${draft.id}`}
              title={draft.title}
              words={draft.classes}
              icon={draft.origin === 'picture' ? <FileImage aria-hidden /> : <FileBraces aria-hidden />}
              onSelect={() => onDraft(draft.id)}
            >
              <Age at={draft.updatedAt} className="shrink-0 text-sm text-faint" />
            </PaletteItem>
          ))}
        </PaletteGroup>
      ) : null}
    </>
  );
}

export function SampleItems({ onSelect }: { onSelect: (sample: Sample) => void }) {
  return (
    <PaletteGroup heading="Samples that run here">
      {SAMPLES.map((sample) => (
        <PaletteItem
          key={sample.id}
          value={`sample:${sample.id}`}
          title={sample.title}
          words={[sample.description]}
          icon={<FlaskConical aria-hidden />}
          onSelect={() => onSelect(sample)}
        >
          <span className="shrink-0 text-sm text-faint">{sample.takes}</span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

export function JobIdItem({ id, onSelect }: { id: string; onSelect: () => void }) {
  return (
    <PaletteGroup heading="By ID">
      <PaletteItem
        isFixed
        value="job-by-this-id"
        title={`Open job ${id}`}
        icon={<ArrowRight aria-hidden />}
        onSelect={onSelect}
      />
    </PaletteGroup>
  );
}
