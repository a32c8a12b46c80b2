import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ListedAsset } from '@contract/console/schemas';
import type { Surface } from '@/api/surface';
import { RATINGS, type Rating as Stars } from '@/domains/annotations/job-annotation';
import type { FileMark } from '@/domains/annotations/file-marks';
import { classNames } from '@/lib/class-names';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { useRatingKeys } from '@/shared/annotations/use-rating-keys';
import { useCommands } from '@/shared/commands/use-commands';
import { DownloadLink } from '@/shared/files/download-link';
import { InputsPaneButton, useInputsPane, WithInputs } from '@/shared/viewer/output/inputs-pane';
import { OutputBody, useOutputMedia } from '@/shared/viewer/output/output-content';
import { ZoomControls } from '@/shared/viewer/zoom-controls';
import { Button } from '@/ui/button';
import { Rating } from '@/ui/input/rating';
import { Dialog } from '@/ui/overlay/dialog';
import { ASSET_ACTIONS, assetAction, type AssetActionId, type RunAssetAction } from './actions/asset-actions';
import { useAssetKeys } from './actions/use-asset-keys';
import { assetName, heldFile } from './asset-text';
import { TileMenu } from './tile-menu';

interface AssetViewerProps {
  surface: Surface;
  asset: ListedAsset;
  /** Loaded files in their order. */
  assets: readonly ListedAsset[];
  mark: FileMark;
  isSelected: boolean;
  run: RunAssetAction;
  onRate: (assets: readonly ListedAsset[], rating: Stars | 0) => void;
  onChoose: (id: string) => void;
  onClose: () => void;
  /** Called once the focus has returned to the page. */
  onClosed: () => void;
}

/** Actions whose keys have no other meaning in a viewer. */
const KEYS: readonly AssetActionId[] = ['star', 'select', 'copy-id', 'delete'];
const BUTTONS: readonly AssetActionId[] = ['star', 'delete'];
const STEPS = RATINGS.toReversed();

/** A file in the full window; the arrow keys go through the files of the gallery, which can be rated, starred and deleted here. */
export function AssetViewer(props: AssetViewerProps) {
  const { surface, asset, assets, mark, isSelected, run, onRate, onChoose, onClose, onClosed } = props;
  const at = assets.findIndex(({ id }) => id === asset.id);
  const go = (step: 1 | -1) => {
    const next = assets[at + step];
    if (next) onChoose(next.id);
  };
  const facts = { areStarred: mark.isStarred, isSelected };
  useCommands({ 'output-next': () => go(1), 'output-previous': () => go(-1) }, { isInDialog: true });
  useAssetKeys({
    ids: KEYS,
    chosenNow: () => [asset],
    focusedNow: () => asset,
    facts,
    run,
    isInDialog: true,
  });
  useRatingKeys((rating) => onRate([asset], rating), { isInDialog: true });
  const pane = useInputsPane();
  const name = assetName(asset);
  const file = <LargeFile key={asset.id} surface={surface} asset={asset} />;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={name}
      description={t('File {position} of {count}', {
        position: formatInteger(at + 1),
        count: formatInteger(assets.length),
      })}
      size="fill"
      onClosed={onClosed}
    >
      <div className="-mx-4 -mb-4 flex min-h-0 flex-1 flex-col">
        {asset.job_id ? (
          <WithInputs pane={pane} surface={surface} jobId={asset.job_id} title={name}>
            {file}
          </WithInputs>
        ) : (
          file
        )}
        <div className="flex shrink-0 flex-wrap items-center justify-center gap-2 border-t border-line px-3 py-2.5">
          <Rating
            aria-label={t('Rating')}
            steps={STEPS}
            value={mark.rating}
            onChange={(rating) => onRate([asset], rating)}
            className="mr-2"
          />
          <Button
            size="icon"
            aria-label={t('Previous file')}
            disabledReason={at > 0 ? null : t('This is the first file.')}
            onClick={() => go(-1)}
          >
            <ChevronLeft aria-hidden />
          </Button>
          <Button
            size="icon"
            aria-label={t('Next file')}
            disabledReason={at < assets.length - 1 ? null : t('This is the last file.')}
            onClick={() => go(1)}
          >
            <ChevronRight aria-hidden />
          </Button>
          {BUTTONS.map((id) => {
            const { icon: Icon, tone } = ASSET_ACTIONS[id];
            const { label, reason, run: act } = assetAction(id, [asset], facts, run);
            return (
              <Button
                key={id}
                size="icon"
                tone={tone ?? 'plain'}
                aria-label={label}
                title={label}
                disabledReason={reason}
                onClick={act}
              >
                <Icon aria-hidden className={classNames(id === 'star' && mark.isStarred && 'fill-current text-warn')} />
              </Button>
            );
          })}
          <TileMenu asset={asset} facts={facts} run={run} without={['open', ...BUTTONS]} className="size-8" />
          {asset.job_id ? <InputsPaneButton pane={pane} /> : null}
        </div>
      </div>
    </Dialog>
  );
}

function LargeFile({ surface, asset }: { surface: Surface; asset: ListedAsset }) {
  const output = { ...heldFile(asset), type: '', node_id: asset.node_id ?? '' };
  const shown = useOutputMedia(surface, output, true);
  return (
    <>
      <div className="flex h-9 shrink-0 items-center gap-2 px-4">
        <span className="min-w-0 flex-1 truncate text-sm text-muted">{shown.details}</span>
        <ZoomControls zoom={shown.zoom} />
        <DownloadLink surface={surface} url={shown.media.address} file={heldFile(asset)} tone="ghost" size="icon-sm" />
      </div>
      <div className="flex min-h-0 flex-1 flex-col px-4 pb-4">
        <OutputBody surface={surface} output={output} shown={shown} takesWheel />
      </div>
    </>
  );
}
