import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { LOCAL_SURFACE } from '@/api/surface';
import '@/app/styles.css';
import { FormProvider } from '@/features/models/form/state/form-provider';
import { FormSession } from '@/features/models/form/state/form-session';
import { FormView } from '@/features/models/form/form-view';
import { compileForm } from '@/features/models/schema/model-form';
import './form-page';

let root: Root | null = null;

window.formPage = {
  clear: () => root?.unmount(),
  mount({ document: text, value }) {
    root = createRoot(document.getElementById('form') as HTMLElement);
    const session = new FormSession(compileForm(text).root, JSON.stringify(value));
    const form = (
      <FormProvider session={session} surface={LOCAL_SURFACE}>
        <FormView />
      </FormProvider>
    );
    flushSync(() => root?.render(form));
  },
};
