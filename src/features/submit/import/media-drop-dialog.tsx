import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useMediaDropRequest } from './media-drop-store';

/** The only dialog that a drop can open. */
export function MediaDropDialog() {
  const request = useMediaDropRequest((state) => state.request);
  return (
    <Dialog
      isOpen={request !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) request?.answer(null);
      }}
      title="Use as input or open embedded workflow?"
      description={request ? `${request.fileName} contains the workflow that created it.` : null}
      actions={
        <>
          <Button onClick={() => request?.answer('workflow')}>Open workflow</Button>
          <Button tone="primary" onClick={() => request?.answer('input')}>
            Use as input of {request?.slotLabel}
          </Button>
        </>
      }
    >
      <p className="text-muted">
        Your choice is remembered; the settings can change it. Hold Alt while dropping to open the workflow.
      </p>
    </Dialog>
  );
}
