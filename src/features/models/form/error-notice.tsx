import { lazy, Suspense } from 'react';
import type { FormFault } from '../schema/form-error';
import { useForm } from './form-context';
import type { FormState } from './form-state';

const ErrorList = lazy(async () => ({ default: (await import('./error-list')).ErrorList }));
const ExtentNotice = lazy(async () => ({ default: (await import('./extent-notice')).ExtentNotice }));

/** The place where all that is wrong is told. It stands there before there is anything to tell, or readers would not hear it. */
export function ErrorNotice({ onGo }: { onGo: (fault: FormFault) => unknown }) {
  const isFaulty = useForm(hasShownFaults);
  const isUnchecked = useForm(({ extent }) => extent !== 'full');
  return (
    <div role="status" className={isFaulty || isUnchecked ? 'flex flex-col gap-2' : 'sr-only'}>
      {isUnchecked ? (
        <Suspense>
          <ExtentNotice />
        </Suspense>
      ) : null}
      {isFaulty ? (
        <Suspense>
          <ErrorList onGo={onGo} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Whether `shownFaults` has any. */
function hasShownFaults({ serverFaults, schemaFaults, isAttempted }: FormState): boolean {
  return Object.keys(serverFaults).length > 0 || (isAttempted && Object.keys(schemaFaults).length > 0);
}
