import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { draftsKey } from '@/api/storage/drafts-key';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { showToast } from '@/shared/toasts';
import { attachToDraft } from './attach-to-draft';
import { useDropTarget } from '@/shared/drop-target';
import { dropOffers } from './drop-offers';
import { useImportReport, type ImportProblem } from './import-report';
import { openFiles, openText, type OpenContext, type OpenResult } from './open-files';

export interface Opener {
  files: (files: readonly File[], isAlt?: boolean) => Promise<void>;
  text: (text: string) => Promise<void>;
  /** As `text`, but returns why it cannot be opened: the dialog with the text stays open and shows it. */
  pasted: (text: string) => Promise<ImportProblem | null>;
}

/** What opening files does on the page: asked for with the first file, like all that reads them. */
export function createOpener(router: AnyRouter, queryClient: QueryClient, surface: Surface): Opener {
  /** The start page shows problems in its drop zone: an error stands in one place only. */
  const tell = (problems: readonly ImportProblem[], isLeaving: boolean) => {
    const [first] = problems;
    const offersFor = (files: readonly File[]) => dropOffers(files, { router, queryClient, surface });
    if (!isLeaving && router.state.location.pathname.endsWith('/submit')) {
      const withOffers = problems.map((problem) => ({
        ...problem,
        offers: offersFor(problem.file ? [problem.file] : []),
      }));
      useImportReport.setState({ problems: withOffers });
    } else if (first) {
      const more = problems.length > 1 ? ` ${formatCount(problems.length - 1, 'more file')} could not be opened.` : '';
      const choices = offersFor(problems.flatMap(({ file }) => file ?? []));
      showToast({
        tone: choices.length > 0 ? 'neutral' : 'bad',
        title: `${first.name}: ${first.title}`,
        description: first.explanation + more,
        ...(choices.length > 0
          ? { choices: choices.map(({ label, take }) => ({ label, onSelect: take })), stays: true }
          : {}),
      });
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
  const work = async (
    open: (context: OpenContext) => Promise<OpenResult>,
    isAlt: boolean,
    report: typeof tell = tell,
  ) => {
    useImportReport.setState({ isReading: true, problems: [] });
    try {
      const result = await open({ surface, ...useDropTarget.getState(), isAlt });
      const [draft] = result.drafts;
      if (draft && result.attached.length > 0) {
        result.problems.push(...(await attachToDraft(surface, queryClient, draft, result.attached)));
      }
      report(result.problems, draft !== undefined);
      await show(result);
    } finally {
      useImportReport.setState({ isReading: false });
    }
  };
  return {
    files: (files, isAlt = false) => work((context) => openFiles(files, context), isAlt),
    text: (text) => work((context) => openText(text, context), false),
    pasted: async (text) => {
      let found: ImportProblem | null = null;
      await work(
        (context) => openText(text, context),
        false,
        ([first]) => (found = first ?? null),
      );
      return found;
    },
  };
}
