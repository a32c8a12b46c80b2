import { addImported, countImport, inTurn, type ImportedJob } from '@/domains/history/import-jobs';
import { t } from '@/lib/i18n/messages';
import { onPageMessage } from '@/lib/i18n/worker-language';
import { messageOf } from '@/lib/message-of';
import type { FoundSource, JobsFileReply, JobsFileRequest } from './jobs-file-protocol';
import { readJobsFile } from './read-jobs-file';

/** Larger than any history; JavaScript strings are limited to about 512 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

let jobs: ImportedJob[] = [];

onPageMessage<JobsFileRequest>((data) => {
  (data.kind === 'read' ? read(data.file, data.name) : add()).then(
    (reply) => self.postMessage(reply),
    (error: unknown) => self.postMessage(failed(error)),
  );
});

async function read(file: Blob, name: string): Promise<JobsFileReply> {
  if (file.size > MAX_BYTES) {
    const explanation = t('Files of up to {size} are read. NDJSON can be cut at the end of any line.', {
      size: `${MAX_BYTES / 1024 / 1024} MiB`,
    });
    return { kind: 'problem', title: t('This export is too large'), explanation };
  }
  const result = readJobsFile(await file.text(), name);
  if ('title' in result) return { kind: 'problem', ...result };
  jobs = inTurn(result.jobs);
  const timestamps = jobs.map(({ exportedAt }) => exportedAt).filter((at) => !Number.isNaN(at));
  const found = {
    ...(await countImport(jobs)),
    sources: sourcesOf(jobs),
    exportedAt: timestamps.reduce<number | null>((latest, at) => Math.max(latest ?? at, at), null),
    skipped: result.skipped,
  };
  return { kind: 'found', found };
}

async function add(): Promise<JobsFileReply> {
  return { kind: 'added', ...(await addImported(jobs)) };
}

function sourcesOf(all: readonly ImportedJob[]): FoundSource[] {
  const sources = new Map<string, FoundSource>();
  for (const { source } of all) {
    const key = `${source.id} ${source.address ?? ''}`;
    sources.set(key, { ...source, count: (sources.get(key)?.count ?? 0) + 1 });
  }
  return [...sources.values()];
}

function failed(error: unknown): JobsFileReply {
  const explanation = messageOf(error, t('The browser gave no reason.'));
  return { kind: 'problem', title: t('Nothing was imported'), explanation };
}
