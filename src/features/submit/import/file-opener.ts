import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { templatesQuery } from '@/domains/templates/saved-templates';
import { parseGenerationSettings } from '@/domains/workflow-files/generation-settings';
import { msg, t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { runAction } from '@/shared/feedback/action';
import { definitionsQuery } from '@/domains/node-definitions-query';
import { markStale } from '@/api/live/stale-table';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { showToast, type ToastAction } from '@/shared/feedback/toasts';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { openSession } from '../draft/session/open-sessions';
import { fillSettings, showMatch } from '../generation-settings/fill-settings';
import { type FilledTemplate, nearestTemplate } from '../generation-settings/nearest-template';
import { openTemplate } from '../templates/open-template';
import { dropOffers } from './drop-offers';
import {
  type DropOffer,
  formatNodeProblem,
  formatUnused,
  type ImportFinding,
  type ImportProblem,
  openImportList,
  problemFiles,
  summarizeProblems,
  useImportReport,
} from './import-report';
import type { DropPosition } from './drop-context';
import { openFiles, type OpenResult, openText, openUrls } from './open-files';
import { readUrls } from './pasted-urls';

const FILL = msg('Fill in the form');

/** What fills a form with settings, by their text. */
type Fills = Map<string, DropOffer>;

function fillsOf(settings: string | undefined, fills: Fills): DropOffer[] {
  const fill = settings === undefined ? undefined : fills.get(settings);
  return fill ? [fill] : [];
}

export interface Opener {
  /** @param ignored what the dropped folders contain beside the files */
  files: (files: readonly File[], position?: DropPosition, ignored?: readonly ImportFinding[]) => Promise<void>;
  /** Fetches the files at these URLs first. */
  urls: (urls: readonly string[], position?: DropPosition) => Promise<void>;
  text: (text: string) => Promise<void>;
  /**
   * Like `text`, or `urls` if it has nothing else, but returns why none of it can be opened, or `canceled`: the dialog with the text
   * stays open.
   */
  pasted: (text: string, signal: AbortSignal) => Promise<readonly ImportProblem[] | 'canceled'>;
}

/** Creates the page's file opener. Loaded with the first file, like all the parsers. */
export function createOpener(router: AnyRouter, queryClient: QueryClient, surface: Surface): Opener {
  // Also for an engine that has just started: it reports no classes yet, and the next file asks again.
  const load = () => queryClient.fetchQuery(definitionsQuery(surface)).catch(() => null);
  /** Fills the form of the open workflow with settings, else the nearest template; `null` if there is none. */
  const fillFor = async (settings: string): Promise<DropOffer | null> => {
    const [, draftId] = /\/submit\/([^/]+)$/.exec(router.state.location.pathname) ?? [];
    const session = draftId === undefined ? null : openSession(draftId);
    if (session) return { label: t(FILL), run: () => fillSettings(session.editor, settings) };
    const templates = await queryClient.fetchQuery(templatesQuery());
    if (templates.length === 0) return null;
    const found = nearestTemplate(templates, parseGenerationSettings(settings), await load());
    if (!found) return null;
    return { label: t('Fill in {title}', { title: found.template.template.title }), run: () => void openFilled(found) };
  };
  const openFilled = async ({ template, match }: FilledTemplate) => {
    const opened = await runAction({
      run: () => openTemplate(surface, template),
      failed: (error) => ({ title: t('Could not open the template'), description: messageOf(error) }),
      stale: [queryClient, surface, 'changeDrafts'],
    });
    if (!opened.ok) return;
    showMatch(match, t('The template itself is unchanged.'));
    await router.navigate({
      to: '/$surface/submit/$draftId',
      params: { surface: surface.id, draftId: opened.result.id },
    });
  };
  /** The start page shows problems in its drop zone, so that an error appears only once. */
  const tell = (problems: readonly ImportProblem[], isLeaving: boolean, fills: Fills) => {
    const rows = summarizeProblems(problems);
    const offersFor = (files: readonly File[]) =>
      dropOffers(files, {
        router,
        queryClient,
        surface,
        openWith: (workflows) => void opener.files([...workflows, ...files]),
      });
    if (!isLeaving && router.state.location.pathname.endsWith('/submit')) {
      const withOffers = rows.map((row) => ({
        ...row,
        offers: [...fillsOf(row.parameters, fills), ...offersFor(problemFiles(row))],
      }));
      useImportReport.setState({ problems: withOffers });
      return;
    }
    // One message each, so that its actions are about the files that it names.
    const [usable, unusable] = [rows.filter(({ isUsable }) => isUsable), rows.filter(({ isUsable }) => !isUsable)];
    for (const group of [usable, unusable]) {
      const first = group.find((row) => offersFor(problemFiles(row)).length > 0) ?? group[0];
      if (!first) continue;
      const count = group.length - 1;
      const more =
        count > 0 ? [t('{count, plural, one {# more file} other {# more files}} could not be opened.', { count })] : [];
      const offers = offersFor(group.flatMap(problemFiles));
      const choices = [
        ...[...fillsOf(first.parameters, fills), ...offers].map(({ label, run }) => ({ label, onSelect: run })),
        ...listChoice(),
      ];
      const nodes = first.nodeProblems?.map(formatNodeProblem).slice(0, 1) ?? [];
      showToast({
        tone: offers.length > 0 ? 'neutral' : 'bad',
        title: `${first.name}: ${first.title}`,
        description: [first.explanation, ...more, ...nodes].join(' '),
        choices,
        ...(choices.length > 0 ? { stays: true } : {}),
      });
    }
  };
  const show = async ({ drafts, notes, problems }: OpenResult) => {
    const [first] = drafts;
    if (!first) return;
    await markStale(queryClient, surface, 'changeDrafts');
    if (drafts.length > 1 || (problems.length === 0 && listChoice().length > 0)) {
      const title =
        drafts.length > 1
          ? t('{count, plural, one {# workflow} other {# workflows}} opened as drafts', { count: drafts.length })
          : t('Workflow opened as a draft');
      const description = formatUnused(useImportReport.getState().findings);
      showToast({ tone: 'ok', title, ...(description ? { description } : {}), choices: listChoice() });
    }
    for (const { title, description, isHarmless, choices } of notes) {
      const tone = choices ? 'neutral' : isHarmless ? 'ok' : 'warn';
      showToast({
        tone,
        title,
        description,
        stays: !isHarmless || choices !== undefined,
        ...(choices ? { choices } : {}),
      });
    }
    await router.navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId: first.id } });
  };
  const work = async (
    open: () => Promise<OpenResult>,
    ignored: readonly ImportFinding[] = [],
    report: typeof tell = tell,
  ) => {
    useImportReport.setState({ isReading: true, problems: [], findings: [], isListOpen: false });
    try {
      const result = await open();
      const findings = [...result.findings, ...ignored];
      const texts = [...findings, ...result.problems].flatMap(({ parameters }) => parameters ?? []);
      const fills: Fills = new Map();
      for (const text of new Set([...texts, ...result.settings.map(({ settings }) => settings)])) {
        const fill = await fillFor(text);
        if (fill) fills.set(text, fill);
      }
      useImportReport.setState({
        findings: findings.map((finding) => ({ ...finding, fill: fillsOf(finding.parameters, fills)[0] })),
      });
      report(result.problems, result.drafts.length > 0, fills);
      for (const { fileName, settings } of result.settings) {
        const choices = fillsOf(settings, fills).map(({ label, run }) => ({ label, onSelect: run }));
        if (choices.length === 0) continue;
        showToast({ tone: 'neutral', title: t('{name} contains generation settings', { name: fileName }), choices });
      }
      await show(result);
    } finally {
      useImportReport.setState({ isReading: false });
    }
  };
  const opener: Opener = {
    files: (files, position, ignored) => work(() => openFiles(files, surface, load, position), ignored),
    urls: (urls, position) => work(() => openUrls(urls, surface, load, position)),
    text: (text) => work(() => openText(text, surface, load)),
    pasted: async (text, signal) => {
      let found: readonly ImportProblem[] = [];
      let isOpened = false;
      const urls = readUrls(text.trim());
      await work(
        async () => {
          if (urls.length === 0) return openText(text, surface, load);
          const result = await openUrls(urls, surface, load, undefined, signal);
          isOpened = result.findings.some(({ outcome }) => outcome === 'used');
          return result;
        },
        [],
        (problems, isLeaving, fills) => {
          // The dialog closes, and would take the message with it.
          if (isLeaving || isOpened || problems.some(({ isUsable }) => isUsable)) tell(problems, isLeaving, fills);
          else found = problems.map((problem) => ({ ...problem, offers: fillsOf(problem.parameters, fills) }));
        },
      );
      return found.length === 0 && !isOpened && signal.aborted ? 'canceled' : found;
    },
  };
  return opener;
}

/**
 * Opens files from any source, then navigates to the result.
 * @param given absent: the server of the current page, or our own gateway if that server runs no workflows
 */
export function useOpenFiles(given?: Surface): Opener {
  const shown = useShellSurface();
  const surface = given ?? (shown.baseUrl === null ? LOCAL_SURFACE : shown);
  const router = useRouter();
  const queryClient = useQueryClient();
  return useMemo(() => createOpener(router, queryClient, surface), [router, queryClient, surface]);
}

/** Offers the list of all files where one line does not say it all. */
function listChoice(): ToastAction[] {
  const { findings } = useImportReport.getState();
  if (findings.length > 1) return [{ label: t('Show all files'), onSelect: openImportList }];
  const hasSettings = findings.some(({ parameters }) => parameters !== undefined);
  return hasSettings ? [{ label: t('Show settings'), onSelect: openImportList }] : [];
}
