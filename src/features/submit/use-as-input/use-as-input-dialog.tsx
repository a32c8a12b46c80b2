import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, CircleAlert, FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { isApiError } from '@/api/api-error';
import { referableAsset } from '@/api/assets/referable-asset';
import { definitionsQuery } from '@/api/definitions';
import { isPicture, THUMB_STRIP } from '@/api/jobs/thumbnail-url';
import { writeDraft } from '@/api/storage/drafts';
import { draftsKey } from '@/api/storage/drafts-key';
import { makeDraft } from '@/api/storage/make-draft';
import type { Surface } from '@/api/surface';
import { formatOutputSize } from '@/shared/output-size';
import { announce } from '@/shared/announce';
import { openInputDialog, type HeldFile, type InputRequest } from '@/shared/input-request';
import { MEDIA_NOUN, withArticle } from '@/shared/media-noun';
import { StoredImage } from '@/shared/stored-image';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { FileDropTarget } from '@/ui/file-drop-target';
import { Skeleton } from '@/ui/skeleton';
import type { FileParseResult } from '@/workers/workflow-file-messages';
import { readDroppedFile } from '../read-dropped-file';
import { InputSourceList, SlotList } from './input-source-list';
import { draftWithInput, inputSlots, type InputSlot } from './input-slots';
import type { ReadSource } from './input-sources';
import { useInputSources } from './use-input-sources';

/** Where should this file go? A workflow, and of its inputs the one that is meant. */
export function UseAsInputDialog({ surface, file, media }: InputRequest) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const { offers, isPending } = useInputSources(surface, file.job_id ?? null, media);
  const [busyKey, setBusyKey] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadSource | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const noun = MEDIA_NOUN[media];
  const close = () => openInputDialog(null);

  const open = async (key: string, { draft }: ReadSource, slot: InputSlot) => {
    if (busyKey !== null) return;
    setBusyKey(key);
    setProblem(null);
    try {
      const info = await referableAsset(surface, file, new AbortController().signal);
      const made = draftWithInput(draft, slot, info, Date.now());
      await writeDraft(made);
      await client.invalidateQueries({ queryKey: draftsKey(surface) });
      close();
      announce(`${file.name} is in place on ${slot.label}`);
      await navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId: made.id } });
    } catch (error) {
      setProblem(problemWords(error, noun));
      setBusyKey(null);
    }
  };
  const choose = (key: string, read: ReadSource) => {
    const [first] = read.slots;
    if (read.slots.length === 1 && first) void open(key, read, first);
    else setChosen(read);
  };
  const take = async (dropped: File | undefined) => {
    if (!dropped) return;
    setProblem(null);
    const reading = await readDroppedFile(dropped);
    if (reading.kind !== 'workflow') {
      setProblem(`${dropped.name}: ${whyNot(reading)}`);
      return;
    }
    const wish = { text: reading.text, title: dropped.name, origin: 'file' as const };
    const definitions = await client.fetchQuery(definitionsQuery(surface));
    const slots = inputSlots(reading.text, media, definitions);
    if (slots.length > 0) choose(dropped.name, { draft: makeDraft(surface.id, wish, Date.now()), slots });
    else setProblem(`${dropped.name} has no ${noun} input.`);
  };

  return (
    <Dialog
      isOpen
      onOpenChange={close}
      size="md"
      title={chosen ? `Which input of ${chosen.draft.title}?` : 'Use as input'}
      description={chosen ? null : 'Opens the workflow as a draft that uses this file. Nothing is uploaded or run.'}
      actions={
        chosen ? (
          <Button tone="ghost" onClick={() => setChosen(null)}>
            <ArrowLeft aria-hidden />
            Other workflows
          </Button>
        ) : (
          <Button onClick={() => input.current?.click()}>
            <FolderOpen aria-hidden />
            Choose a workflow file
          </Button>
        )
      }
    >
      <FileDropTarget onFiles={([dropped]) => void take(dropped)}>
        <div className="-mx-2 flex flex-col gap-4 pt-2">
          <FileDetails surface={surface} file={file} />
          {problem ? (
            <p role="alert" className="flex items-start gap-2 rounded-lg bg-bad-soft px-3 py-2.5">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
              <span className="wrap-anywhere">{problem}</span>
            </p>
          ) : null}
          {chosen ? (
            <SlotList slots={chosen.slots} onChoose={(slot) => void open('slot', chosen, slot)} />
          ) : isPending ? (
            <Skeleton className="h-28" />
          ) : (
            <>
              <InputSourceList offers={offers} media={media} busyKey={busyKey} onChoose={choose} />
              <p className="px-2 text-sm text-muted">
                {offers.some(({ source }) => source.kind !== 'job')
                  ? 'Or drop a workflow here.'
                  : `No other draft accepts ${withArticle(noun)}. Drop a workflow here.`}
              </p>
            </>
          )}
        </div>
      </FileDropTarget>
      <input
        ref={input}
        type="file"
        accept=".json,application/json,image/*"
        aria-label="Workflow file"
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
      {isPicture(file) ? (
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

function problemWords(error: unknown, noun: string): string {
  if (isApiError(error) && error.status === 404) return `This ${noun} no longer exists on the server.`;
  return error instanceof Error ? error.message : 'The file could not be attached.';
}

function whyNot(reading: Exclude<FileParseResult, { kind: 'workflow' }>): string {
  if (reading.kind === 'picture') return reading.reason;
  if (reading.kind === 'export') return 'This is a job export. Close this dialog, then drop the file on the page.';
  return `${reading.title}. ${reading.explanation}`;
}
