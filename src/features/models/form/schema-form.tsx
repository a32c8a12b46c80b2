import { useMemo, useRef, type ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { useCommands } from '@/shared/commands/use-commands';
import { Tabs } from '@/ui/tabs';
import { ErrorNotice } from './errors/error-notice';
import { FieldView } from './field-view';
import { FieldDescription } from './frame/field-description';
import { reveal } from './frame/reveal';
import { JsonView } from './json-view';
import { FormContext, NO_TARGET, useFormParts, type FileTarget } from './state/form-context';
import type { FormSession } from './state/form-session';

export type BodyView = 'form' | 'json' | 'code';

interface SchemaFormProps {
  session: FormSession;
  /** Stores files that are sent by URL, and the library. */
  surface: Surface;
  /** Details of the model that concern its files. */
  target?: FileTarget;
  view: BodyView;
  onViewChange: (view: BodyView) => void;
  /** The call as code; if absent, the form has no code view. */
  code?: ReactNode;
  /** Shown above the fields. */
  notice?: ReactNode;
  /** Shown below the JSON and code views: developer notes on the schema. */
  notes?: ReactNode;
  /** Called by the shortcut `run`, regardless of the focus. */
  onSubmit: () => void;
}

/** One body in three views: fields, JSON text, code. */
export function SchemaForm({
  session,
  surface,
  target = NO_TARGET,
  view,
  onViewChange,
  code,
  notice,
  notes,
  onSubmit,
}: SchemaFormProps) {
  const parts = useMemo(() => ({ session, surface, target, FieldView }), [session, surface, target]);
  // A select would open on Ctrl+Enter.
  useCommands({ run: () => onSubmit() }, { isFirst: true });
  const tabs = [
    { value: 'form', label: t('Form') },
    { value: 'json', label: 'JSON' },
    ...(code === undefined ? [] : [{ value: 'code', label: t('Code') }]),
  ];
  return (
    <FormContext value={parts}>
      <Tabs
        label={t('Ways to see the body')}
        value={view}
        tabs={tabs}
        onValueChange={(next) => onViewChange(next as BodyView)}
        className="bg-panel"
      >
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-5 max-md:p-4">
          {view === 'form' ? notice : null}
          {view === 'form' ? <FormView /> : view === 'json' ? <JsonView /> : code}
          {view === 'form' ? null : notes}
        </div>
      </Tabs>
    </FormContext>
  );
}

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
