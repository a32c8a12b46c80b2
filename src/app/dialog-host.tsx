import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { lazyDialog } from '@/ui/overlay/lazy-dialog';
import { closeDialog, useDialogs, type Dialogs } from '@/shared/dialog-requests/dialogs';

const UseAsInputDialog = lazyDialog(
  async () => (await import('@/features/submit/use-as-input/use-as-input-dialog')).UseAsInputDialog,
);
const ComfyTemplatesDialog = lazyDialog(
  async () => (await import('@/features/submit/start/comfy-templates-dialog')).ComfyTemplatesDialog,
);
const PromptHistoryDialog = lazyDialog(
  async () => (await import('@/shared/prompt-history/prompt-history-dialog')).PromptHistoryDialog,
);
const SnippetsDialog = lazyDialog(async () => (await import('@/shared/snippets/snippets-dialog')).SnippetsDialog);
const ImportDialog = lazyDialog(async () => (await import('./device-data/import-dialog')).ImportDialog);
const CompareJobsDialog = lazyDialog(
  async () => (await import('@/features/jobs/compare/compare-jobs-dialog')).CompareJobsDialog,
);
const ServerDialog = lazyDialog(async () => (await import('./settings/servers/server-dialog')).ServerDialog);
const ZipDialog = lazyDialog(async () => (await import('@/shared/zip/zip-dialog')).ZipDialog);
const WorkflowDifferencesDialog = lazyDialog(
  async () => (await import('@/shared/differences/workflow-differences-dialog')).WorkflowDifferencesDialog,
);

/** Host of dialogs that any page can open: files as inputs, templates of ComfyUI, earlier prompts, snippets and wildcard lists, zips, imported jobs, comparisons of jobs and of workflows, another gateway as a server. */
export function DialogHost() {
  const { addServer, input, import: imported, zip, differences, compare, prompts, snippets, templates } = useDialogs();
  return (
    <>
      {input ? <UseAsInputDialog {...input} onClose={() => closeDialog('input')} /> : null}
      {imported ? (
        <ImportDialog
          key={`${imported.file.name} ${imported.file.lastModified}`}
          {...imported}
          onClose={() => closeDialog('import')}
        />
      ) : null}
      {compare ? <ComparedJobs {...compare} /> : null}
      {prompts ? <PromptHistoryDialog onClose={() => closeDialog('prompts')} /> : null}
      {snippets ? <SnippetsDialog {...snippets} saved={null} onClose={() => closeDialog('snippets')} /> : null}
      {templates ? <ComfyTemplatesDialog {...templates} onClose={() => closeDialog('templates')} /> : null}
      {addServer ? <AddedServer {...addServer} /> : null}
      {zip ? <ZipDialog {...zip} onClose={() => closeDialog('zip')} /> : null}
      {differences ? (
        <WorkflowDifferencesDialog request={differences} onClose={() => closeDialog('differences')} />
      ) : null}
    </>
  );
}

function AddedServer({ url }: Dialogs['addServer']) {
  const { surfaces } = useSurfaceList();
  return <ServerDialog edited={null} existing={surfaces} url={url} onClose={() => closeDialog('addServer')} />;
}

/** Closed by its own links, which open a page. */
function ComparedJobs(request: Dialogs['compare']) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [opened] = useState(path);
  const isLeft = path !== opened;
  useEffect(() => {
    if (isLeft) closeDialog('compare');
  }, [isLeft]);
  return <CompareJobsDialog {...request} onClose={() => closeDialog('compare')} />;
}
