import { useRef } from 'react';
import { FaultList } from './fault-list';
import { useFormParts } from './form-context';
import { JsonView } from './json-view';
import { reveal } from './reveal';

/** The body as fields. */
export function FormView() {
  const { session, FieldView } = useFormParts();
  const form = useRef<HTMLDivElement>(null);
  // Nothing is known of the body: one field over the whole of it would be the worse text view.
  if (session.root.kind === 'json') return <JsonView note={session.root.reason} />;
  return (
    <div ref={form} className="flex flex-col gap-4">
      <FaultList
        onGo={({ path }) => {
          if (form.current) reveal(session, form.current, path);
        }}
      />
      <FieldView field={session.root} />
    </div>
  );
}
