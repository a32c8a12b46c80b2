import type { RunRecord } from '@/domains/model-calls/run-record';
import { readRunBody, readRunResult } from '@/domains/model-calls/runs';
import { formatCount } from '@/lib/format';
import { saveText } from '@/shared/files/save-text';
import { showToast } from '@/shared/feedback/toasts';
import { exportText, type ExportedRun } from './run-export';

/** Size limit of each input and result; larger ones, such as base64 images, are not human-readable. */
const MAX_PART_BYTES = 1024 * 1024;

/** Downloads runs as a JSON file. */
export async function saveRuns(runs: readonly RunRecord[]): Promise<void> {
  const exported: ExportedRun[] = [];
  for (const run of runs) {
    const isShort = run.bodyBytes <= MAX_PART_BYTES;
    const bodyText = isShort ? await readRunBody(run.id).catch(() => null) : null;
    exported.push({ run, bodyText, resultText: await resultText(run) });
  }
  const now = Date.now();
  const name = `flowdeck-runs-${new Date(now).toISOString().slice(0, 10)}.json`;
  saveText(exportText(exported, now), name, 'application/json');
  showToast({
    tone: 'ok',
    isOfPage: true,
    title: `Exported ${formatCount(runs.length, 'run')}`,
    description: 'Keys, credentials and signatures of links are left out, and so are parts of more than 1 MiB.',
  });
}

async function resultText({ id, state }: RunRecord): Promise<string | null> {
  if (state.name !== 'done' || !state.answer.contentType.includes('json')) return null;
  if (state.answer.sizeBytes > MAX_PART_BYTES) return null;
  const file = await readRunResult(id).catch(() => null);
  return file ? file.text() : null;
}
