import type { ListedAsset } from '@contract/console/schemas';
import { formatCount } from '@/lib/format';
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
      title={isOne && first ? `Delete ${assetName(first)}?` : `Delete ${formatCount(assets.length, 'file')}?`}
      description="This cannot be undone."
      actions={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button
            tone="danger"
            isBusy={isBusy}
            disabledReason={free === 0 ? 'Jobs that have not finished read all of them.' : null}
            onClick={onConfirm}
          >
            {isOne ? 'Delete the file' : `Delete ${formatCount(free, 'file')}`}
          </Button>
        </>
      }
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-muted">
        {hasUploads ? <li>Drafts that use {isOne ? 'it' : 'them'} as input will ask for a file again.</li> : null}
        {hasOutputs ? <li>{isOne ? 'It goes' : 'Outputs go'} from the job as well; the job itself stays.</li> : null}
        <li>Other files with the same bytes are not touched.</li>
        {held > 0 ? (
          <li className="text-warn">
            {formatCount(held, 'file')} stay{held === 1 ? 's' : ''}: a job that has not finished reads{' '}
            {held === 1 ? 'it' : 'them'}.
          </li>
        ) : null}
      </ul>
    </Dialog>
  );
}
