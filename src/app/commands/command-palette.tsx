import { useRouter } from '@tanstack/react-router';
import { Command, useCommandState } from 'cmdk';
import { ArrowLeft, Search, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { openSurface } from '@/app/surfaces/open-surface';
import { openSample } from '@/features/submit/start/open-sample';
import type { Sample } from '@/features/submit/samples';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { runCommand } from '@/shared/commands/mounted-commands';
import { runAction } from '@/shared/feedback/action';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { messageOf } from '@/lib/message-of';
import type { Command as ShellCommand } from './command';
import { takeTyped, type CommandViewProps } from '@/shared/dialog-requests/command-view';
import { PaletteResults, type PaletteMode } from './palette-results';
import { jobIdIn } from './palette-search';
import { placeOf } from './shortcuts';
import { useRecentWork } from './use-recent-work';

const PROMPTS: Record<PaletteMode, Message> = {
  all: msg('Search commands, jobs, drafts and models'),
  samples: msg('Which sample?'),
  'job-id': msg('Job ID or URL'),
};

const EMPTY: Record<PaletteMode, Message> = {
  all: msg('No results. Search jobs by name or ID prefix.'),
  samples: msg('No matching sample.'),
  'job-id': msg('Find the job ID on the job page or in its URL.'),
};

/** Command palette with commands, recent jobs, drafts and samples. */
export function CommandPalette({ onClose }: CommandViewProps) {
  const router = useRouter();
  const surface = useShellSurface();
  const params = { surface: surface.id };
  const work = useRecentWork(surface);
  const [mode, setMode] = useState<PaletteMode>('all');
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<(() => void) | null>(null);

  /** The chosen action runs on the page, so the palette first closes and returns the focus. */
  const choose = (act: () => void) => {
    chosen.current = act;
    onClose();
  };
  const show = (next: PaletteMode) => {
    setMode(next);
    setText('');
    input.current?.focus();
  };
  const onCommand = ({ list: next, commands: [id] = [] }: ShellCommand) => {
    if (next) show(next);
    else if (id) choose(() => void runCommand(id));
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
    choose(
      () =>
        void runAction({
          async run() {
            const { id } = await openSample(surface, sample);
            await router.navigate({ to: '/$surface/submit/$draftId', params: { ...params, draftId: id } });
          },
          failed: (error) => ({ title: t('Could not open the sample'), description: messageOf(error) }),
        }),
    );

  const jobId = jobIdIn(text, mode === 'job-id');
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="top"
      title={t('Commands')}
      description={null}
      onClosed={() => chosen.current?.()}
    >
      <Command
        label={t(PROMPTS[mode])}
        loop
        vimBindings={false}
        shouldFilter={false}
        className="flex min-h-0 flex-1 flex-col"
        onKeyDown={(event) => {
          if (event.key !== 'Backspace' || text !== '' || mode === 'all') return;
          event.preventDefault();
          show('all');
        }}
      >
        <div className="flex h-13 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
          {mode === 'all' ? (
            <Search aria-hidden className="size-4 shrink-0 text-faint" />
          ) : (
            <Button
              tone="ghost"
              size="icon-sm"
              className="-ml-1.5"
              aria-label={t('All commands')}
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
              const typed = takeTyped();
              if (typed) setText(typed);
            }}
            placeholder={t(PROMPTS[mode])}
            className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
          />
          <Button tone="ghost" size="icon-sm" aria-label={t('Close')} onClick={onClose}>
            <X aria-hidden />
          </Button>
        </div>
        <Command.List
          label={t('Found')}
          className="max-h-[min(420px,60dvh)] min-h-0 overflow-y-auto overscroll-contain py-1"
        >
          <PaletteResults
            mode={mode}
            text={text}
            jobId={jobId}
            surface={surface}
            place={placeOf(router.state.location.pathname)}
            work={work}
            onCommand={onCommand}
            onJob={goToJob}
            onDraft={goToDraft}
            onModel={goToModel}
            onSample={onSample}
            onServer={(next) => choose(() => openSurface(router, next))}
          />
        </Command.List>
        {jobId ? null : <Nothing mode={mode}>{work.isPending ? t('Loading jobs…') : work.problem}</Nothing>}
        <Hints />
      </Command>
    </Dialog>
  );
}

/** Rendered beside the list, because a list box may contain entries only. */
function Nothing({ mode, children }: { mode: PaletteMode; children: ReactNode }) {
  const isEmpty = useCommandState(({ filtered }) => filtered.count === 0);
  return (
    <div role="status" className={isEmpty ? 'px-4 py-8 text-center text-muted' : 'sr-only'}>
      {isEmpty ? (
        <>
          {t(EMPTY[mode])}
          {mode === 'all' && children ? <span className="mt-1 block text-sm">{children}</span> : null}
        </>
      ) : null}
    </div>
  );
}

function Hints() {
  return (
    <p className="flex h-9 shrink-0 items-center gap-4 border-t border-line px-4 text-sm text-muted max-md:hidden">
      <span>{t('↑ ↓ choose')}</span>
      <span>{t('↵ open')}</span>
      <span className="ml-auto">{t('Esc close')}</span>
    </p>
  );
}
