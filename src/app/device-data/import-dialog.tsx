import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { markStale } from '@/api/live/stale-table';
import { LOCAL_SURFACE } from '@/api/surface';
import { openCommandView } from '@/shared/dialog-requests/command-view';
import { formatDateTime, formatInteger } from '@/lib/format';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { chooseImport } from '@/shared/dialog-requests/import-request';
import { showToast } from '@/shared/feedback/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Spinner } from '@/ui/spinner';
import type {
  FoundJobs,
  JobsFileProblem,
  JobsFileReply,
  JobsFileRequest,
  FoundSource,
  SkippedEntry,
} from '@/domains/history/jobs-file-protocol';
import { closeDialog } from '@/shared/dialog-requests/dialogs';
import { startWorker } from '@/lib/worker-factory';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/domains/history/jobs-file-worker?worker&url';

const close = () => closeDialog('import');

/** Shows the contents of an export before importing it into the history of this browser. */
export function ImportDialog({ file }: { file: File }) {
  const { state, add } = useImport(file);
  const client = useQueryClient();
  const router = useRouter();
  const onAdded = useEffectEvent((added: number, updated: number) => {
    void markStale(client, LOCAL_SURFACE, 'changeStoredData');
    close();
    openCommandView(null);
    showToast({
      tone: 'ok',
      title: t('{count, plural, one {# job} other {# jobs}} imported', { count: added }),
      ...(updated > 0
        ? {
            description: t('{count, plural, one {# other job} other {# other jobs}} brought up to date.', {
              count: updated,
            }),
          }
        : {}),
      action: {
        label: t('Show them'),
        onSelect: () =>
          void router.navigate({
            to: '/$surface/jobs',
            params: { surface: LOCAL_SURFACE.id },
            search: { kept: true },
          }),
      },
    });
  });
  // The dialog closes when the worker reports the result.
  useEffect(() => {
    if (state.kind === 'added') onAdded(state.added, state.updated);
  }, [state]);
  const isFound = state.kind === 'found' || state.kind === 'adding';
  const count = isFound ? state.found.fresh + state.found.newer : 0;
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={t('Import jobs')}
      description={t('{file}. Into the history of this browser alone; nothing is sent or run.', { file: file.name })}
      actions={
        state.kind === 'problem' ? (
          <Button onClick={chooseImport}>{t('Choose another file…')}</Button>
        ) : (
          <>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button
              tone="primary"
              isBusy={state.kind === 'adding'}
              disabledReason={isFound ? nothingToAdd(state.found) : t('The file is being read.')}
              onClick={add}
            >
              {count > 0 ? t('Import {count, plural, one {# job} other {# jobs}}', { count }) : t('Import')}
            </Button>
          </>
        )
      }
    >
      {state.kind === 'problem' ? (
        <div role="alert" className="flex gap-3 rounded-lg bg-bad-soft px-3 py-2.5">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
          <div>
            <p className="font-semibold">{state.title}</p>
            <p className="text-muted">{state.explanation}</p>
          </div>
        </div>
      ) : isFound ? (
        <Found found={state.found} />
      ) : (
        <p role="status" className="flex h-32 items-center justify-center gap-2 text-muted">
          <Spinner /> {t('Reading file…')}
        </p>
      )}
    </Dialog>
  );
}

function nothingToAdd({ fresh, newer, enriched, noRoom }: FoundJobs): string | null {
  if (fresh + newer + enriched > 0) return null;
  return noRoom > 0 ? t('History is full.') : t('All jobs are already imported.');
}

function Found({ found }: { found: FoundJobs }) {
  const skipped = omittedText(found.skipped);
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={t('Sources')}>
        {found.sources.map((source) => (
          <li key={`${source.id} ${source.address}`} className="font-medium wrap-anywhere">
            {sourceText(source)}
          </li>
        ))}
        {found.exportedAt === null ? null : (
          <li className="text-sm text-muted">{t('Exported {time}', { time: formatDateTime(found.exportedAt) })}</li>
        )}
      </ul>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        {foundDetails(found).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {skipped.length > 0 ? (
        <div className="rounded-lg border border-warn bg-warn-soft px-3 py-2">
          <p className="font-medium">{t('Some entries cannot be imported')}</p>
          <ul>
            {skipped.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

type ImportState =
  | { kind: 'reading' }
  | { kind: 'found'; found: FoundJobs }
  | { kind: 'adding'; found: FoundJobs }
  | { kind: 'added'; added: number; updated: number }
  | ({ kind: 'problem' } & JobsFileProblem);

const deadState = (): ImportState => ({
  kind: 'problem',
  title: t('Import failed'),
  explanation: t('Nothing was changed. Reload the page, and import the file again.'),
});

/** Reads a file and writes its jobs off the main thread: thousands would block the page. */
function useImport(file: File): { state: ImportState; add: () => void } {
  const [state, setState] = useState<ImportState>({ kind: 'reading' });
  const worker = useRef<Worker | null>(null);
  // The worker runs while the dialog for the file is open.
  useEffect(() => {
    const started = startWorker(workerUrl);
    started.addEventListener('message', ({ data }: MessageEvent<JobsFileReply>) => setState(data));
    started.addEventListener('error', () => setState(deadState()));
    started.postMessage({ kind: 'read', file, name: file.name } satisfies JobsFileRequest);
    worker.current = started;
    return () => started.terminate();
  }, [file]);
  const add = () => {
    if (state.kind !== 'found') return;
    setState({ kind: 'adding', found: state.found });
    worker.current?.postMessage({ kind: 'add' } satisfies JobsFileRequest);
  };
  return { state, add };
}

const NAMED_LINES = 5;

const WHY: Record<SkippedEntry['why'], Message> = {
  damaged: msg('damaged'),
  no_job: msg('no job'),
  too_new: msg('from a newer Flowdeck'),
  no_surface: msg('missing server'),
};

/** Returns the details of an import, the most important ones first. */
function foundDetails(found: FoundJobs): readonly (readonly [name: string, value: string])[] {
  const { fresh, newer, known, enriched, noRoom, withWorkflow, total, marked } = found;
  const details: (readonly [string, string] | null)[] = [
    [t('New'), formatInteger(fresh)],
    newer > 0 ? [t('Updated'), t('{count} unfinished here', { count: formatInteger(newer) })] : null,
    known > 0 ? [t('Already imported'), t('{count}, unchanged', { count: formatInteger(known) })] : null,
    enriched > 0
      ? [
          t('Of those'),
          t('{count, plural, one {# gains} other {# gain}} a workflow, stars or tags', { count: enriched }),
        ]
      : null,
    noRoom > 0
      ? [t('No space for'), t('{count, plural, one {the oldest job} other {# oldest jobs}}', { count: noRoom })]
      : null,
    [t('With workflow'), workflowText(withWorkflow, total)],
    marked > 0 ? [t('Marked'), t('{count} with stars, ratings or tags', { count: formatInteger(marked) })] : null,
    [t('Not included'), t('output files (they remain on their server)')],
  ];
  return details.filter((fact) => fact !== null);
}

function workflowText(withWorkflow: number, total: number): string {
  if (withWorkflow === total) return total === 1 ? t('yes: can be opened and run again') : t('all: can be run again');
  if (withWorkflow === 0) return t('none: can be run again only while their server has them');
  return t('{count} of {total}', { count: formatInteger(withWorkflow), total: formatInteger(total) });
}

/** `Lines 3, 7 and 12: damaged` */
function omittedText(skipped: readonly SkippedEntry[]): string[] {
  return [...new Set(skipped.map(({ why }) => why))].map((why) => {
    const reason = t(WHY[why]);
    const entries = skipped.filter((entry) => entry.why === why);
    const lines = entries.flatMap(({ line }) => (line === null ? [] : [line]));
    if (lines.length === 0)
      return t('{count, plural, one {# entry} other {# entries}}: {reason}', { count: entries.length, reason });
    const named = lines.slice(0, NAMED_LINES).map(formatInteger);
    const more = lines.length - named.length;
    const list =
      more > 0 ? t('{lines} and {count} more', { lines: named.join(', '), count: formatInteger(more) }) : joined(named);
    return t('{count, plural, one {Line {lines}} other {Lines {lines}}}: {reason}', {
      count: lines.length,
      lines: list,
      reason,
    });
  });
}

function joined(words: readonly string[]): string {
  return words.length < 2
    ? words.join('')
    : t('{words} and {last}', { words: words.slice(0, -1).join(', '), last: words.at(-1) ?? '' });
}

/** `412 jobs from This machine (http://127.0.0.1:8189)` */
function sourceText({ name, id, address, count }: FoundSource): string {
  const place = address === null ? (name ?? id) : `${name ?? id} (${address})`;
  return t('{count, plural, one {# job} other {# jobs}} from {place}', { count, place });
}
