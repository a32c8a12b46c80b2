import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { hasModKey } from '@/lib/platform';
import { Tabs } from '@/ui/tabs';
import { FieldView } from './field-view';
import { FormContext } from './form-context';
import type { FormSession } from './form-session';
import { FormView } from './form-view';
import { JsonView } from './json-view';

export type BodyView = 'form' | 'json' | 'code';

interface SchemaFormProps {
  session: FormSession;
  /** Holds files that are sent by address, and the library. */
  surface: Surface;
  view: BodyView;
  onViewChange: (view: BodyView) => void;
  /** The call as code; without it there is no such view. */
  code?: ReactNode;
  /** Ctrl or ⌘ Enter, wherever the focus is. */
  onSubmit: () => void;
}

/** One body in three views: as fields, as text, as code. */
export function SchemaForm({ session, surface, view, onViewChange, code, onSubmit }: SchemaFormProps) {
  const parts = useMemo(() => ({ session, surface, FieldView }), [session, surface]);
  useRunKey(onSubmit);
  const tabs = [
    { value: 'form', label: 'Form' },
    { value: 'json', label: 'JSON' },
    ...(code === undefined ? [] : [{ value: 'code', label: 'Code' }]),
  ];
  return (
    <FormContext value={parts}>
      <Tabs
        label="Ways to see the body"
        value={view}
        tabs={tabs}
        onValueChange={(next) => onViewChange(next as BodyView)}
      >
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-5 max-md:p-4">
          {view === 'form' ? <FormView /> : view === 'json' ? <JsonView /> : code}
        </div>
      </Tabs>
    </FormContext>
  );
}

function useRunKey(onSubmit: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasModKey(event) || event.altKey || event.repeat || event.defaultPrevented) return;
    event.preventDefault();
    onSubmit();
  });
  // A subscription to the keyboard.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
