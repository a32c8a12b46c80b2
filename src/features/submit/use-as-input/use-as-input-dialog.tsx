import type { MediaKind } from '@contract/workflow/node-definitions';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, CircleAlert, FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { isApiError } from '@/api/api-error';
import { toAssetReference } from '@/features/submit/form/to-asset-reference';
import { definitionsQuery } from '@/domains/node-definitions-query';
import { isImage, THUMB_STRIP } from '@/domains/jobs/thumbnail-url';
import { writeDraft } from '@/domains/drafts/drafts';
import { markStale } from '@/api/live/stale-table';
import { makeDraft } from '@/domains/drafts/make-draft';
import type { Surface } from '@/api/surface';
import { msg, t } from '@/lib/i18n/messages';
import { formatOutputSize } from '@/shared/files/output-size';
import { announce } from '@/shared/feedback/announce';
import { type HeldFile, type InputRequest } from '@/shared/dialog-requests/input-request';
import { StoredImage } from '@/shared/files/stored-image';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { FileDropTarget } from '@/shared/drop/file-drop-target';
import { Skeleton } from '@/ui/skeleton';
import type { ArchiveMember, SingleParseResult } from '@/features/submit/import/workflow-file-protocol';
import { messageOf } from '@/lib/message-of';
import { closeDialog } from '@/shared/dialog-requests/dialogs';
import { WORKFLOW_FILES } from '../import/accepted-files';
import { convertedParts } from '../import/converted-parts';
import { readDroppedFile } from '../import/read-dropped-file';
import { InputSourceList, SlotList } from './input-source-list';
import { draftWithInput, inputSlots, type InputSlot } from './input-slots';
import type { ReadSource } from './input-sources';
import { noteUsedInput, useInputSources } from './use-input-sources';

/** Dialog to choose a workflow for this file, and one of its inputs. */
export function UseAsInputDialog({ surface, file, media }: InputRequest) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const { offers, used, isPending } = useInputSources(surface, file.job_id ?? null, media);
  const [busyKey, setBusyKey] = useState<string | null>(null);
  const [chosen, setChosen] = useState<{ read: ReadSource; sourceId: string | null } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => closeDialog('input');

  const open = async (key: string, sourceId: string | null, { draft }: ReadSource, slot: InputSlot) => {
    if (busyKey !== null) return;
    setBusyKey(key);
    setProblem(null);
    try {
      const info = await toAssetReference(surface, file, new AbortController().signal);
      const made = draftWithInput(draft, slot, info, Date.now());
      await writeDraft(made);
      await markStale(client, surface, 'changeDrafts');
      if (sourceId !== null) noteUsedInput(surface.id, sourceId, slot);
      close();
      announce(t('{name} is in place on {label}', { name: file.name, label: slot.label }));
      await navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId: made.id } });
    } catch (error) {
      setProblem(problemText(error, media));
      setBusyKey(null);
    }
  };
  /** @param sourceId `null` for a file, which this browser does not keep */
  const choose = (key: string, sourceId: string | null, read: ReadSource, slot?: InputSlot) => {
    const only = slot ?? (read.slots.length === 1 ? read.slots[0] : undefined);
    if (only) void open(key, sourceId, read, only);
    else setChosen({ read, sourceId });
  };
  const take = async (dropped: File | undefined) => {
    if (!dropped) return;
    setProblem(null);
    const load = () => client.fetchQuery(definitionsQuery(surface)).catch(() => null);
    const read = await readDroppedFile(dropped, load);
    const result = read.kind === 'archive' ? firstOf(read.members) : read;
    if (result.kind !== 'workflow') {
      setProblem(`${dropped.name}: ${whyNot(result)}`);
      return;
    }
    const { text, conversion, author } = result;
    if (conversion?.isPartial) {
      setProblem(`${dropped.name}: ${t(PARTIAL)}`);
      return;
    }
    const parts = { ...convertedParts(conversion), ...(author ? { author } : {}) };
    const request = { text, title: dropped.name, origin: 'file' as const, ...parts };
    const definitions = await client.fetchQuery(definitionsQuery(surface));
    const slots = inputSlots(result.text, media, definitions);
    if (slots.length > 0) choose(dropped.name, null, { draft: makeDraft(surface.id, request, Date.now()), slots });
    else
      setProblem(
        t('{name} has no {media, select, image {image} audio {audio file} video {video} other {file}} input.', {
          name: dropped.name,
          media,
        }),
      );
  };

  return (
    <Dialog
      isOpen
      onOpenChange={close}
      size="md"
      title={chosen ? t('Which input of {title}?', { title: chosen.read.draft.title }) : t('Use in a workflow')}
      description={chosen ? null : t('Opens the workflow as a draft that uses this file. Nothing is uploaded or run.')}
      actions={
        chosen ? (
          <Button tone="ghost" onClick={() => setChosen(null)}>
            <ArrowLeft aria-hidden />
            {t('Other workflows')}
          </Button>
        ) : (
          <Button onClick={() => input.current?.click()}>
            <FolderOpen aria-hidden />
            {t('Choose a workflow file')}
          </Button>
        )
      }
    >
      <FileDropTarget
        spot={{ label: '', media: 'workflow', several: 'none' }}
        onFiles={([dropped]) => void take(dropped)}
      >
        <div className="-mx-2 flex flex-col gap-4 pt-2">
          <FileDetails surface={surface} file={file} />
          {problem ? (
            <p role="alert" className="flex items-start gap-2 rounded-lg bg-bad-soft px-3 py-2.5">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
              <span className="wrap-anywhere">{problem}</span>
            </p>
          ) : null}
          {chosen ? (
            <SlotList
              slots={chosen.read.slots}
              onChoose={(slot) => void open('slot', chosen.sourceId, chosen.read, slot)}
            />
          ) : isPending ? (
            <Skeleton className="h-28" />
          ) : (
            <>
              <InputSourceList
                offers={offers}
                used={used}
                media={media}
                busyKey={busyKey}
                onChoose={({ key, id, kind }, read, slot) => choose(key, kind === 'job' ? null : id, read, slot)}
              />
              <p className="px-2 text-sm text-muted">
                {offers.some(({ source }) => source.kind !== 'job')
                  ? t('Or drop a workflow here.')
                  : t(
                      'No other draft accepts {media, select, image {an image} audio {an audio file} video {a video} other {a file}}. Drop a workflow here.',
                      { media },
                    )}
              </p>
            </>
          )}
        </div>
      </FileDropTarget>
      <input
        ref={input}
        type="file"
        accept={WORKFLOW_FILES}
        aria-label={t('Workflow file')}
        className="hidden"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </Dialog>
  );
}

function FileDetails({ surface, file }: { surface: Surface; file: HeldFile }) {
  return (
    <div className="flex items-center gap-3 px-2">
      {isImage(file) ? (
        <div className="size-14 shrink-0 overflow-hidden rounded-md">
          <StoredImage surface={surface} source={file} side={THUMB_STRIP} className="checkerboard object-cover" />
        </div>
      ) : null}
      <div className="min-w-0">
        <p className="truncate font-semibold" title={file.name}>
          {file.name}
        </p>
        <p className="text-sm text-muted">
          {file.content_type}, {formatOutputSize(file)}
        </p>
      </div>
    </div>
  );
}

const PARTIAL = msg(
  'This server does not have all of its node classes. Drop the file on the page: it is kept as a draft until the server has them.',
);

function problemText(error: unknown, media: MediaKind): string {
  if (isApiError(error) && error.status === 404) {
    return t(
      'This {media, select, image {image} audio {audio file} video {video} other {file}} no longer exists on the server.',
      { media },
    );
  }
  return messageOf(error, t('The file could not be attached.'));
}

/** Of an archive, only the first workflow is used, since this dialog needs one. */
function firstOf(members: readonly ArchiveMember[]): SingleParseResult {
  const results = members.map(({ result }) => result);
  return results.find(({ kind }) => kind === 'workflow') ?? results[0] ?? emptyArchive();
}

function emptyArchive(): SingleParseResult {
  return { kind: 'problem', title: t('No workflow in this archive'), explanation: t('Choose another file.') };
}

function whyNot(result: Exclude<SingleParseResult, { kind: 'workflow' }>): string {
  if (result.kind === 'media') return result.reason;
  if (result.kind === 'export') return t('This is a job export. Close this dialog, then drop the file on the page.');
  return `${result.title}. ${result.explanation}`;
}
