import { useRef } from 'react';
import { ErrorNotice } from './errors/error-notice';
import { FieldDescription } from './frame/field-description';
import { useFormParts } from './state/form-context';
import { JsonView } from './json-view';
import { reveal } from './frame/reveal';

/** Shows the body as fields. */
export function FormView() {
  const { session, FieldView } = useFormParts();
  const form = useRef<HTMLDivElement>(null);
  // Nothing is known about the body: a single JSON field would be a worse JSON view.
  if (session.root.kind === 'json') {
    return <JsonView note={session.root.reason} />;
  }
  return (
    <div ref={form} className="relative flex flex-col gap-4">
      <ErrorNotice
        onGo={(path) => {
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
