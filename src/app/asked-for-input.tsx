import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { askForInput, useInputRequest, type InputRequest } from '@/shared/input-request';
import { showToast } from '@/shared/toasts';

const UseAsInputDialog = lazy(async () => ({
  default: await import('@/features/submit/use-as-input/use-as-input-dialog').then(
    (module) => module.UseAsInputDialog,
    (): ComponentType<InputRequest> => AbsentDialog,
  ),
}));

/** A picture can be used from any page; the workflow that it goes into opens on Submit. */
export function AskedForInput() {
  const request = useInputRequest((state) => state.request);
  return <Suspense>{request ? <UseAsInputDialog {...request} /> : null}</Suspense>;
}

/** The gateway that serves the dialog is away: no reason to take the page along. */
function AbsentDialog() {
  useEffect(() => {
    askForInput(null);
    showToast({
      tone: 'bad',
      title: 'This part of the page did not come',
      description: 'The gateway that serves it does not answer. Reload the page when it is back.',
    });
  }, []);
  return null;
}
