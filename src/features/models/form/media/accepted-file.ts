import { t } from '@/lib/i18n/messages';
import { orList } from '@/lib/i18n/word-lists';
import type { MediaField } from '../../schema/field';

/** File details that are known without reading it. */
export interface FileType {
  name: string;
  contentType: string;
}

/** Aliases of media types, and their extensions. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/tiff': ['tif', 'tiff'],
  'video/quicktime': ['mov'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a'],
  'model/gltf-binary': ['glb'],
  'model/gltf+json': ['gltf'],
  'text/plain': ['txt'],
};
const SAME_TYPE: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/x-m4a': 'audio/mp4',
};

/** Returns why the input does not accept the type of a file; `null` if it does, or if the type is unknown. */
export function unacceptedType({ accept }: MediaField, { name, contentType }: FileType): string | null {
  if (accept.length === 0) return null;
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = plainType(contentType);
  const isTypeKnown = type !== '' && type !== 'application/octet-stream';
  const fits = accept.some((wanted) =>
    wanted.startsWith('.')
      ? isExtension(wanted.slice(1).toLowerCase(), extension, type)
      : isType(plainType(wanted), type) || (!isTypeKnown && extensionsOf(plainType(wanted)).includes(extension)),
  );
  if (fits) return null;
  const isExtensionReliable = extension !== '' && accept.some((wanted) => wanted.startsWith('.'));
  if (!isTypeKnown && !isExtensionReliable) return null;
  const what = (extension || labelOf(type)).toUpperCase();
  return t('This input accepts {types}, and the file is {type}.', {
    types: orList([...new Set(accept.map(labelOf))]),
    type: what,
  });
}

function plainType(contentType: string): string {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return SAME_TYPE[type] ?? type;
}

const extensionsOf = (type: string) => EXTENSIONS[type] ?? [type.split('/')[1] ?? ''];

function isExtension(wanted: string, extension: string, type: string): boolean {
  if (extension === wanted) return true;
  const spellings = Object.values(EXTENSIONS).find((list) => list.includes(wanted)) ?? [wanted];
  return spellings.includes(extension) || (type !== '' && extensionsOf(type).includes(wanted));
}

function isType(wanted: string, type: string): boolean {
  return wanted === type || wanted === '*/*' || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1)));
}

/** `image/svg+xml` becomes SVG, `.glb` becomes GLB, `image/*` becomes any image. */
function labelOf(accepted: string): string {
  if (accepted.startsWith('.')) return accepted.slice(1).toUpperCase();
  const [kind = '', subtype = ''] = plainType(accepted).split('/');
  return subtype === '*' ? t('any {kind}', { kind }) : subtype.replace(/^x-|\+\w+$/g, '').toUpperCase();
}
