import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useMultipleFilesRequest } from './multiple-files-store';

/** Shown when more files are dropped than the workflow has inputs. */
export function MultipleFilesDialog() {
  const request = useMultipleFilesRequest((state) => state.request);
  if (!request) return null;
  const { files, inputs, slotLabel, answer: response } = request;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) response(null);
      }}
      title={`${formatCount(files, 'file')}, ${formatCount(inputs, 'input')}`}
      description={`Run the workflow once for each file, in turn on ${slotLabel}?`}
      actions={
        <>
          <Button onClick={() => response('fill')}>
            {inputs === 1 ? 'Use the first file only' : `Use the first ${inputs} files`}
          </Button>
          <Button tone="primary" data-autofocus onClick={() => response('each')}>
            One run each
          </Button>
        </>
      }
    >
      <p className="text-muted">Nothing runs before you press Run.</p>
    </Dialog>
  );
}
