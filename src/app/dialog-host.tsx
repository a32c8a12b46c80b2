import { lazy, Suspense, useEffect } from 'react';
import { openInputDialog, useInputRequest } from '@/shared/input-request';
import { openImportDialog, useImportRequest } from '@/shared/import-request';
import { showToast } from '@/shared/toasts';
import { openZipDialog, useZipRequest } from '@/shared/zip/zip-request';

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
export function DialogHost() {
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
    openInputDialog(null);
    openZipDialog(null);
    openImportDialog(null);
    showToast({
      tone: 'bad',
      title: 'This part of the page failed to load',
      description: 'The gateway is unreachable. Reload the page once it is back.',
    });
  }, []);
  return null;
}
