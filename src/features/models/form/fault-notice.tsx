import { lazy, Suspense } from 'react';
import type { FieldFault } from '../schema/field-fault';
import { useForm } from './form-context';
import { hasShownFaults } from './shown-faults';

const FaultList = lazy(async () => ({ default: (await import('./fault-list')).FaultList }));

/** The place where all that is wrong is told. It stands there before there is anything to tell, or readers would not hear it. */
export function FaultNotice({ onGo }: { onGo: (fault: FieldFault) => unknown }) {
  const isFaulty = useForm(hasShownFaults);
  return (
    <div role="status" className={isFaulty ? undefined : 'sr-only'}>
      {isFaulty ? (
        <Suspense>
          <FaultList onGo={onGo} />
        </Suspense>
      ) : null}
    </div>
  );
}
