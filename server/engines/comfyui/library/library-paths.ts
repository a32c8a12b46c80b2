import type { LibraryItem } from '../../engine-library';

interface LibraryRequest {
  /** Path on ComfyUI, encoded. */
  path: string;
  maxBytes: number;
}

const LIST_BYTES = 16 * 1024 ** 2;
/** ComfyUI converts previews to WebP in their full size. */
const PREVIEW_BYTES = 8 * 1024 ** 2;

/** Workflows take some 100 kB, animated images 2 MB. */
const TEMPLATE_BYTES = 16 * 1024 ** 2;

/** Returns the request for an item; `null` for names that no such item has, such as those that leave its folder. */
export function libraryRequest(item: LibraryItem): LibraryRequest | null {
  switch (item.kind) {
    case 'model-folders':
      return { path: '/experiment/models', maxBytes: LIST_BYTES };
    case 'model-files': {
      const folder = segment(item.folder);
      // This name would be another operation.
      return folder === null || folder === 'preview'
        ? null
        : { path: `/experiment/models/${folder}`, maxBytes: LIST_BYTES };
    }
    case 'model-preview': {
      const parts = [segment(item.folder), segment(String(item.pathIndex)), nestedPath(item.file)];
      if (parts.includes(null) || !Number.isSafeInteger(item.pathIndex) || item.pathIndex < 0) return null;
      return { path: `/experiment/models/preview/${parts.join('/')}`, maxBytes: PREVIEW_BYTES };
    }
    case 'templates':
      return { path: '/templates/index.json', maxBytes: LIST_BYTES };
    case 'pack-templates':
      return { path: '/workflow_templates', maxBytes: LIST_BYTES };
    case 'template-file': {
      const file = segment(item.file);
      const pack = item.pack === null ? '' : segment(item.pack);
      if (file === null || pack === null) return null;
      // ComfyUI serves the files of packs below /api only.
      const path = item.pack === null ? `/templates/${file}` : `/api/workflow_templates/${pack}/${file}`;
      return { path, maxBytes: TEMPLATE_BYTES };
    }
  }
}

/** Encodes a file name with folders. */
function nestedPath(name: string): string | null {
  const segments = name.split('/').map(segment);
  return segments.includes(null) ? null : segments.join('/');
}

/** ComfyUI on Windows separates folders with backslashes. */
function segment(name: string): string | null {
  return name.split('\\').every(isName) && !name.includes('/') ? encodeURIComponent(name) : null;
}

function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !name.includes('\0');
}
