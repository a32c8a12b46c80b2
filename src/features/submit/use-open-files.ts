import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { draftsKey } from '@/api/storage/drafts-key';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { showToast } from '@/shared/toasts';
import { useDropTarget } from './drop-target-store';
import { useImportReport, type ImportProblem } from './import-report';
import type { OpenContext, OpenResult } from './open-files';

interface Opener {
  files: (files: readonly File[], isAlt?: boolean) => Promise<void>;
  text: (text: string) => Promise<void>;
}

/** Opens files wherever they came from, then goes where the result is. The readers come with the first file. */
export function useOpenFiles(surface: Surface = LOCAL_SURFACE): Opener {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useMemo(() => createOpener(router, queryClient, surface), [router, queryClient, surface]);
}

function createOpener(router: AnyRouter, queryClient: QueryClient, surface: Surface): Opener {
  /** The start page shows problems in its drop zone: an error stands in one place only. */
  const tell = (problems: readonly ImportProblem[]) => {
    const [first] = problems;
    if (router.state.location.pathname.endsWith('/submit')) useImportReport.setState({ problems });
    else if (first) {
      const more = problems.length > 1 ? ` ${formatCount(problems.length - 1, 'more file')} could not be opened.` : '';
      showToast({ tone: 'bad', title: `${first.name}: ${first.title}`, description: first.explanation + more });
    }
  };
  const show = async ({ drafts, notes }: OpenResult) => {
    const [first] = drafts;
    if (!first) return;
    await queryClient.invalidateQueries({ queryKey: draftsKey(surface) });
    if (drafts.length > 1)
      showToast({ tone: 'ok', title: `${formatCount(drafts.length, 'workflow')} opened as drafts` });
    for (const note of notes) showToast({ tone: 'warn', title: 'The workflow was repaired', description: note });
    await router.navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId: first.id } });
  };
  const work = async (open: (context: OpenContext) => Promise<OpenResult>, isAlt: boolean) => {
    useImportReport.setState({ isReading: true, problems: [] });
    try {
      const result = await open({ surface, target: useDropTarget.getState().target, isAlt });
      tell(result.problems);
      await show(result);
    } finally {
      useImportReport.setState({ isReading: false });
    }
  };
  return {
    files: (files, isAlt = false) =>
      work(async (context) => (await import('./open-files')).openFiles(files, context), isAlt),
    text: (text) => work(async (context) => (await import('./open-files')).openText(text, context), false),
  };
}
