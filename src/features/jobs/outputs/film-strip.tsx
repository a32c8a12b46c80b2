import { Radio } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { isRemoved } from '@/domains/jobs/file-url';
import { THUMB_STRIP } from '@/domains/jobs/thumbnail-url';
import type { Preview } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { formatOutputSize } from '@/shared/files/output-size';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { dragSource } from '@/shared/drop/drag-source';
import { OutputThumbnail } from '@/shared/files/output-thumbnail';
import { PreviewImage } from '@/shared/files/preview-image';
import type { ExpectedOutput } from './output-pane-model';

interface FilmStripProps {
  surface: Surface;
  outputs: readonly Output[];
  expected: readonly ExpectedOutput[];
  preview: Preview | null;
  /** Id of the shown output; `null` for the live preview. */
  currentId: string | null;
  onChoose: (output: Output | null) => void;
  /** Next to the tiles: actions for several outputs. */
  actions?: ReactNode;
}

const FRAME = 'flex h-16 w-24 items-center justify-center overflow-hidden rounded-md';
/** What fits into two lines. */
const NAME_CHARS = 28;

/** All outputs of the job in order of arrival, with placeholders for pending ones. */
export function FilmStrip({ surface, outputs, expected, preview, currentId, onChoose, actions }: FilmStripProps) {
  if (outputs.length + expected.length === 0) return null;
  return (
    <div className="flex shrink-0 border-t border-line max-sm:flex-col">
      <ul aria-label={t('All outputs')} className="flex min-w-0 flex-1 gap-3 overflow-x-auto px-4 py-3 md:px-5">
        {preview && outputs.length > 0 ? (
          <li>
            <Tile
              isCurrent={currentId === null}
              label={t('Live preview')}
              name={t('live')}
              note={t('preview')}
              onSelect={() => onChoose(null)}
            >
              <PreviewImage preview={preview} alt="" className="size-full object-cover" />
              <Radio aria-hidden className="absolute size-4 rounded bg-panel text-accent" />
            </Tile>
          </li>
        ) : null}
        {outputs.map((output) => (
          <li key={output.id} className="animate-arrive">
            <Tile
              isCurrent={output.id === currentId}
              label={t('Show {name}', { name: output.name })}
              name={middleEllipsis(output.name, NAME_CHARS)}
              note={isRemoved(output) ? t('removed') : formatOutputSize(output)}
              onSelect={() => onChoose(output)}
              drag={dragSource(surface, output)}
            >
              <OutputThumbnail surface={surface} output={output} side={THUMB_STRIP} />
            </Tile>
          </li>
        ))}
        {expected.map(({ nodeId, name }) => (
          <li key={`node ${nodeId}`} className="w-24">
            <div className={classNames(FRAME, 'border border-dashed border-control')} />
            <div className="mt-1 truncate text-xs text-muted" title={name}>
              {name}
            </div>
            <div className="text-xs text-faint">{t('waiting')}</div>
          </li>
        ))}
      </ul>
      {actions}
    </div>
  );
}

interface TileProps {
  isCurrent: boolean;
  label: string;
  name: string;
  note: string;
  onSelect: () => void;
  drag?: ReturnType<typeof dragSource>;
  children: ReactNode;
}

function Tile({ isCurrent, label, name, note, onSelect, drag, children }: TileProps) {
  return (
    <button
      {...drag}
      type="button"
      aria-label={label}
      aria-current={isCurrent || undefined}
      className="block w-24 rounded-md text-left"
      onClick={onSelect}
    >
      <span
        className={classNames(
          FRAME,
          'relative bg-hover text-faint [&_svg]:size-5',
          isCurrent && 'outline-2 outline-offset-1 outline-accent',
        )}
      >
        {children}
      </span>
      <span className="mt-1 line-clamp-2 text-xs wrap-anywhere">{name}</span>
      <span className="block text-xs text-muted">{note}</span>
    </button>
  );
}
