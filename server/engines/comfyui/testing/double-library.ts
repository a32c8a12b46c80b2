import { json, type Answer } from './double-responses';

/** A model file of the double. */
export interface DoubleModel {
  name: string;
  pathIndex?: number;
  /** In seconds, as Python gives it. */
  modified?: number;
  size?: number;
  /** Image that ComfyUI finds beside the file, in WebP. */
  preview?: Uint8Array<ArrayBuffer>;
}

const NOT_FOUND: Answer = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: '404: Not Found',
};
/** ComfyUI's own operations respond so, static files as above. */
const EMPTY_404: Answer = { status: 404, headers: { 'content-type': 'application/octet-stream' }, body: '' };
/** Static files have the types that Python knows on their computer: on many, WebP is none of them. */
const TYPES: Readonly<Record<string, string>> = { json: 'application/json', jpg: 'image/jpeg' };

function typeOf(pathname: string): string {
  return TYPES[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}

const FAILED: Answer = {
  status: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: '500 Internal Server Error\n\nServer got itself in trouble',
};

/** The files of the double, and the responses of ComfyUI 0.3.64 about them. Runs in browsers, too. */
export class DoubleLibrary {
  /** By kind, such as `checkpoints`. */
  models: Readonly<Record<string, readonly DoubleModel[]>> = {};
  /** The index of ComfyUI's templates; `null` if their package is missing. */
  templates: unknown = null;
  /** Names of templates by node pack. */
  packTemplates: Readonly<Record<string, readonly string[]>> = {};
  /** Static files by path, such as `/templates/a.json`. */
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {};
  /** True for versions that do not list model files. */
  isOld = false;

  /** @param pathname encoded, as requested */
  answer(pathname: string): Answer {
    const parts = pathname.split('/').slice(1).map(decodeURIComponent);
    const [group, what, ...rest] = parts;
    if (group === 'experiment' && what === 'models' && !this.isOld) return this.#models(rest);
    if (pathname === '/workflow_templates' && !this.isOld) return json(this.packTemplates);
    if (pathname === '/templates/index.json' && this.templates !== null) return json(this.templates);
    const body = this.files[decodeURIComponent(pathname)];
    return body === undefined ? NOT_FOUND : { status: 200, headers: { 'content-type': typeOf(pathname) }, body };
  }

  #models([first, ...rest]: string[]): Answer {
    if (first === undefined) {
      return json(
        ['checkpoints', ...Object.keys(this.models)]
          .filter((name, index, names) => names.indexOf(name) === index)
          .map((name) => ({ name, folders: [`/comfyui/models/${name}`] })),
      );
    }
    if (first === 'preview' && rest.length >= 3) return this.#preview(rest);
    const files = this.models[first] ?? (first === 'checkpoints' ? [] : null);
    if (rest.length > 0 || files === null) return EMPTY_404;
    return json(
      files.map(({ name, pathIndex = 0, modified = 1_760_000_000.25, size = 1024 }) => ({
        name,
        pathIndex,
        modified,
        created: modified,
        size,
      })),
    );
  }

  #preview([folder = '', index = '', ...names]: string[]): Answer {
    const files = this.models[folder];
    if (!files) return EMPTY_404;
    const pathIndex = Number(index);
    // Python's list index out of range.
    if (!files.some((file) => (file.pathIndex ?? 0) === pathIndex)) return FAILED;
    const file = files.find(({ name }) => name === names.join('/'));
    if (!file?.preview) return EMPTY_404;
    return { status: 200, headers: { 'content-type': 'image/webp' }, body: file.preview };
  }
}
