import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy, History, ListVideo, Sparkle, Type } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { PROMPT_FIELDS, type PromptField } from '@contract/console/prompt-history';
import { promptKey } from '@contract/console/search-fields';
import { operationKey, type Surface } from '@/api/surface';
import { THUMB_STRIP } from '@/domains/jobs/thumbnail-url';
import { runPlace, type RunRecord } from '@/domains/model-calls/run-record';
import { readRunThumbnail } from '@/domains/model-calls/run-thumbnails';
import { useThrottledValue } from '@/lib/hooks/use-throttled-value';
import { msg, t } from '@/lib/i18n/messages';
import { copyText } from '@/shared/copy-text';
import { StoredImage } from '@/shared/files/stored-image';
import { ReadFailed } from '@/shared/page/load-error-state';
import { Age } from '@/shared/relative-time';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { BlobImage } from '@/ui/blob-image';
import { Button, buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { TextInput } from '@/ui/input/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { Skeleton } from '@/ui/skeleton';
import { usePromptHistory, type ListedPrompt } from './use-prompt-history';

export type PromptPlacement = 'insert' | 'replace';

interface PromptHistoryDialogProps {
  /** The list that is shown first. */
  field?: PromptField;
  /** Absent if no text box is waiting for a prompt: then they can be copied. */
  onUse?: ((text: string, placement: PromptPlacement) => void) | undefined;
  onClose: () => void;
  onClosed?: () => void;
}

const FIELD_OPTIONS = [
  { value: 'prompt', label: msg('Prompts') },
  { value: 'negative', label: msg('Negative') },
];
const SEARCH_EVERY_MS = 200;
const MAX_SEARCH = 200;

/** Every prompt that ran on the current server, to be found and used again. */
export function PromptHistoryDialog({ field: first = 'prompt', onUse, onClose, onClosed }: PromptHistoryDialogProps) {
  const surface = useShellSurface();
  const [field, setField] = useState(first);
  const [typed, setTyped] = useState('');
  const text = useThrottledValue(typed.trim(), SEARCH_EVERY_MS);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={t('Prompt history')}
      description={t('Prompts of the jobs on {name} and of the model calls from this browser, newest first.', {
        name: surface.name,
      })}
      {...(onClosed ? { onClosed } : {})}
    >
      <div role="presentation" className="flex h-[min(40rem,calc(100dvh-10rem))] flex-col" onKeyDown={moveFocus}>
        {/* The outline of a field with the focus would be cut off. */}
        <div className="flex flex-wrap gap-2 p-0.5">
          <TextInput
            className="min-w-48 flex-1"
            data-autofocus
            data-stop
            type="search"
            aria-label={t('Search prompts')}
            placeholder={t('Words of a prompt')}
            spellCheck={false}
            maxLength={MAX_SEARCH}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <SegmentedControl
            aria-label={t('Kind')}
            value={field}
            options={FIELD_OPTIONS.map(({ value, label }) => ({ value, label: t(label) }))}
            onValueChange={(value) => setField(PROMPT_FIELDS.find((known) => known === value) ?? 'prompt')}
          />
        </div>
        <Prompts surface={surface} field={field} text={text} onUse={onUse} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface PromptsProps extends Pick<PromptHistoryDialogProps, 'onUse' | 'onClose'> {
  surface: Surface;
  field: PromptField;
  text: string;
}

function Prompts({ surface, field, text, onUse, onClose }: PromptsProps) {
  const { listed, prompts, known, pending } = usePromptHistory(surface, field, text);
  if (listed.error && !prompts) {
    return (
      <ReadFailed
        error={listed.error}
        title={t('Could not load the prompts')}
        untouched={t('jobs and drafts')}
        away={t('Drafts are kept in this browser.')}
        onRetry={() => void listed.refetch()}
      />
    );
  }
  if (!prompts) {
    return (
      <div role="status" aria-label={t('Loading prompts')} className="mt-3 flex flex-col gap-3">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    );
  }
  return (
    <>
      {known ? (
        <p className="pt-2 text-sm text-muted">
          {t('{name} does not list {field, select, prompt {prompts} other {negative prompts}}.', {
            name: surface.name,
            field,
          })}{' '}
          {known.hasOlder
            ? t(
                'These are from the newest {count, plural, one {# job whose workflow} other {# jobs whose workflows}} this browser has.',
                { count: known.jobs },
              )
            : t(
                'These are from the {count, plural, one {# job whose workflow} other {# jobs whose workflows}} this browser has.',
                { count: known.jobs },
              )}
        </p>
      ) : null}
      {pending > 0 ? (
        <p className="pt-2 text-sm text-muted">
          {t('The gateway is still reading the prompts of {count, plural, one {# older job} other {# older jobs}}.', {
            count: pending,
          })}
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {countText(field, prompts.length, listed.hasNextPage)}
      </p>
      {prompts.length === 0 ? (
        <EmptyState
          icon={<History />}
          title={
            text === ''
              ? t('{field, select, prompt {No prompts yet} other {No negative prompts yet}}', { field })
              : t(
                  '{field, select, prompt {No prompt contains “{text}”} other {No negative prompt contains “{text}”}}',
                  {
                    field,
                    text,
                  },
                )
          }
        >
          {text === ''
            ? t(
                'The {field, select, prompt {prompts} other {negative prompts}} of jobs and model calls are listed here, each once.',
                { field },
              )
            : t('Each word must occur in the prompt.')}
        </EmptyState>
      ) : (
        <div className="mt-2 min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <ul aria-label={field === 'prompt' ? t('Prompts') : t('Negative prompts')} className="divide-y divide-line">
            {prompts.map((prompt) => (
              <PromptRow
                key={`${prompt.call ? 'call' : 'job'} ${promptKey(prompt.text)}`}
                surface={surface}
                field={field}
                prompt={prompt}
                onUse={onUse}
                onClose={onClose}
              />
            ))}
          </ul>
          {listed.hasNextPage ? (
            <Button className="my-3" isBusy={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
              {t('Show older prompts')}
            </Button>
          ) : null}
        </div>
      )}
    </>
  );
}

function countText(field: PromptField, count: number, hasOlder: boolean): string {
  if (field === 'prompt') {
    return hasOlder
      ? t('{count, plural, one {# prompt} other {# prompts}}, and older ones', { count })
      : t('{count, plural, one {# prompt} other {# prompts}}', { count });
  }
  return hasOlder
    ? t('{count, plural, one {# negative prompt} other {# negative prompts}}, and older ones', { count })
    : t('{count, plural, one {# negative prompt} other {# negative prompts}}', { count });
}

interface PromptRowProps extends Pick<PromptHistoryDialogProps, 'onUse' | 'onClose'> {
  surface: Surface;
  field: PromptField;
  prompt: ListedPrompt;
}

function PromptRow({ surface, field, prompt, onUse, onClose }: PromptRowProps) {
  const { text, runs, ranAt, image, call } = prompt;
  const copy = () => void copyText(text, t('Prompt'));
  return (
    <li className="flex gap-3 py-3 pr-1">
      <div className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-md bg-hover text-faint">
        {call ? (
          <CallImage surface={surface} run={call} />
        ) : image ? (
          <StoredImage surface={surface} source={image} side={THUMB_STRIP} className="object-cover">
            <Type aria-hidden className="size-5" />
          </StoredImage>
        ) : (
          <Type aria-hidden className="size-5" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 break-words whitespace-pre-line" title={text}>
          {text}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="mr-auto text-sm text-faint">
            {call
              ? t('{count, plural, one {# run} other {# runs}} of {model}', { count: runs, model: call.modelId })
              : t('{count, plural, one {# run} other {# runs}}', { count: runs })}{' '}
            · <Age at={ranAt} />
          </p>
          {onUse ? (
            <>
              <Button
                size="sm"
                data-stop
                aria-label={t('Insert {start}', { start: startOf(text) })}
                title={t('At the caret, or in place of the selection')}
                onClick={() => onUse(text, 'insert')}
              >
                {t('Insert')}
              </Button>
              <Button
                size="sm"
                aria-label={t('Replace all with {start}', { start: startOf(text) })}
                onClick={() => onUse(text, 'replace')}
              >
                {t('Replace all')}
              </Button>
              <Button
                size="icon-sm"
                tone="ghost"
                aria-label={t('Copy {start}', { start: startOf(text) })}
                title={t('Copy the prompt')}
                onClick={copy}
              >
                <Copy aria-hidden />
              </Button>
            </>
          ) : (
            <Button size="sm" data-stop aria-label={t('Copy {start}', { start: startOf(text) })} onClick={copy}>
              <Copy aria-hidden />
              {t('Copy')}
            </Button>
          )}
          {call ? (
            <Link
              {...runPlace(call)}
              aria-label={t('Show the newest run with {start}', { start: startOf(text) })}
              title={t('Show its newest run')}
              className={buttonClass({ tone: 'ghost', size: 'icon-sm' })}
              onClick={onClose}
            >
              <Sparkle aria-hidden />
            </Link>
          ) : (
            <Link
              to="/$surface/jobs"
              params={{ surface: surface.id }}
              search={{ q: searchFor(field, text) }}
              aria-label={t('Show the jobs with {start}', { start: startOf(text) })}
              title={t('Show its jobs')}
              className={buttonClass({ tone: 'ghost', size: 'icon-sm' })}
              onClick={onClose}
            >
              <ListVideo aria-hidden />
            </Link>
          )}
        </div>
      </div>
    </li>
  );
}

/** Thumbnail of the output of a model call, if the page of the run has made one. */
function CallImage({ surface, run }: { surface: Surface; run: RunRecord }) {
  const { data } = useQuery({
    queryKey: operationKey(surface, 'device.called-prompts', 'image', run.id),
    queryFn: () => readRunThumbnail(run.id),
    staleTime: 0,
  });
  return data ? (
    <BlobImage blob={data} className="size-full object-cover" />
  ) : (
    <Sparkle aria-hidden className="size-5" />
  );
}

const MAX_NAME = 60;

/** Tells the buttons of the rows apart. */
function startOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME)}…` : line;
}

const MAX_PHRASE = 150;

/** Searches may have at most 200 characters, and no quotation mark within a phrase. */
function searchFor(field: PromptField, text: string): string {
  const [phrase = ''] = promptKey(text)
    .slice(0, MAX_PHRASE)
    .split('"')
    .toSorted((a, b) => b.length - a.length);
  return `${field}:"${phrase.trim()}"`;
}

/** The arrow keys go from the search to the prompts, and from one prompt to the next. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof Element)) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')];
  const place = event.target.closest('li') ?? event.target;
  const at = stops.findIndex((stop) => place === stop || place.contains(stop));
  const next = stops[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
