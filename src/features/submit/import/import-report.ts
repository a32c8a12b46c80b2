import { create } from 'zustand';
import type { UiProblem } from '@/domains/ui-format/conversion-result';
import { t } from '@/lib/i18n/messages';

/** A file that could not be opened: its name, the problem, and what to do. */
export interface ImportProblem {
  name: string;
  title: string;
  explanation: string;
  /** Why a UI-format workflow is not converted, node by node. */
  nodeProblems?: readonly UiProblem[] | undefined;
  /** The file itself, if another page may be able to use it. */
  file?: File | undefined;
  /** The files of a summary. */
  files?: readonly File[] | undefined;
  /** Nothing is wrong with the file: it has no workflow, but can be an input. */
  isUsable?: boolean | undefined;
  /** Settings of Automatic1111, Fooocus or InvokeAI in the file, as text. */
  parameters?: string | undefined;
  offers?: readonly DropOffer[];
}

/** What another page can do with the file. */
export interface DropOffer {
  label: string;
  run: () => void;
}

/** What was found in one of the files, or why it was ignored. */
export interface ImportFinding {
  name: string;
  /** Number of files that it stands for; `null` if unknown. One file if absent. */
  count?: number | null;
  /** `used`: as a workflow or an input. `left`: not used. `over_limit`: not read, since there were too many. */
  outcome: 'used' | 'left' | 'over_limit';
  found: string;
  detail?: string | undefined;
  nodeProblems?: readonly UiProblem[] | undefined;
  parameters?: string | undefined;
  /** Fills the open form, or the nearest template, with the settings; absent if there is none. */
  fill?: DropOffer | undefined;
}

export interface Fetching {
  /** Of the first URL. */
  host: string;
  /** `null`: a dialog offers it. */
  cancel: (() => void) | null;
}

interface ImportReport {
  /** Shown on Submit, where files are opened; a toast reports them elsewhere. */
  problems: readonly ImportProblem[];
  isReading: boolean;
  /** Files of URLs are being fetched; `null` if none is. */
  fetching: Fetching | null;
  /** Every file of the last drop. */
  findings: readonly ImportFinding[];
  isListOpen: boolean;
}

export const useImportReport = create<ImportReport>(() => ({
  problems: [],
  isReading: false,
  fetching: null,
  findings: [],
  isListOpen: false,
}));

export function problemFiles({ file, files = file ? [file] : [] }: ImportProblem): readonly File[] {
  return files;
}

/** Replaces the files that only have no workflow, such as a folder of photos, by one summary. */
export function summarizeProblems(problems: readonly ImportProblem[]): ImportProblem[] {
  const usable = problems.filter(({ isUsable, parameters }) => isUsable && parameters === undefined);
  const [first] = usable;
  if (!first || usable.length === 1) return [...problems];
  const names = usable.slice(0, 3).map(({ name }) => name);
  const rest = usable.length - names.length;
  const summary: ImportProblem = {
    name: rest > 0 ? t('{names} and {count} more', { names: names.join(', '), count: rest }) : names.join(', '),
    title: t('{count, plural, one {# file} other {# files}} without a workflow', { count: usable.length }),
    explanation: t('They can be inputs of a workflow, or be stored in the gallery.'),
    files: usable.flatMap(problemFiles),
    isUsable: true,
  };
  return problems.flatMap((problem) => (problem === first ? [summary] : usable.includes(problem) ? [] : [problem]));
}

/** Such as “Node 12, Sampler (KSampler): …”. */
export function formatNodeProblem({ nodeId, title, classType, message, advice }: UiProblem): string {
  if (nodeId === '') return `${message} ${advice}`;
  const name = title === '' || title === classType ? classType : `${title} (${classType})`;
  return t('Node {nodeId}, {name}: {problem} {advice}', { nodeId, name, problem: message, advice });
}

/** Says how many files were not used, for a message about those that were. `undefined` if all were used. */
export function formatUnused(findings: readonly ImportFinding[]): string | undefined {
  const countOf = (wanted: ImportFinding['outcome']) =>
    findings.reduce((sum, { outcome, count }) => (outcome === wanted ? sum + (count ?? 1) : sum), 0);
  const over = countOf('over_limit');
  const left = countOf('left');
  const isUncounted = findings.some(({ count }) => count === null);
  const parts: string[] = [];
  if (isUncounted) parts.push(t('More files were left out by the limit.'));
  else if (over > 0)
    parts.push(t('{count, plural, one {# file} other {# files}} left out by the limit.', { count: over }));
  if (left > 0) {
    parts.push(
      over > 0
        ? t('{count, plural, one {# other file} other {# other files}} not used.', { count: left })
        : t('{count, plural, one {# file} other {# files}} not used.', { count: left }),
    );
  }
  return parts.length === 0 ? undefined : parts.join(' ');
}

export function openImportList(): void {
  useImportReport.setState({ isListOpen: true });
}

export function closeImportList(): void {
  useImportReport.setState({ isListOpen: false });
}

export function problemFinding({ name, title, explanation, parameters, nodeProblems }: ImportProblem): ImportFinding {
  return { name, outcome: 'left', found: title, detail: explanation, parameters, nodeProblems };
}
