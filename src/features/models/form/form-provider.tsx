import { useMemo, type ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { FieldView } from './field-view';
import { FormContext } from './form-context';
import type { FormSession } from './form-session';

interface FormProviderProps {
  session: FormSession;
  /** Holds files that are sent by address, and the library. */
  surface: Surface;
  runsHere?: boolean;
  children: ReactNode;
}

/** What the views of a body need around them. */
export function FormProvider({ session, surface, runsHere = false, children }: FormProviderProps) {
  const parts = useMemo(() => ({ session, surface, runsHere, FieldView }), [session, surface, runsHere]);
  return <FormContext value={parts}>{children}</FormContext>;
}
