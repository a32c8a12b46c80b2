import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { openCompareDialog, useCompareRequest, type CompareRequest } from '@/shared/dialog-requests/compare-request';
import { openImportDialog, useImportRequest } from '@/shared/dialog-requests/import-request';
import { openInputDialog, useInputRequest } from '@/shared/dialog-requests/input-request';
import {
  openWorkflowDifferences,
  useWorkflowDifferencesRequest,
} from '@/shared/dialog-requests/workflow-differences-request';
import { openZipDialog, useZipRequest } from '@/shared/zip/zip-request';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';

const UseAsInputDialog = lazyDialog(
  async () => (await import('@/features/submit/use-as-input/use-as-input-dialog')).UseAsInputDialog,
);
const ImportDialog = lazyDialog(async () => (await import('./device-data/import-dialog')).ImportDialog);
const CompareJobsDialog = lazyDialog(
  async () => (await import('@/features/jobs/compare/compare-jobs-dialog')).CompareJobsDialog,
);
const ZipDialog = lazyDialog(async () => (await import('@/shared/zip/zip-dialog')).ZipDialog);
const WorkflowDifferencesDialog = lazyDialog(
  async () => (await import('@/shared/differences/workflow-differences-dialog')).WorkflowDifferencesDialog,
);

/** Host of dialogs that any page can open: files as inputs, zips, imported jobs, comparisons of jobs and of workflows. */
export function DialogHost() {
  const input = useInputRequest((state) => state.request);
  const file = useImportRequest((state) => state.file);
  const zip = useZipRequest((state) => state.request);
  const differences = useWorkflowDifferencesRequest((state) => state.request);
  const compared = useCompareRequest((state) => state.request);
  return (
    <>
      {input ? <UseAsInputDialog {...input} onClose={() => openInputDialog(null)} /> : null}
      {file ? (
        <ImportDialog key={`${file.name} ${file.lastModified}`} file={file} onClose={() => openImportDialog(null)} />
      ) : null}
      {compared ? <ComparedJobs {...compared} /> : null}
      {zip ? <ZipDialog {...zip} onClose={() => openZipDialog(null)} /> : null}
      {differences ? (
        <WorkflowDifferencesDialog request={differences} onClose={() => openWorkflowDifferences(null)} />
      ) : null}
    </>
  );
}

/** Closed by its own links, which open a page. */
function ComparedJobs(request: CompareRequest) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [opened] = useState(path);
  const isLeft = path !== opened;
  useEffect(() => {
    if (isLeft) openCompareDialog(null);
  }, [isLeft]);
  return <CompareJobsDialog {...request} onClose={() => openCompareDialog(null)} />;
}
