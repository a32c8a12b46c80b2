import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { LOCAL_SURFACE } from '@/api/surface';
import '@/app/styles.css';
import { FieldView } from '@/features/models/form/field-view';
import { FormView } from '@/features/models/form/schema-form';
import { FormContext, NO_TARGET } from '@/features/models/form/state/form-context';
import { FormSession } from '@/features/models/form/state/form-session';
import { compileForm } from '@/features/models/schema/model-form';
import './form-page';

let root: Root | null = null;
/** Text fields read the snippets of the user. */
const queries = new QueryClient();

window.formPage = {
  clear: () => root?.unmount(),
  mount({ document: text, value }) {
    root = createRoot(document.getElementById('root') as HTMLElement);
    const session = new FormSession(compileForm(text).root, JSON.stringify(value));
    const form = (
      <QueryClientProvider client={queries}>
        <FormContext value={{ session, surface: LOCAL_SURFACE, target: NO_TARGET, FieldView }}>
          <FormView />
        </FormContext>
      </QueryClientProvider>
    );
    flushSync(() => root?.render(form));
  },
};
