import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check, Package } from 'lucide-react';
import { type KeyboardEvent, useCallback, useDeferredValue, useId, useMemo, useState } from 'react';
import type { ModelFile, ModelFiles } from '@contract/console/engine-library';
import { operationKey, type Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatBytes, formatDate } from '@/lib/format';
import { useVirtualList } from '@/lib/hooks/use-virtual-list';
import { t } from '@/lib/i18n/messages';
import type { ControlProps } from '@/shared/fields/field-frame';
import { moveByKey } from '@/ui/input/list-moves';
import { PickerPopover, PickerSearch } from '@/ui/input/picker-popover';
import { libraryImageQuery } from '@/domains/library-image-query';
import { useBlobUrl } from '@/lib/hooks/use-blob-url';
import { callConsole, consolePath } from '@/api/call-console';
import { useRecentModelFiles } from '../draft/recent-model-files';
import { FileName } from './file-name';
import { foundRows, groupedRows, pickerFile, type PickerFile, type PickerRow } from './picker-rows';

const FILE_PX = 44;
const HEADING_PX = 28;

export interface ModelPickerProps {
  control: ControlProps;
  surface: Surface;
  /** Files of the server, as paths below their folder. */
  names: readonly string[];
  value: string;
  /** Names close to the value, if it is missing. */
  similar: readonly string[];
  onChoose: (name: string) => void;
}

export function ModelPicker({ control, onChoose, ...list }: ModelPickerProps) {
  return (
    <PickerPopover
      {...control}
      chosen={list.value === '' ? null : <FileName value={list.value} />}
      placeholder={t('Choose a file')}
      contentId={`${control.id}-files`}
      contentLabel={t('Choose a file')}
      width="w-[max(var(--radix-popover-trigger-width),280px)] sm:w-[max(var(--radix-popover-trigger-width),600px)]"
      isOpenAtOnce
    >
      {(close) => (
        <FileList
          {...list}
          onChoose={(name) => {
            onChoose(name);
            close();
          }}
        />
      )}
    </PickerPopover>
  );
}

/** The files with a search field, and the image of the active one beside them. Only the rows in view exist. */
function FileList({ surface, names, value, similar, onChoose }: Omit<ModelPickerProps, 'control'>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  // As of opening: a choice would move the rows while the list closes.
  const [recent] = useState(useRecentModelFiles(surface.id));
  const { data: known, isPending } = useQuery({ ...modelFilesQuery(surface), enabled: surface.kind === 'gateway' });
  const folder = useMemo(() => (known ? folderOf(names, known) : null), [names, known]);
  const files = useMemo(() => names.map(pickerFile), [names]);
  const rowsFor = useCallback(
    (text: string) => (text.trim() === '' ? groupedRows(files, { recent, similar }) : foundRows(files, text)),
    [files, recent, similar],
  );
  const rows = useMemo(() => rowsFor(search), [rowsFor, search]);
  const options = useMemo(() => optionsOf(rows), [rows]);
  const optionAt = useMemo(() => new Map(options.map(({ row }, option) => [row, option])), [options]);
  const chosen = options.findIndex(({ file }) => file.value === value);
  const [active, setActive] = useState(Math.max(0, chosen));
  const {
    scroller,
    listStyle,
    rows: nearRows,
    rowProps,
    scrollToRow,
  } = useVirtualList({
    count: rows.length,
    heightOf: (index) => heightOf(rows[index]),
    keyOf: (index) => rows[index]?.key ?? index,
    initialOffset: offsetOf(rows, (options[chosen]?.row ?? 0) - 2),
  });

  const goTo = (index: number) => {
    const next = Math.min(options.length - 1, Math.max(0, index));
    setActive(next);
    // The heading of the first group stays in view.
    scrollToRow(next === 0 ? 0 : (options[next]?.row ?? 0));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveByKey(event.key, active, options.length);
    if (event.key === 'Enter') {
      // The list shows the typed text a moment later, and must not choose by an earlier one.
      const option = (search === typed ? options : optionsOf(rowsFor(typed)))[active];
      if (option) onChoose(option.file.value);
    } else if (moved !== null) goTo(moved);
    else return;
    event.preventDefault();
  };
  const shown = options[active]?.file;
  const hasImages = surface.kind === 'gateway' && (isPending || folder !== null);

  return (
    <>
      <PickerSearch
        aria-label={t('Search the files')}
        listId={`${id}-list`}
        aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
        placeholder={t('Search {count, plural, one {# file} other {# files}}', { count: names.length })}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          goTo(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="flex h-96 max-h-[calc(var(--radix-popover-content-available-height,27rem)-2.5rem)] min-h-32">
        <div
          ref={scroller}
          role="listbox"
          id={`${id}-list`}
          aria-label={t('Files')}
          className={classNames(
            'min-w-0 flex-1 overflow-y-auto overscroll-contain p-1',
            options.length === 0 && 'hidden',
          )}
        >
          <div role="presentation" className="relative" style={listStyle}>
            {nearRows.map((place) => {
              const row = rows[place.index];
              if (!row) return null;
              if (row.kind === 'heading') {
                return (
                  <div
                    key={place.key}
                    aria-hidden
                    title={row.text}
                    className="absolute inset-x-0 flex items-end truncate px-2 pb-1 text-xs font-medium text-muted"
                    style={rowProps(place).style}
                  >
                    <span className="truncate">{row.text}</span>
                  </div>
                );
              }
              const option = optionAt.get(place.index) ?? 0;
              const { file } = row;
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search field has the focus and takes the keys
                <div
                  key={place.key}
                  {...rowProps(place)}
                  role="option"
                  id={`${id}-${option}`}
                  aria-selected={file.value === value}
                  aria-setsize={options.length}
                  aria-posinset={option + 1}
                  onClick={() => onChoose(file.value)}
                  onPointerMove={() => setActive(option)}
                  className={classNames(
                    'absolute inset-x-0 flex cursor-default items-center gap-2.5 rounded-md px-2 select-none',
                    option === active && 'bg-hover',
                  )}
                >
                  {hasImages ? (
                    <FilePreview
                      surface={surface}
                      folder={folder}
                      name={file.value}
                      className="size-9 shrink-0 rounded"
                    />
                  ) : null}
                  <span className="min-w-0 flex-1" title={file.value}>
                    <span className="block truncate">{file.name}</span>
                    {row.showsFolder && file.folder !== '' ? (
                      <span className="block truncate text-xs text-muted">{file.folder}</span>
                    ) : null}
                  </span>
                  {file.value === value ? <Check aria-hidden className="size-4 shrink-0 text-accent" /> : null}
                </div>
              );
            })}
          </div>
        </div>
        <p role="status" className={options.length === 0 ? 'min-w-0 flex-1 p-3 text-sm text-muted' : 'sr-only'}>
          {options.length > 0
            ? t('{count, plural, one {# file} other {# files}}', { count: options.length })
            : t('No file name contains “{text}”.', { text: search.trim() })}
        </p>
        {hasImages && shown ? <PreviewPane surface={surface} folder={folder} file={shown} /> : null}
      </div>
    </>
  );
}

function heightOf(row: PickerRow | undefined): number {
  return row?.kind === 'heading' ? HEADING_PX : FILE_PX;
}

function offsetOf(rows: readonly PickerRow[], index: number): number {
  return rows.slice(0, Math.max(0, index)).reduce((sum, row) => sum + heightOf(row), 0);
}

interface Option {
  file: Extract<PickerRow, { kind: 'file' }>['file'];
  /** Index among the rows. */
  row: number;
}

function optionsOf(rows: readonly PickerRow[]): Option[] {
  return rows.flatMap((row, index) => (row.kind === 'file' ? [{ file: row.file, row: index }] : []));
}

interface FilePreviewProps {
  surface: Surface;
  /** `null`: ComfyUI knows nothing about the file. */
  folder: ModelFolder | null;
  name: string;
  className: string;
}

/** The image that ComfyUI has of a model file, or a placeholder. */
function FilePreview({ surface, folder, name, className }: FilePreviewProps) {
  const file = folder?.files.get(name);
  const { data } = useQuery({
    ...libraryImageQuery(surface, modelPreviewPath(folder?.name ?? '', file ?? NO_FILE)),
    enabled: file !== undefined,
  });
  const url = useBlobUrl(data ?? null);
  return (
    <span className={classNames('flex items-center justify-center overflow-hidden bg-raised text-faint', className)}>
      {url ? (
        <img src={url} alt="" decoding="async" draggable={false} className="size-full object-cover" />
      ) : (
        <Package aria-hidden className="size-1/3 max-h-8 min-h-4 max-w-8 min-w-4 stroke-[1.5]" />
      )}
    </span>
  );
}

const NO_FILE = { engine: '', name: '', path_index: 0, size: null, modified: null };

/** The active file: its preview, size and date. */
function PreviewPane({ surface, folder, file }: Omit<FilePreviewProps, 'name' | 'className'> & { file: PickerFile }) {
  const known = folder?.files.get(file.value);
  const { size, modified } = known ?? NO_FILE;
  const facts = [size === null ? '' : formatBytes(size), modified === null ? '' : formatDate(modified)].filter(Boolean);
  return (
    <div className="hidden w-52 shrink-0 flex-col gap-2 overflow-y-auto border-l border-line p-3 sm:flex">
      <FilePreview surface={surface} folder={folder} name={file.value} className="aspect-square w-full rounded-md" />
      <p className="text-sm break-words">{file.name}</p>
      {file.folder === '' ? null : <p className="text-xs break-words text-muted">{file.folder}</p>}
      {facts.length > 0 ? <p className="text-xs text-muted">{facts.join(', ')}</p> : null}
    </div>
  );
}

/** ComfyUI searches its folders for each request. */
const FRESH_MS = 120_000;

/** What ComfyUI knows about its model files. Empty on a server without it: the names are in the node definitions. */
function modelFilesQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.modelFiles'),
    queryFn: async ({ signal }): Promise<ModelFiles> => {
      try {
        return await callConsole(surface, 'listModelFiles', { signal });
      } catch (error) {
        if (signal.aborted) throw error;
        // An older gateway, or one that is away: nothing depends on it.
        return { folders: [] };
      }
    },
    staleTime: FRESH_MS,
  });
}

/** A kind of model files, with the files by name. */
interface ModelFolder {
  name: string;
  files: ReadonlyMap<string, ModelFile>;
}

/** Enough to tell kinds apart, whose files hardly ever share names. */
const COMPARED = 200;

/** Returns the kind whose files a list of names has; `null` if it is none. */
function folderOf(names: readonly string[], { folders }: ModelFiles): ModelFolder | null {
  const compared = names.slice(0, COMPARED);
  let best: ModelFolder | null = null;
  let most = 0;
  for (const { name, files } of folders) {
    const byName = new Map(files.map((file) => [file.name, file]));
    const count = compared.filter((each) => byName.has(each)).length;
    if (count > most) [best, most] = [{ name, files: byName }, count];
  }
  return best;
}

/** Path of the image of a model file. */
function modelPreviewPath(folder: string, { engine, name, path_index }: ModelFile): string {
  const query = new URLSearchParams({ engine, folder, path_index: String(path_index), file: name });
  return consolePath('getModelPreview', {}, query);
}
