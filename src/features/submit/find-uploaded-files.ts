import { replaceValue, stringifyJson } from '@contract/json/lossless';
import { assetReference } from '@contract/workflow/asset-references';
import { readWorkflow } from '@contract/workflow/graph';
import { findAssetByHash } from '@/api/assets/asset-upload';
import { contentTypeOf } from '@/api/assets/upload-form';
import type { Surface } from '@/api/surface';

/** As the gateway names inputs by their content when it hands them to ComfyUI (`server/engines/comfyui/input-files.ts`). */
const NAME_BY_CONTENT = /^flowdeck\/([0-9a-f]{64})(\.[a-z0-9]{1,8})?(?: \[input\])?$/;

/** Each name is a question to the surface; workflows made here have a handful. */
const MAX_NAMES = 20;

/** Opening a workflow does not wait longer for a surface that is away. */
const TIMEOUT_MS = 5000;

/** What the user called the file is not known here. */
const SHOWN_DIGITS = 12;

/**
 * Replaces the names that files saved by ComfyUI carry for our uploads by references to those uploads, as far as the
 * surface still has them. Every other byte of the workflow stays.
 */
export async function withUploadedFiles(surface: Surface, text: string): Promise<string> {
  const names = namesByContent(text);
  const wanted = [...new Map(names.map(({ hash, fileName }) => [hash, fileName]))].slice(0, MAX_NAMES);
  const found = new Map(
    await Promise.all(wanted.map(async ([hash, fileName]) => [hash, await find(surface, hash, fileName)] as const)),
  );
  let result = text;
  for (const { nodeId, input, hash } of names) {
    const reference = found.get(hash);
    if (reference) result = replaceValue(result, [nodeId, 'inputs', input], stringifyJson(reference));
  }
  return result;
}

interface NameByContent {
  nodeId: string;
  input: string;
  /** 64 hex digits. */
  hash: string;
  fileName: string;
}

function namesByContent(text: string): NameByContent[] {
  const workflow = readWorkflow(text);
  if (!workflow.ok) return [];
  return [...workflow.graph.values()].flatMap(({ id, inputs }) =>
    Object.entries(inputs).flatMap(([input, value]): NameByContent[] => {
      const [, hash, extension = ''] = (typeof value === 'string' && NAME_BY_CONTENT.exec(value)) || [];
      return hash ? [{ nodeId: id, input, hash, fileName: `${hash.slice(0, SHOWN_DIGITS)}${extension}` }] : [];
    }),
  );
}

/** `null` if the surface has no such bytes or cannot be asked: the name stays, and its input says what is missing. */
async function find(surface: Surface, hex: string, fileName: string) {
  const hash = `blake3:${hex}`;
  const contentType = contentTypeOf({ name: fileName, type: '' });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const asset = await findAssetByHash(surface, { hash, file_path: fileName, content_type: contentType }, signal).catch(
    () => null,
  );
  return asset && assetReference({ id: asset.id, hash, file_path: fileName });
}
