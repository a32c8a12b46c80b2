import { useStore } from 'zustand';
import type { Surface } from '@/api/surface';
import { CallCode } from '../code/call-code';
import type { FormSession } from '../form/form-session';

interface CodeViewProps {
  surface: Surface;
  modelId: string;
  session: FormSession;
}

/** The call as code, kept up with the form. */
export function CodeView({ surface, modelId, session }: CodeViewProps) {
  useStore(session.store, (state) => state.body);
  return <CallCode surface={surface} modelId={modelId} bodyText={session.text} />;
}
