import type { QueryClient } from '@tanstack/react-query';
import type { ListedAsset } from '@contract/console/schemas';
import { readWorkflow } from '@contract/workflow/graph';
import type { GenerationInputs } from '@contract/workflow/generation-inputs/generation-inputs';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { withConnection } from '@/api/connections';
import type { Surface } from '@/api/surface';
import { modelName, promptParts } from '@/domains/generation-inputs/a1111-text';
import { jobQuery } from '@/domains/jobs/job-query';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import { readBase64 } from '@/lib/files/read-base64';
import { formatBytes, formatDate } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { MissingFileError, openHeldFile } from '@/shared/files/open-held-file';
import { groupValues, loraText, roleLabel, settingRows, valueText } from '@/shared/generation-inputs/value-text';
import { assetName, heldFile, shownKind, sourceParts } from '../asset-text';
import type { PageContent, PageFile } from './build-html-page';

/** Of the files on one page: browsers open larger pages slowly, and mail programs reject them. */
export const MAX_PAGE_BYTES = 50 * 1024 * 1024;

/** Returns the files that are on a page: of those that it can show, each that fits beside the ones before it. */
export function filesOnPage(assets: readonly ListedAsset[]): Set<ListedAsset> {
  let left = MAX_PAGE_BYTES;
  const chosen = new Set<ListedAsset>();
  for (const asset of assets) {
    if (shownKind(asset) === null || asset.size_bytes > left) continue;
    left -= asset.size_bytes;
    chosen.add(asset);
  }
  return chosen;
}

interface PageWork {
  client: QueryClient;
  surface: Surface;
  assets: readonly ListedAsset[];
  /** Whether prompts and settings are on the page. */
  hasInputs: boolean;
  signal: AbortSignal;
  /** Called with the number of files read so far. */
  onProgress: (count: number) => void;
}

/**
 * Reads files and what made them, one after the other. A file that the server no longer has is named only.
 * @throws if another one cannot be read
 */
export async function readPageFiles({
  client,
  surface,
  assets,
  hasInputs,
  signal,
  onProgress,
}: PageWork): Promise<PageFile[]> {
  const chosen = filesOnPage(assets);
  const inputsOf = new Map<string, Promise<GenerationInputs | null>>();
  const files: PageFile[] = [];
  let left = MAX_PAGE_BYTES;
  for (const asset of assets) {
    signal.throwIfAborted();
    const { content, bytes } = chosen.has(asset)
      ? await readContent(surface, asset, left, signal)
      : { content: { kind: 'missing' as const, reason: reasonOf(asset) }, bytes: 0 };
    left -= bytes;
    const { job_id: jobId } = asset;
    let inputs: GenerationInputs | null = null;
    if (hasInputs && jobId) {
      const reading = inputsOf.get(jobId) ?? readInputs(client, surface, jobId).catch(() => null);
      inputsOf.set(jobId, reading);
      inputs = await reading;
    }
    const [title, node] = sourceParts(asset);
    const source = `${title}${node} · ${formatDate(Date.parse(asset.created_at))}`;
    files.push({ name: assetName(asset), source, content, ...rowsOf(inputs) });
    onProgress(files.length);
  }
  return files;
}

function reasonOf(asset: ListedAsset): string {
  return shownKind(asset) === null
    ? t('Files of this kind cannot be shown on a page.')
    : t('{size}: too large for this page.', { size: formatBytes(asset.size_bytes) });
}

async function readContent(
  surface: Surface,
  asset: ListedAsset,
  left: number,
  signal: AbortSignal,
): Promise<{ content: PageContent; bytes: number }> {
  const kind = shownKind(asset);
  try {
    const blob = await withConnection('download', signal, async () =>
      readUpTo(left, await openHeldFile(surface, heldFile(asset), signal)),
    );
    if (blob === null) return { content: { kind: 'missing', reason: t('Too large for this page.') }, bytes: 0 };
    const content: PageContent =
      kind === 'image' || kind === 'video' || kind === 'audio'
        ? { kind, contentType: asset.content_type, base64: await readBase64(blob) }
        : { kind: 'text', text: await blob.text() };
    return { content, bytes: blob.size };
  } catch (error) {
    if (!(error instanceof MissingFileError)) throw error;
    return { content: { kind: 'missing', reason: t('The server no longer has this file.') }, bytes: 0 };
  }
}

/** Not every server says how large a file is. @returns `null` if it has more bytes */
async function readUpTo(most: number, body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  // Breaking off cancels the download.
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks);
    bytes += value.byteLength;
    if (bytes > most) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}

async function readInputs(client: QueryClient, surface: Surface, jobId: string): Promise<GenerationInputs | null> {
  const { job } = await client.fetchQuery({ ...jobQuery(surface, jobId), staleTime: Infinity });
  const { text } = await client.fetchQuery({ ...jobWorkflowQuery(surface, job), retry: false });
  const workflow = readWorkflow(text);
  return workflow.ok ? readGenerationInputs(workflow.graph, null) : null;
}

function rowsOf(inputs: GenerationInputs | null): Pick<PageFile, 'prompts' | 'values'> {
  if (inputs === null) return { prompts: [], values: [] };
  const { positive, negative, models, loras, seeds } = inputs;
  const listed = (texts: readonly string[]) => [...new Set(texts)].join(', ');
  const rows = [
    { label: roleLabel('model'), text: listed(models.map(({ value }) => modelName(valueText(value)))) },
    { label: t('LoRAs'), text: listed(loras.map(loraText)) },
    { label: roleLabel('seed'), text: listed(groupValues(seeds).map(({ text }) => text)) },
    ...settingRows(inputs),
  ];
  const prompts = [
    { label: roleLabel('positive'), text: promptParts(positive).join('\n\n') },
    { label: roleLabel('negative'), text: promptParts(negative).join('\n\n') },
  ];
  return { prompts: prompts.filter(({ text }) => text !== ''), values: rows.filter(({ text }) => text !== '') };
}
