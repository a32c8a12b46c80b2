import { lazy, Suspense, useRef } from 'react';
import { ErrorNotice } from './error-notice';
import { FieldDescription } from './field-description';
import { useFormParts } from './form-context';

const JsonView = lazy(async () => ({ default: (await import('./json-view')).JsonView }));

/** The body as fields. */
export function FormView() {
  const { session, FieldView } = useFormParts();
  const form = useRef<HTMLDivElement>(null);
  // Nothing is known of the body: one field over the whole of it would be the worse text view.
  if (session.root.kind === 'json') {
    return (
      <Suspense>
        <JsonView note={session.root.reason} />
      </Suspense>
    );
  }
  return (
    <div ref={form} className="relative flex flex-col gap-4">
      <ErrorNotice
        onGo={async ({ path }) => {
          const { reveal } = await import('./reveal');
          if (form.current) reveal(session, form.current, path);
        }}
      />
      {session.root.kind === 'object' && session.root.description !== '' ? (
        <div className="text-muted">
          <FieldDescription field={session.root} />
        </div>
      ) : null}
      <FieldView field={session.root} />
    </div>
  );
}
