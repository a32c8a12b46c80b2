import type { RunRecord } from '@/domains/model-calls/run-record';
import { readRunBody, readRunResult } from '@/domains/model-calls/runs';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { saveText } from '@/shared/files/save-text';
import { runAction } from '@/shared/feedback/action';
import { exportText, type ExportedRun } from './run-export';

/** Size limit of each input and result; larger ones, such as base64 images, are not human-readable. */
const MAX_PART_BYTES = 1024 * 1024;

/** Downloads runs as a JSON file. */
export async function saveRuns(runs: readonly RunRecord[]): Promise<void> {
  await runAction({
    run: () => exportRuns(runs),
    done: () => ({
      isOfPage: true,
      title: t('Exported {count, plural, one {# run} other {# runs}}', { count: runs.length }),
      description: t('Keys, credentials and signatures of links are left out, and so are parts of more than 1 MiB.'),
    }),
    failed: (error) => ({ isOfPage: true, title: t('Could not export the runs'), description: messageOf(error) }),
  });
}

async function exportRuns(runs: readonly RunRecord[]): Promise<void> {
  const exported: ExportedRun[] = [];
  for (const run of runs) {
    const isShort = run.bodyBytes <= MAX_PART_BYTES;
    const bodyText = isShort ? await readRunBody(run.id).catch(() => null) : null;
    exported.push({ run, bodyText, resultText: await resultText(run) });
  }
  const now = Date.now();
  const name = `flowdeck-runs-${new Date(now).toISOString().slice(0, 10)}.json`;
  saveText(exportText(exported, now), name, 'application/json');
}

async function resultText({ id, state }: RunRecord): Promise<string | null> {
  if (state.name !== 'done' || !state.answer.contentType.includes('json')) return null;
  if (state.answer.sizeBytes > MAX_PART_BYTES) return null;
  const file = await readRunResult(id).catch(() => null);
  return file ? file.text() : null;
}
