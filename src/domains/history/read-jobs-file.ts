import { isNumber, isObject, member } from '@contract/json/json-values';
import { parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { plainValue } from '@contract/json/to-plain-value';
import { readWorkflow } from '@contract/workflow/graph';
import { blankAnnotation, changedAnnotation, isBlank } from '@/domains/annotations/job-annotation';
import { EXPORT_FORMAT, EXPORT_VERSION, ExportNote } from '@/domains/history/export-metadata';
import { readHistory } from '@/domains/history/history-file';
import type { ImportedJob } from '@/domains/history/import-jobs';
import { readImportedJob } from '@/domains/history/imported-job';
import { t } from '@/lib/i18n/messages';
import { exportKind, HEAD_CHARS, tableProblem } from './recognize-export';
import type { JobsFileProblem, SkippedEntry } from './jobs-file-protocol';

export interface JobsFile {
  jobs: ImportedJob[];
  skipped: SkippedEntry[];
}

const notExported = (): JobsFileProblem => ({
  title: t('Not a Flowdeck job export'),
  explanation: t(
    'Choose a JSON or NDJSON file that Flowdeck exported from a list of jobs, or the saved history of a browser. To open a workflow, drop it on the page.',
  ),
});

/** Parses an export of any Flowdeck version, skipping damaged parts. Pure; slow for large files. */
export function readJobsFile(text: string, name: string): JobsFile | JobsFileProblem {
  const kind = exportKind(text.slice(0, HEAD_CHARS), name);
  if (kind === 'table') return tableProblem();
  if (kind === null) return notExported();
  if (/^\s*\{[^{]*"format"\s*:\s*"flowdeck-history"/.test(text)) return readHistoryFile(text);
  const file = (/^\s*\[/.test(text) ? readArray(text) : null) ?? readLines(text);
  return file.jobs.length === 0 ? whyNone(file.skipped) : file;
}

/** Parses the text as one array, in any formatting; `null` if damaged. */
function readArray(text: string): JobsFile | null {
  try {
    const entries = parseJson(text);
    return Array.isArray(entries) ? collect(entries.map((entry) => () => entry)) : null;
  } catch {
    return null;
  }
}

/** Parses one job per line, as in both of our JSON formats, and skips damaged lines. */
function readLines(text: string): JobsFile {
  return collect(
    text.split('\n').map((line) => {
      const entry = line.trim().replace(/,$/, '');
      return entry === '' || entry === '[' || entry === ']' ? null : () => parseJson(entry);
    }),
  );
}

/** @param entries by line, or by place in an array; null where there is none */
function collect(entries: readonly ((() => JsonValue) | null)[]): JobsFile {
  const file: JobsFile = { jobs: [], skipped: [] };
  for (const [index, read] of entries.entries()) {
    const found = read === null ? null : readOrWhy(read);
    if (typeof found === 'string') file.skipped.push({ line: index + 1, why: found });
    else if (found) file.jobs.push(found);
  }
  return file;
}

function readOrWhy(read: () => JsonValue): ImportedJob | SkippedEntry['why'] {
  try {
    return readEntry(read());
  } catch {
    return 'damaged';
  }
}

function readEntry(entry: JsonValue): ImportedJob | SkippedEntry['why'] {
  if (!isObject(entry)) return 'no_job';
  const { flowdeck, ...rest } = entry;
  const version = member(flowdeck, 'version');
  if (member(flowdeck, 'format') === EXPORT_FORMAT && isNumber(version) && Number(version) > EXPORT_VERSION) {
    return 'too_new';
  }
  const job = readImportedJob(plainValue(rest));
  if (!job) return 'no_job';
  if (flowdeck === undefined) return 'no_surface';
  const note = ExportNote.safeParse(plainValue(flowdeck));
  if (!note.success) return 'no_surface';
  const { surface, exported_at, starred = false, tags = [], rating = 0 } = note.data;
  const mark = changedAnnotation(blankAnnotation(surface.id, job.id), { star: starred, addTags: tags, rating });
  return {
    remembered: { surfaceId: surface.id, jobId: job.id, title: '', createdAt: Date.parse(job.created_at), job },
    workflow: readGraph(member(flowdeck, 'workflow')),
    mark: isBlank(mark) ? null : mark,
    source: { id: surface.id, name: surface.name, address: surface.address },
    exportedAt: Date.parse(exported_at),
  };
}

function readGraph(value: JsonValue | undefined): string | null {
  if (!isObject(value)) return null;
  const text = stringifyJson(value);
  return readWorkflow(text).ok ? text : null;
}

function readHistoryFile(text: string): JobsFile | JobsFileProblem {
  const history = readHistory(text);
  if (!history) return /"version"\s*:\s*[2-9]/.test(text.slice(0, HEAD_CHARS)) ? tooNew() : damaged();
  const marks = new Map(history.marks.map((mark) => [`${mark.surfaceId}/${mark.jobId}`, mark]));
  const jobs = history.jobs.map((remembered): ImportedJob => ({
    remembered,
    workflow: null,
    mark: marks.get(`${remembered.surfaceId}/${remembered.jobId}`) ?? null,
    source: { id: remembered.surfaceId, name: null, address: null },
    exportedAt: history.exportedAt,
  }));
  // Pretty-printed JSON: an entry does not have a single line.
  const skipped = Array.from({ length: history.skipped }, (): SkippedEntry => ({ line: null, why: 'no_job' }));
  return { jobs, skipped };
}

const damaged = (): JobsFileProblem => ({
  title: t('This export is damaged'),
  explanation: t('It contains no readable job. Nothing was changed. Export the jobs again, or use another copy.'),
});
const tooNew = (): JobsFileProblem => ({
  title: t('Export from a newer version of Flowdeck'),
  explanation: t('Update Flowdeck, then import again. Nothing was changed.'),
});
const noSurface = (): JobsFileProblem => ({
  title: t('This export does not say where its jobs ran'),
  explanation: t(
    'It was made by an older version of Flowdeck. Export the jobs again with this version, then import that file.',
  ),
});

/** Returns the most frequent problem. */
function whyNone(skipped: readonly SkippedEntry[]): JobsFileProblem {
  const [first] = skipped;
  if (!first) return { title: t('There are no jobs in this export'), explanation: t('Nothing was changed.') };
  if (skipped.every(({ why }) => why === 'too_new')) return tooNew();
  return skipped.every(({ why }) => why === 'no_surface') ? noSurface() : damaged();
}
