import { lazy, Suspense, useEffect } from 'react';
import { askForInput, useInputRequest } from '@/shared/input-request';
import { askForImport, useImportRequest } from '@/shared/import-request';
import { showToast } from '@/shared/toasts';
import { askForZip, useZipRequest } from '@/shared/zip/zip-request';

const UseAsInputDialog = lazy(async () => {
  const module = await import('@/features/submit/use-as-input/use-as-input-dialog').catch(() => null);
  return { default: module?.UseAsInputDialog ?? AbsentDialog };
});
const ImportDialog = lazy(async () => {
  const module = await import('./device-data/import-dialog').catch(() => null);
  return { default: module?.ImportDialog ?? AbsentDialog };
});
const ZipDialog = lazy(async () => {
  const module = await import('@/shared/zip/zip-dialog').catch(() => null);
  return { default: module?.ZipDialog ?? AbsentDialog };
});

/** What any page that shows files may ask for: a place for one as an input, or several as a zip, and whether dropped jobs are taken. */
export function AskedDialogs() {
  const input = useInputRequest((state) => state.request);
  const file = useImportRequest((state) => state.file);
  const zip = useZipRequest((state) => state.request);
  return (
    <Suspense>
      {input ? <UseAsInputDialog {...input} /> : null}
      {file ? <ImportDialog key={`${file.name} ${file.lastModified}`} file={file} /> : null}
      {zip ? <ZipDialog {...zip} /> : null}
    </Suspense>
  );
}

/** The gateway that serves the dialog is away: no reason to take the page along. */
function AbsentDialog(_props: object) {
  useEffect(() => {
    askForInput(null);
    askForZip(null);
    askForImport(null);
    showToast({
      tone: 'bad',
      title: 'This part of the page failed to load',
      description: 'The gateway is unreachable. Reload the page once it is back.',
    });
  }, []);
  return null;
}
