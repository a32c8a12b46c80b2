import { useMemo, type ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { FieldView } from './field-view';
import { FormContext, NO_TARGET, type FileTarget } from './form-context';
import type { FormSession } from './form-session';

interface FormProviderProps {
  session: FormSession;
  /** Holds files that are sent by address, and the library. */
  surface: Surface;
  target?: FileTarget;
  children: ReactNode;
}

/** What the views of a body need around them. */
export function FormProvider({ session, surface, target = NO_TARGET, children }: FormProviderProps) {
  const parts = useMemo(() => ({ session, surface, target, FieldView }), [session, surface, target]);
  return <FormContext value={parts}>{children}</FormContext>;
}
