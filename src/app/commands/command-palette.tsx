import { useRouter } from '@tanstack/react-router';
import { Command, useCommandState } from 'cmdk';
import { ArrowLeft, Search, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { openSurface } from '@/app/surfaces/open-surface';
import { openSample } from '@/features/submit/open-sample';
import type { Sample } from '@/features/submit/samples';
import { runShortcut } from '@/shared/shortcuts/use-shortcuts';
import { showToast } from '@/shared/toasts';
import { useShellSurface } from '@/shared/use-current-surface';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import type { Command as ShellCommand } from './command';
import type { CommandViewProps } from './shell-overlays';
import { useCommandView } from './overlay-store';
import { CommandItems, JobIdItem, SampleItems, WorkItems } from './palette-lists';
import { ModelItems } from './palette-models';
import { jobIdIn, scoreOf } from './palette-search';
import { ServerItems } from './palette-servers';
import { placeOf } from './shortcuts';
import { useCommandContext } from './use-command-context';
import { useRecentWork } from './use-recent-work';

type List = 'all' | NonNullable<ShellCommand['list']>;

const PROMPTS: Record<List, string> = {
  all: 'Search commands, jobs, drafts and models',
  samples: 'Which sample?',
  'job-id': 'Job ID or URL',
};

const EMPTY: Record<List, string> = {
  all: 'No results. Search jobs by name or ID prefix.',
  samples: 'No matching sample.',
  'job-id': 'Find the job ID on the job page or in its URL.',
};

/** Everything by name: commands, recent jobs, drafts and samples. */
export function CommandPalette({ onClose }: CommandViewProps) {
  const router = useRouter();
  const surface = useShellSurface();
  const params = { surface: surface.id };
  const context = useCommandContext();
  const work = useRecentWork(surface);
  const [list, setList] = useState<List>('all');
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<(() => void) | null>(null);

  /** What was chosen happens on the page: the palette goes first, and gives the focus back. */
  const choose = (act: () => void) => {
    chosen.current = act;
    onClose();
  };
  const show = (next: List) => {
    setList(next);
    setText('');
    input.current?.focus();
  };
  const onCommand = ({ list: next, run, shortcuts }: ShellCommand) => {
    if (next) show(next);
    else choose(() => (run ? run(context) : shortcuts?.slice(0, 1).forEach(runShortcut)));
  };
  const goToJob = (jobId: string) =>
    choose(() => void router.navigate({ to: '/$surface/jobs/$jobId', params: { ...params, jobId } }));
  const goToDraft = (draftId: string) =>
    choose(() => void router.navigate({ to: '/$surface/submit/$draftId', params: { ...params, draftId } }));
  const goToModel = ({ provider, model }: { provider: string; model: string }) =>
    choose(
      () => void router.navigate({ to: '/$surface/models/$provider/$model', params: { ...params, provider, model } }),
    );
  const onSample = (sample: Sample) =>
    choose(() => {
      openSample(surface, sample).then(
        ({ id }) => router.navigate({ to: '/$surface/submit/$draftId', params: { ...params, draftId: id } }),
        (error: Error) => showToast({ tone: 'bad', title: 'Could not open the sample', description: error.message }),
      );
    });

  const shell = { context, place: placeOf(router.state.location.pathname), onSelect: onCommand };
  const jobId = jobIdIn(text, list === 'job-id');
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="top"
      title="Commands"
      description={null}
      onClosed={() => chosen.current?.()}
    >
      <Command
        label={PROMPTS[list]}
        loop
        vimBindings={false}
        filter={scoreOf}
        className="flex min-h-0 flex-1 flex-col"
        onKeyDown={(event) => {
          if (event.key !== 'Backspace' || text !== '' || list === 'all') return;
          event.preventDefault();
          show('all');
        }}
      >
        <div className="flex h-13 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
          {list === 'all' ? (
            <Search aria-hidden className="size-4 shrink-0 text-faint" />
          ) : (
            <Button
              tone="ghost"
              size="icon-sm"
              className="-ml-1.5"
              aria-label="All commands"
              onClick={() => show('all')}
            >
              <ArrowLeft aria-hidden />
            </Button>
          )}
          <Command.Input
            ref={input}
            value={text}
            onValueChange={setText}
            onFocus={() => {
              const { typed } = useCommandView.getState();
              if (typed) setText(typed);
              useCommandView.setState({ typed: null });
            }}
            placeholder={PROMPTS[list]}
            className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
          />
          <Button tone="ghost" size="icon-sm" aria-label="Close" onClick={onClose}>
            <X aria-hidden />
          </Button>
        </div>
        <Command.List
          label="Found"
          className="max-h-[min(420px,60dvh)] min-h-0 overflow-y-auto overscroll-contain py-1"
        >
          {jobId ? <JobIdItem id={jobId} onSelect={() => goToJob(jobId)} /> : null}
          {list === 'all' ? (
            <>
              <CommandItems {...shell} groups={['Job list', 'Job page', 'Workflow editor', 'Models', 'Go to']} />
              <WorkItems work={work} isSearching={text.trim() !== ''} onJob={goToJob} onDraft={goToDraft} />
              {text.trim() === '' ? null : <ModelItems surface={surface} text={text} onModel={goToModel} />}
              <ServerItems current={surface} onServer={(next) => choose(() => openSurface(router, next))} />
              <CommandItems {...shell} groups={['Everywhere', 'Theme']} />
            </>
          ) : null}
          {list === 'samples' ? <SampleItems onSelect={onSample} /> : null}
        </Command.List>
        {jobId ? null : <Nothing list={list}>{work.isPending ? 'Loading jobs…' : work.problem}</Nothing>}
        <Hints />
      </Command>
    </Dialog>
  );
}

/** Beside the list: a list box holds entries and nothing else. */
function Nothing({ list, children }: { list: List; children: ReactNode }) {
  const isEmpty = useCommandState(({ filtered }) => filtered.count === 0);
  return (
    <div role="status" className={isEmpty ? 'px-4 py-8 text-center text-muted' : 'sr-only'}>
      {isEmpty ? (
        <>
          {EMPTY[list]}
          {list === 'all' && children ? <span className="mt-1 block text-sm">{children}</span> : null}
        </>
      ) : null}
    </div>
  );
}

function Hints() {
  return (
    <p className="flex h-9 shrink-0 items-center gap-4 border-t border-line px-4 text-sm text-muted max-md:hidden">
      <span>↑ ↓ choose</span>
      <span>↵ open</span>
      <span className="ml-auto">Esc close</span>
    </p>
  );
}
