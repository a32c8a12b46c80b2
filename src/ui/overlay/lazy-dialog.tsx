import type { FunctionComponent } from 'react';
import { t } from '@/lib/i18n/messages';
import { Dialog } from './dialog';
import { LoadFailureActions, lazyPart, type LazyPart, type LoadFailureProps } from '../lazy-part';

export interface DialogPartProps {
  onClose: () => void;
}

/** Creates a lazy dialog: if its code fails to load, an error dialog appears. */
export function lazyDialog<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): LazyPart<Props & DialogPartProps> {
  return lazyPart<Props & DialogPartProps>(load, { Failure: FailureDialog });
}

function FailureDialog({ partProps: { onClose }, onRetry }: LoadFailureProps<DialogPartProps>) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('This dialog failed to load')}
      description={t('The gateway may be unreachable. Your drafts and running jobs are kept.')}
      actions={<LoadFailureActions onRetry={onRetry} />}
    />
  );
}
