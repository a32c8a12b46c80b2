import { replaceValue, stringifyJson } from '@contract/json/lossless';
import { assetReference } from '@contract/workflow/asset-references';
import { readWorkflow } from '@contract/workflow/graph';
import { findAssetByHash } from '@/domains/assets/asset-upload';
import { contentTypeOf } from '@/lib/files/file-type';
import type { Surface } from '@/api/surface';

/** Content-based names that the gateway gives inputs for ComfyUI (`server/engines/comfyui/run/input-files.ts`). */
const NAME_BY_CONTENT = /^flowdeck\/([0-9a-f]{64})(\.[a-z0-9]{1,8})?(?: \[input\])?$/;

/** Each name requires a request; workflows created here have a few. */
const MAX_NAMES = 20;

/** Timeout for an unreachable surface, so that opening a workflow is not delayed further. */
const TIMEOUT_MS = 5000;

/** Number of hash digits to show, since the user's file name is unknown here. */
const SHOWN_DIGITS = 12;

/**
 * Replaces names that ComfyUI saved for our uploads with references to those uploads, if the surface still stores them.
 * Every other byte of the workflow is unchanged.
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

/**
 * `null` if the surface does not store these bytes or is unreachable: the name stays, and its input reports the missing
 * file.
 */
async function find(surface: Surface, hex: string, fileName: string) {
  const hash = `blake3:${hex}`;
  const contentType = contentTypeOf({ name: fileName, type: '' });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const asset = await findAssetByHash(surface, { hash, file_path: fileName, content_type: contentType }, signal).catch(
    () => null,
  );
  return asset && assetReference({ id: asset.id, hash, file_path: fileName });
}
