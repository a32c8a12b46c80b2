import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { isObject } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { readAssetFile } from '@/domains/assets/transfer-files';
import { call } from '@/api/client';
import type { ModelMetadata } from '@contract/console/schemas';
import { publishInput } from '@/features/models/form/media/publish-input';
import { allSurfaces, type Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { attachFile } from '../form/media/attach-media';
import { isLoopbackUrl } from '../form/media/media-value';
import { bodyFromText, bodyText, removeValue, setValue } from '../schema/body';
import { fieldsAt, pathText, type FieldPath, type MediaField } from '../schema/field';
import { compileForm } from '../schema/model-form';
import type { OmittedValue } from '@/shared/dialog-requests/hand-overs';

export interface TransferTarget {
  to: Surface;
  modelId: string;
  /** Schema document of the model there; `null` if it has none. */
  documentText: string | null;
  /** Metadata of our own gateway about the model; absent for any other server. */
  facts: ModelMetadata | undefined;
}

export interface TransferredBody {
  text: string;
  /** Files that could not be transferred; the text is without them. */
  omitted: readonly OmittedValue[];
}

/**
 * Replaces the files in an input that are stored on one of our servers with the same files on another, in the encoding
 * that the model accepts there: embedded in the body, found by hash, or uploaded. Embedded files stay unchanged.
 */
export async function transferMedia(
  text: string,
  target: TransferTarget,
  signal: AbortSignal,
): Promise<TransferredBody> {
  let body = bodyFromText(text);
  const files = heldFiles(body.value, [], target.to);
  if (files.length === 0) return { text, omitted: [] };
  const { root } = compileForm(target.documentText ?? '{}');
  const omitted: OmittedValue[] = [];
  // In reverse, since removing an item shifts those after it.
  for (const { path, held } of files.toReversed()) {
    const field = fieldsAt(root, path).find((each): each is MediaField => each.kind === 'media');
    const transferred = await transferOne(held, field, target, signal).catch((error: unknown) => ({
      problem: messageOf(error, t('It could not be read.')),
    }));
    if ('problem' in transferred) {
      omitted.unshift({ name: pathText(path), why: transferred.problem });
      body = removeValue(body, path);
    } else {
      body = setValue(body, path, transferred.value);
      if (field && field.typeMember !== null)
        body = setValue(body, [...path.slice(0, -1), field.typeMember], transferred.type);
    }
  }
  return { text: bodyText(body), omitted };
}

interface HeldUrl {
  owner: Surface;
  assetId: string;
}

function heldFiles(value: JsonValue, path: FieldPath, to: Surface): { path: FieldPath; held: HeldUrl }[] {
  if (typeof value === 'string') {
    const held = heldUrl(value);
    return held === null || held.owner.id === to.id ? [] : [{ path, held }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => heldFiles(item, [...path, index], to));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, property]) => heldFiles(property, [...path, name], to));
}

const [CONTENT_BEFORE = '', CONTENT_AFTER = ''] = JOB_OPERATIONS.getAssetContent.path.split('{id}');

/** Returns the server of ours whose content the URL names; `null` for any other text. */
function heldUrl(text: string): HeldUrl | null {
  if (text.length > 4096 || !/^https?:/i.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname } = new URL(text);
  for (const owner of allSurfaces()) {
    for (const base of [owner.baseUrl, owner.remote?.jobs]) {
      const start = `${base}${CONTENT_BEFORE}`;
      const at = origin + pathname;
      if (!base || !at.startsWith(start) || !at.endsWith(CONTENT_AFTER)) continue;
      const id = at.slice(start.length, -CONTENT_AFTER.length);
      if (id !== '' && !id.includes('/')) return { owner, assetId: decodeURIComponent(id) };
    }
  }
  return null;
}

type Carried = { value: string; type: string } | { problem: string };

async function transferOne(
  { owner, assetId }: HeldUrl,
  field: MediaField | undefined,
  target: TransferTarget,
  signal: AbortSignal,
): Promise<Carried> {
  const { to } = target;
  const { body: asset } = await call(owner, 'getAsset', { params: { id: assetId }, signal });
  const name = asset.file_path?.split('/').at(-1) ?? assetId;
  const file = await readAssetFile(asset, name, owner, signal);
  const type = asset.content_type;
  if (field === undefined) {
    if (to.baseUrl === null) return { problem: t('{name}: {server} stores no files.', { name, server: to.name }) };
    const sent = await uploadAsset(to, file, crypto.randomUUID(), signal);
    return sent ? reachable(sent.asset.url, type, name, target, signal) : { problem: unsent(name, to) };
  }
  const needsUrl = field.ways.every((way) => way === 'url');
  if (needsUrl && to.baseUrl === null) {
    return {
      problem: t('{name}: this input requires a URL, and {server} stores no files.', { name, server: to.name }),
    };
  }
  const attached = await attachFile(file, { field, surface: to, signal }, crypto.randomUUID());
  if (attached === null) return { problem: unsent(name, to) };
  if ('problem' in attached) return { problem: attached.problem };
  return attached.attachment.way === 'url'
    ? reachable(attached.value, type, name, target, signal)
    : { value: attached.value, type };
}

/** Only programs on this machine can use a URL that leads through it. */
async function reachable(
  url: string,
  type: string,
  name: string,
  { to, modelId, facts }: TransferTarget,
  signal: AbortSignal,
): Promise<Carried> {
  if (!isLoopbackUrl(url) || facts?.isLocal) return { value: url, type };
  if (facts?.uploadHost) return { value: await publishInput(to, modelId, url, signal), type };
  return { problem: t('{name}: this input requires a URL, and the model cannot load URLs of this machine.', { name }) };
}

function unsent(name: string, to: Surface): string {
  return t('{name} could not be uploaded to {server}.', { name, server: to.name });
}
