import { useQuery } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { libraryImageQuery } from '@/domains/library-image-query';
import { classNames } from '@/lib/class-names';
import { formatBytes, formatDate } from '@/lib/format';
import { useBlobUrl } from '@/lib/hooks/use-blob-url';
import { modelPreviewPath, type ModelFolder } from './model-files-query';
import type { PickerFile } from './picker-rows';

interface FilePreviewProps {
  surface: Surface;
  /** `null`: ComfyUI knows nothing about the file. */
  folder: ModelFolder | null;
  name: string;
  className: string;
}

/** The image that ComfyUI has of a model file, or a placeholder. */
export function FilePreview({ surface, folder, name, className }: FilePreviewProps) {
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
export function PreviewPane({
  surface,
  folder,
  file,
}: Omit<FilePreviewProps, 'name' | 'className'> & { file: PickerFile }) {
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
