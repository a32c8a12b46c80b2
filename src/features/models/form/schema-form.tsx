import { lazy, Suspense, type ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { useShortcuts } from '@/shared/shortcuts/use-shortcuts';
import { Tabs } from '@/ui/tabs';
import { NO_TARGET, type FileTarget } from './form-context';
import { FormProvider } from './form-provider';
import type { FormSession } from './form-session';
import { FormView } from './form-view';

const JsonView = lazy(async () => ({ default: (await import('./json-view')).JsonView }));

export type BodyView = 'form' | 'json' | 'code';

interface SchemaFormProps {
  session: FormSession;
  /** Holds files that are sent by address, and the library. */
  surface: Surface;
  /** The model, as far as its files are concerned. */
  target?: FileTarget;
  view: BodyView;
  onViewChange: (view: BodyView) => void;
  /** The call as code; without it there is no such view. */
  code?: ReactNode;
  /** Over the fields. */
  notice?: ReactNode;
  /** Under the body as text and as code: what a developer may want to know of the schema. */
  notes?: ReactNode;
  /** By the shortcut `run`, wherever the focus is. */
  onSubmit: () => void;
}

/** One body in three views: as fields, as text, as code. */
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
  // A select would open on Ctrl+Enter.
  useShortcuts({ run: () => onSubmit() }, { isFirst: true });
  const tabs = [
    { value: 'form', label: 'Form' },
    { value: 'json', label: 'JSON' },
    ...(code === undefined ? [] : [{ value: 'code', label: 'Code' }]),
  ];
  return (
    <FormProvider session={session} surface={surface} target={target}>
      <Tabs
        label="Ways to see the body"
        value={view}
        tabs={tabs}
        onValueChange={(next) => onViewChange(next as BodyView)}
        className="bg-panel"
      >
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-5 max-md:p-4">
          <Suspense>
            {view === 'form' ? notice : null}
            {view === 'form' ? <FormView /> : view === 'json' ? <JsonView /> : code}
            {view === 'form' ? null : notes}
          </Suspense>
        </div>
      </Tabs>
    </FormProvider>
  );
}
