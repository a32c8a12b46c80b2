import type { ListedAsset } from '@contract/console/schemas';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { assetName } from './asset-text';

interface DeleteDialogProps {
  assets: readonly ListedAsset[];
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Explains the effect of deleting before it happens: it cannot be undone. */
export function DeleteDialog({ assets, isBusy, onConfirm, onClose }: DeleteDialogProps) {
  const [first] = assets;
  const isOne = assets.length === 1;
  const free = assets.filter((asset) => !asset.in_use).length;
  const held = assets.length - free;
  const hasOutputs = assets.some((asset) => asset.job_id);
  const hasUploads = assets.some((asset) => !asset.job_id);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={
        isOne && first
          ? t('Delete {name}?', { name: assetName(first) })
          : t('{count, plural, one {Delete # file?} other {Delete # files?}}', { count: assets.length })
      }
      description={t('This cannot be undone.')}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep')}</Button>
          <Button
            tone="danger"
            isBusy={isBusy}
            disabledReason={free === 0 ? t('Jobs that have not finished read all of them.') : null}
            onClick={onConfirm}
          >
            {isOne
              ? t('Delete the file')
              : t('{count, plural, one {Delete # file} other {Delete # files}}', { count: free })}
          </Button>
        </>
      }
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-muted">
        {hasUploads ? (
          <li>
            {isOne
              ? t('Drafts that use it as input will ask for a file again.')
              : t('Drafts that use them as input will ask for a file again.')}
          </li>
        ) : null}
        {hasOutputs ? (
          <li>
            {isOne
              ? t('It goes from the job as well; the job itself stays.')
              : t('Outputs go from the job as well; the job itself stays.')}
          </li>
        ) : null}
        <li>{t('Other files with the same bytes are not touched.')}</li>
        {held > 0 ? (
          <li className="text-warn">
            {t(
              '{count, plural, one {# file stays: a job that has not finished reads it.} other {# files stay: a job that has not finished reads them.}}',
              { count: held },
            )}
          </li>
        ) : null}
      </ul>
    </Dialog>
  );
}
