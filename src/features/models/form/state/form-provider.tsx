import { useMemo, type ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { FieldView } from '../field-view';
import { FormContext, NO_TARGET, type FileTarget } from './form-context';
import type { FormSession } from './form-session';

interface FormProviderProps {
  session: FormSession;
  /** Stores files that are sent by URL, and the library. */
  surface: Surface;
  target?: FileTarget;
  children: ReactNode;
}

/** Provides the context of all views of a body. */
export function FormProvider({ session, surface, target = NO_TARGET, children }: FormProviderProps) {
  const parts = useMemo(() => ({ session, surface, target, FieldView }), [session, surface, target]);
  return <FormContext value={parts}>{children}</FormContext>;
}
