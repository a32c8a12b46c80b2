import { Check, Star } from 'lucide-react';
import { memo, useId, type ReactNode } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import type { Surface } from '@/api/surface';
import type { FileMark } from '@/domains/annotations/file-marks';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { RatingMark } from '@/shared/annotations/rating-mark';
import { formatOutputSize } from '@/shared/files/output-size';
import { Age } from '@/shared/relative-time';
import { MiddleCut } from '@/ui/middle-cut';
import { dragSource } from '@/shared/drop/drag-source';
import type { RunAssetAction } from './actions/asset-actions';
import { AssetImage } from './asset-image';
import { assetName, cellTitle, sourceParts } from './asset-text';
import { TileMenu } from './tile-menu';

interface AssetTileProps {
  surface: Surface;
  asset: ListedAsset;
  isOpen: boolean;
  isSelected: boolean;
  mark: FileMark;
  /** Whether Tab focuses this tile; arrow keys move to the others. */
  isTabStop: boolean;
  /** Longest side of the thumbnail. */
  thumbnail: number;
  /** Whether name, source and size stand below the image. */
  hasText: boolean;
  onFocus: (id: string) => void;
  onOpen: (id: string) => void;
  run: RunAssetAction;
}

export const AssetTile = memo(function AssetTile(props: AssetTileProps) {
  const { surface, asset, isOpen, isSelected, mark, isTabStop, thumbnail, hasText, onFocus, onOpen, run } = props;
  const { isStarred, rating } = mark;
  const name = assetName(asset);
  const cell = cellTitle(asset);
  const title = cell ?? name;
  const full = cell === null ? name : `${cell}, ${name}`;
  const [job, node] = sourceParts(asset);
  const sourceId = useId();
  return (
    <div className="group relative">
      <button
        {...dragSource(surface, { ...asset, name })}
        type="button"
        data-asset={asset.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={[
          full,
          isSelected && t('selected'),
          isStarred && t('starred'),
          rating > 0 && t('rated {rating}', { rating }),
        ]
          .filter(Boolean)
          .join(', ')}
        aria-describedby={sourceId}
        aria-current={isOpen || undefined}
        data-selected={isSelected}
        title={hasText ? undefined : `${title}\n${job}${node}`}
        className="relative block w-full rounded-lg text-left"
        onFocus={() => onFocus(asset.id)}
        onClick={() => onOpen(asset.id)}
        onDoubleClick={() => run('open', [asset])}
      >
        <span
          className={classNames(
            'block aspect-square overflow-hidden rounded-lg border',
            isSelected || isOpen ? 'border-accent' : 'border-line group-hover:border-control',
            isSelected && 'ring-2 ring-accent',
          )}
        >
          <AssetImage surface={surface} asset={asset} side={thumbnail} className="object-cover" />
        </span>
        {rating === 0 ? null : (
          <RatingMark
            rating={rating}
            className="absolute top-9 right-2 flex h-6 items-center rounded-md border border-control bg-panel px-1.5 text-sm font-medium"
          />
        )}
        {hasText ? (
          <>
            <span className="mt-1.5 flex pr-7 pl-0.5 font-medium" title={title}>
              <MiddleCut text={title} />
            </span>
            <span id={sourceId} className="flex px-0.5 text-sm text-muted" title={job + node}>
              <span className="truncate">{cell === null ? job : name}</span>
              <span className="max-w-1/2 shrink-0 truncate whitespace-pre">{node}</span>
            </span>
            <span className="flex gap-2 px-0.5 text-sm text-muted">
              <span className="truncate">{formatOutputSize(asset)}</span>
              <Age at={Date.parse(asset.created_at)} className="ml-auto shrink-0 text-faint max-sm:hidden" />
            </span>
          </>
        ) : (
          <span id={sourceId} className="sr-only">
            {job + node}
          </span>
        )}
      </button>
      <Corner
        place="left-2"
        label={t('Select {name}', { name: full })}
        isOn={isSelected}
        onPress={() => run('select', [asset])}
        className={isSelected ? 'bg-accent text-accent-text' : 'bg-panel text-transparent hover:text-muted'}
      >
        <Check aria-hidden />
      </Corner>
      <Corner
        place="right-2"
        label={t('Star {name}', { name: full })}
        isOn={isStarred}
        onPress={() => run('star', [asset])}
        className={isStarred ? 'bg-panel text-warn [&_svg]:fill-current' : 'bg-panel text-muted hover:text-text'}
      >
        <Star aria-hidden />
      </Corner>
      {hasText ? (
        <TileMenu
          asset={asset}
          facts={{ areStarred: isStarred, isSelected }}
          run={run}
          tabIndex={-1}
          className={classNames(MENU_PLACE, SHOWN_ON_HOVER)}
        />
      ) : null}
    </div>
  );
});

/** Beside the name. */
const MENU_PLACE = 'absolute right-0 bottom-8 data-[state=open]:opacity-100';
const SHOWN_ON_HOVER =
  'pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100';

interface CornerProps {
  place: string;
  label: string;
  isOn: boolean;
  onPress: () => void;
  className: string;
  children: ReactNode;
}

/**
 * Button for pointers; X and S do the same on the keyboard. Visible on hover, if it is on, and on devices without
 * hover.
 */
function Corner({ place, label, isOn, onPress, className, children }: CornerProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      aria-pressed={isOn}
      onClick={onPress}
      className={classNames(
        'absolute top-2 flex size-6 items-center justify-center rounded-md border border-control [&_svg]:size-3.5',
        !isOn && SHOWN_ON_HOVER,
        place,
        className,
      )}
    >
      {children}
    </button>
  );
}
