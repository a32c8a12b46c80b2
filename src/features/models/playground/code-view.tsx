import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import type { Surface } from '@/api/surface';
import { CallCode } from '../code/call-code';
import type { FormSession } from '../form/form-session';

const SchemaNotes = lazy(async () => ({ default: (await import('./schema-notes')).SchemaNotes }));

interface CodeViewProps {
  surface: Surface;
  modelId: string;
  session: FormSession;
  /** The schema document; null where the model has none. */
  documentText: string | null;
}

/** The call as code, kept up with the form, and what a developer may want to know of the schema. */
export function CodeView({ surface, modelId, session, documentText }: CodeViewProps) {
  useStore(session.store, (state) => state.body);
  return (
    <>
      <CallCode surface={surface} modelId={modelId} bodyText={session.text} />
      {documentText === null ? null : (
        <Suspense>
          <SchemaNotes documentText={documentText} />
        </Suspense>
      )}
    </>
  );
}
