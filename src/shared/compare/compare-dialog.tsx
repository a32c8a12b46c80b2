import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { VideoBar } from '@/shared/viewer/video/video-bar';
import { ZoomControls } from '@/shared/viewer/zoom-controls';
import { ZoomViewport } from '@/shared/viewer/zoom-viewport';
import { Dialog } from '@/ui/overlay/dialog';
import { COMPARE_MODES, type CompareMode } from './compare-model';
import { useComparison, type ComparedFile, type ComparedItem, type Comparison } from './comparison';
import { DifferenceLayers, FlickerLayers, SliderLayers } from './overlays';

const KEYS = msg('Plus and minus zoom, Z fits or shows actual size, arrows move');

interface CompareDialogProps {
  title: string;
  /** Names what has a label, such as `Job A`; absent if the label says so. */
  nameOf?: (label: string) => string;
  items: readonly ComparedItem[];
  mode: CompareMode;
  onModeChange: (mode: CompareMode) => void;
  /** Chooses what is compared. */
  toolbar?: ReactNode;
  /** What differs besides the files. */
  children?: ReactNode;
  onClose: () => void;
  onClosed?: () => void;
}

/**
 * Compares two to four things: their files overlaid or side by side with shared zoom, pan and playback, and what differs
 * (decision 126).
 */
export function CompareDialog(props: CompareDialogProps) {
  const { title, nameOf, items, mode: requested, onModeChange, toolbar, children, onClose, onClosed } = props;
  const files = items.flatMap(({ file }) => file ?? []);
  const comparison = useComparison(files.map(({ key }) => key));
  const [left, right, ...more] = items.map(({ file }) => file);
  // Two files of the same kind can be overlaid.
  const pair = left && right && left.kind === right.kind && more.length === 0 ? { left, right } : null;
  const mode = pair ? requested : 'side';
  const isShown = items.some(({ file, instead }) => file || instead !== null);
  const videos = items.filter(({ file }) => file?.kind === 'video');
  // On phones, what differs is below what is shown, and both scroll.
  const size = isShown && classNames('min-h-0 flex-1', children && 'max-sm:min-h-[70dvh] max-sm:shrink-0');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => (isOpen ? null : onClose())}
      title={title}
      description={null}
      size="fill"
      {...(onClosed ? { onClosed } : {})}
    >
      <div className="-mx-4 -mb-4 flex min-h-0 flex-1 flex-col max-sm:overflow-auto">
        {items.some(({ file }) => file !== null) ? (
          <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-3">
            {toolbar}
            <CompareModes mode={mode} isSideOnly={pair === null} onChange={onModeChange} />
            <div className="ml-auto">
              <ZoomControls zoom={comparison.zoom} />
            </div>
          </div>
        ) : null}
        {pair && mode !== 'side' ? (
          <div className={classNames('relative flex flex-col border-t border-line', size)}>
            {items.some(({ head }) => head !== null) ? (
              <div className="grid shrink-0 border-b border-line sm:grid-cols-2">
                {items.map(({ key, head }) => (
                  <div key={key} className="min-w-0">
                    {head}
                  </div>
                ))}
              </div>
            ) : null}
            <Overlay {...pair} mode={mode} comparison={comparison} />
          </div>
        ) : (
          <div className={classNames('grid gap-px border-t border-line bg-line', GRIDS[items.length], size)}>
            {items.map((item, at) => (
              <Cell
                key={item.key}
                item={item}
                name={nameOf ? nameOf(item.label) : item.label}
                at={at}
                isLast={items.length === 2 && at === 1}
                isMeasured={item.file !== undefined && item.file === files[0]}
                comparison={comparison}
              />
            ))}
          </div>
        )}
        {videos.length > 0 ? (
          <VideoBar
            group={comparison.videos}
            labels={videos.map(({ label }) => label)}
            takesSpace={mode !== 'flicker'}
          />
        ) : null}
        {children ? (
          <div
            role="region"
            aria-label={t('What differs')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={0}
            className={classNames(
              'flex flex-col gap-4 border-t border-line px-4 py-3',
              isShown ? 'shrink-0 sm:max-h-[36dvh] sm:overflow-auto' : 'min-h-0 flex-1 overflow-auto',
            )}
          >
            {children}
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

const MODE_NAMES: Readonly<Record<CompareMode, Message>> = {
  slider: msg('Slider'),
  side: msg('Side by side'),
  flicker: msg('Flicker'),
  difference: msg('Difference'),
};

interface CompareModesProps {
  mode: CompareMode;
  /** Only two files of the same kind can be overlaid. */
  isSideOnly: boolean;
  onChange: (mode: CompareMode) => void;
}

function CompareModes({ mode, isSideOnly, onChange }: CompareModesProps) {
  return (
    <div role="group" aria-label={t('Comparison mode')} className="flex rounded-md border border-control p-0.5">
      {COMPARE_MODES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === mode}
          aria-disabled={(isSideOnly && name !== 'side') || undefined}
          title={isSideOnly && name !== 'side' ? t('Only two images or two videos can be overlaid.') : undefined}
          onClick={() => (isSideOnly ? null : onChange(name))}
          className={classNames(
            'h-6 rounded px-2 text-sm whitespace-nowrap aria-disabled:cursor-not-allowed',
            name === mode ? 'bg-hover font-medium text-text' : 'text-muted not-aria-disabled:hover:text-text',
          )}
        >
          {t(MODE_NAMES[name])}
        </button>
      ))}
    </div>
  );
}

/** Grid classes by number: one row, or a square of four; on phones, one below the other except for four. */
const GRIDS: readonly string[] = [
  '',
  '',
  'max-sm:grid-rows-2 sm:grid-cols-2 sm:grid-rows-1',
  'max-sm:grid-rows-3 sm:grid-cols-3 sm:grid-rows-1',
  'grid-cols-2 grid-rows-2',
];

interface CellProps {
  item: ComparedItem;
  name: string;
  at: number;
  isLast: boolean;
  isMeasured: boolean;
  comparison: Comparison;
}

function Cell({ item: { label, head, file, instead }, name, at, isLast, isMeasured, comparison }: CellProps) {
  return (
    <section aria-label={name} className="flex min-h-0 min-w-0 flex-col bg-panel">
      {head}
      {file ? (
        <ZoomViewport
          zoom={comparison.zoom}
          isMeasured={isMeasured}
          label={`${label}: ${file.name}. ${t(KEYS)}`}
          takesWheel
          className={head === null ? '' : 'border-t border-line'}
        >
          {file.layer(at, comparison)}
          {head === null ? <FileName name={file.name} className={isLast ? 'right-3' : 'left-3'} /> : null}
        </ZoomViewport>
      ) : (
        instead
      )}
    </section>
  );
}

interface OverlayProps {
  left: ComparedFile;
  right: ComparedFile;
  mode: Exclude<CompareMode, 'side'>;
  comparison: Comparison;
}

function Overlay({ left, right, mode, comparison }: OverlayProps) {
  const layers = { left: left.layer(0, comparison), right: right.layer(1, comparison) };
  return (
    <ZoomViewport
      zoom={comparison.zoom}
      label={t('{left} and {right}. {keys}', { left: left.name, right: right.name, keys: t(KEYS) })}
      takesWheel
    >
      {mode === 'slider' ? <SliderLayers {...layers} /> : null}
      {mode === 'flicker' ? <FlickerLayers {...layers} /> : null}
      {mode === 'difference' ? <DifferenceLayers {...layers} /> : null}
      {mode === 'slider' ? (
        <>
          <FileName name={left.name} className="left-3 max-w-[45%]" />
          <FileName name={right.name} className="right-3 max-w-[45%]" />
        </>
      ) : null}
    </ZoomViewport>
  );
}

/** Name of a file, in a corner of its viewport. */
function FileName({ name, className }: { name: string; className: string }) {
  return (
    <span
      className={classNames(
        'pointer-events-none absolute top-3 max-w-[calc(100%-24px)] truncate rounded-md border border-line bg-panel px-2 py-0.5 text-sm text-muted',
        className,
      )}
    >
      {name}
    </span>
  );
}
