import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { readModelId } from '@contract/router/model-id';
import type { CatalogBuild } from '../../router/catalog/catalog';
import { COMMON_HEADERS, contentSecurityPolicy, type PageSources } from './console-headers';
import {
  fillPrerenderedPage,
  imageLinks,
  NO_CONTENT,
  readImage,
  type FirstEntry,
  type PageContent,
  type Picture,
} from './fill-prerendered-page';
import { firstModels } from './first-models';

/**
 * Serves the built console. Only files listed from the folder can be requested, so no path leads outside. Names under `_app/`
 * contain a content hash and are cached forever; `index.html` gets a new nonce with each response.
 */
export interface ConsoleFiles {
  respond: (request: Request) => Promise<Response>;
}

type Encoding = 'br' | 'gzip';

interface ConsoleFile {
  path: string;
  contentType: string;
  /** Precompressed versions of the file, best first. */
  encodings: readonly Encoding[];
  etag: string;
}

interface Build {
  /** Identifies the build. */
  mark: string;
  page: string;
  /** Prerendered pages; all others get the plain page. */
  drawn: ReadonlyMap<string, Picture>;
  /** `Link` headers by page, as written by the build; a development build may have none. */
  preloads: ReadonlyMap<string, string>;
  /** `Link` headers for the first requests of a page to this gateway. */
  answers: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, ConsoleFile>;
  /** Paths of scripts outside of `_app/`. */
  looseScripts: readonly string[];
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const ENCODING_SUFFIXES = { br: '.br', gzip: '.gz' } as const;
const NONCE_PLACE = '__CSP_NONCE__';
const MODULES_PLACE = '__MODULES__';
/** Placeholder for the model id in the links of a page. */
const MODEL_PLACE = '__PROVIDER__/__MODEL__';
const APP_PLACE = '<div id="root"></div>';
/** Key of the build's entry for all pages without their own. */
const OTHER_PAGES = '*';
/** The prerendered pages are those of this surface. */
const PRERENDERED_PREFIX = '/local/';

/** All headers of a response, with those of HTTP itself, have to fit into 4 KiB: nginx rejects larger ones unless it is configured. */
const MAX_HEADERS_LENGTH = 3800;

/** Folders that contain files and no pages: a missing file is a 404, not the page. */
const FILE_FOLDERS = /^\/(?:(?:_app|samples|icons)\/|service-worker\.js$)/;

export interface ConsoleOptions {
  /** True if the page needs no sign-in; otherwise it starts empty, since the user may first have to sign in. */
  isOpen?: boolean;
  publicUrl?: string | null;
  /** Path of the public URL, below which the page finds its files; empty at the root. */
  mount?: string;
  /** Returns the current origins of the surfaces that pages reach without the gateway. */
  directOrigins?: () => readonly string[];
  /** Returns the catalog whose models the pages list at first paint. */
  readCatalog?: () => CatalogBuild | null;
  /** Returns the jobs that the job list shows at first paint, with links of this origin. */
  readJobs?: (origin: string) => readonly FirstEntry[];
}

export function createConsoleFiles(
  folder: string,
  {
    isOpen = true,
    publicUrl = null,
    mount = '',
    directOrigins = () => [],
    readCatalog = () => null,
    readJobs = () => [],
  }: ConsoleOptions = {},
): ConsoleFiles {
  let build = readBuild(folder);
  return {
    async respond(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Use GET.', { allow: 'GET, HEAD' });
      // A new build removes the files of the old one, so the page must be read again.
      if (build?.mark !== markOf(folder)) build = readBuild(folder);
      if (!build) return plain(503, 'The console is not built yet: run npm run build.');
      const { pathname } = new URL(request.url);
      const file = build.files.get(decoded(pathname));
      const sources = { ...codeSources(build, request, publicUrl), mount, surfaces: directOrigins() };
      if (file) return respondWithFile(file, pathname, request, sources);
      if (pathname !== '/index.html' && (FILE_FOLDERS.test(pathname) || path.posix.extname(pathname) === '.map')) {
        return plain(404, 'Not found.');
      }
      return respondWithPage(build, request, { isOpen, publicUrl, readCatalog, readJobs }, sources);
    },
  };
}

/**
 * Lists allowed script sources. A script outside of the build folder, such as the one that sets the theme, is listed by its path.
 */
function codeSources(
  build: Build,
  request: Request,
  publicUrl: string | null,
): Omit<PageSources, 'mount' | 'surfaces'> {
  const origins = [new URL(request.url).origin, ...(publicUrl === null ? [] : [new URL(publicUrl).origin])];
  return { origins: [...new Set(origins)], scripts: build.looseScripts };
}

type PageReaders = Required<Pick<ConsoleOptions, 'isOpen' | 'publicUrl' | 'readCatalog' | 'readJobs'>>;

function respondWithPage(
  build: Build,
  request: Request,
  { isOpen, publicUrl, readCatalog, readJobs }: PageReaders,
  sources: PageSources,
): Response {
  const { origin, pathname, search } = new URL(request.url);
  const nonce = randomBytes(16).toString('base64url');
  const name = pageOf(pathname);
  const isOwn = isOpen && pathname.startsWith(PRERENDERED_PREFIX);
  const model = modelOf(pathname);
  const drawn = isOwn ? build.drawn.get(name) : undefined;
  // A filtered page lists only a part.
  const readContent = () => {
    if (name === 'jobs') return { ...NO_CONTENT, entries: search === '' ? readJobs(publicUrl ?? origin) : [] };
    return modelsOf(name, model, search === '' ? readCatalog() : null);
  };
  const content = drawn ? readContent() : NO_CONTENT;
  const page = drawn ? fillPrerenderedPage(drawn, content) : build.page;
  // A filtered page requests only a part. Only the id of a model fits into a header.
  const responses = isOwn && search === '' ? build.answers.get(name) : undefined;
  const preloads = (build.preloads.get(name) ?? build.preloads.get(OTHER_PAGES) ?? '').split(', ');
  const [modules, others] = drawn ? modulesAfterPaint(preloads, content) : [[], preloads];
  const text = belowMount(page, sources.mount)
    .replace(NONCE_PLACE, nonce)
    .replace(MODULES_PLACE, () => modules.map((url) => sources.mount + url).join(' '));
  const encoding = chooseEncoding(['br', 'gzip'], request);
  const headers = {
    ...COMMON_HEADERS,
    'content-security-policy': contentSecurityPolicy(nonce, sources),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  };
  const link = joinLinks(
    {
      images: imageLinks(page),
      preloads: others,
      responses: responses?.includes(MODEL_PLACE)
        ? readModelId(model) && responses.replaceAll(MODEL_PLACE, model)
        : responses,
    },
    sources.mount,
    MAX_HEADERS_LENGTH - lengthOf(headers),
  );
  const body = request.method === 'HEAD' ? null : encoding ? compress(text, encoding) : text;
  return new Response(body, { headers: { ...(link ? { link } : {}), ...headers } });
}

/** In a third of a millisecond: a page with rows is 100 kB, and a tenth of it compressed, which also takes less time to send. */
function compress(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const bytes = encoding === 'br' ? brotliCompressSync(text, QUICK_BROTLI) : gzipSync(text, { level: 1 });
  return new Uint8Array(bytes);
}

const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const MODULE_LINK = '>; rel=modulepreload';
/** Modules whose loading delays the first paint by less than a frame. */
const FEW_MODULES = 12;

/**
 * Splits the preloads of a prerendered page into the URLs of modules, which the page requests after its first paint, and the links of
 * its header. Many modules would delay that paint by 60 ms (decision 055), and any delay that of content.
 */
function modulesAfterPaint(
  preloads: readonly string[],
  { entries }: PageContent,
): [readonly string[], readonly string[]] {
  const modules = preloads.filter((link) => link.endsWith(MODULE_LINK));
  if (modules.length <= FEW_MODULES && entries.length === 0) return [[], preloads];
  return [
    modules.map((link) => link.slice(1, -MODULE_LINK.length)),
    preloads.filter((link) => !link.endsWith(MODULE_LINK)),
  ];
}

interface PageLinks {
  images: readonly string[];
  preloads: readonly string[];
  responses: string | null | undefined;
}

/** Joins the links of a page. Preloads beyond the room are left out, the last ones first: the page finds these files a moment later. */
function joinLinks({ images, preloads, responses }: PageLinks, mount: string, room: number): string {
  const join = (count: number) =>
    [...images, ...preloads.slice(0, count), responses].filter(Boolean).join(', ').replaceAll('</', `<${mount}/`);
  let count = preloads.length;
  while (count > 0 && join(count).length > room) count -= 1;
  return join(count);
}

function lengthOf(headers: Readonly<Record<string, string>>): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + ': \r\n'.length, 0);
}

/** Moves the URLs in a page below a path. The build writes them for the root, and scripts and styles find each other relatively. */
function belowMount(page: string, mount: string): string {
  return mount === '' ? page : page.replaceAll(/ (href|src)="\//g, (attribute) => `${attribute.slice(0, -1)}${mount}/`);
}

/** Returns the page of a path: `/local/jobs/3` is `jobs/*`. The surface comes first, ids last. A model id has two parts. */
function pageOf(pathname: string): string {
  const [, , screen = '', id, model] = pathname.split('/');
  if (screen === 'models' && id && !model) return `models/${id}`;
  return id ? `${screen}/*` : screen;
}

/** Returns the models of a page: all for the catalog, its own for a model page. */
function modelsOf(name: string, model: string, catalog: CatalogBuild | null): PageContent {
  if (name === 'models') return firstModels(catalog, catalog?.ids ?? [], '');
  if (name === 'models/*') return firstModels(catalog, catalog?.models.has(model) ? [model] : [], model);
  return NO_CONTENT;
}

/** Returns the model id of a path: `flowdeck/halftone` for `/local/models/flowdeck/halftone`. */
function modelOf(pathname: string): string {
  return decoded(pathname.split('/').slice(3, 5).join('/'));
}

async function respondWithFile(
  file: ConsoleFile,
  pathname: string,
  request: Request,
  sources: PageSources,
): Promise<Response> {
  const encoding = chooseEncoding(file.encodings, request);
  const headers: Record<string, string> = {
    ...COMMON_HEADERS,
    // Workers use the policy of their own script.
    'content-security-policy': contentSecurityPolicy(null, sources),
    'content-type': file.contentType,
    'cache-control': pathname.startsWith('/_app/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'accept-encoding',
  };
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers });
  const stored = encoding ? file.path + ENCODING_SUFFIXES[encoding] : file.path;
  const bytes = await readFile(stored).catch(() => null);
  if (!bytes) return plain(404, 'Not found.');
  if (encoding) headers['content-encoding'] = encoding;
  headers['content-length'] = String(bytes.length);
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
}

function chooseEncoding(encodings: readonly Encoding[], request: Request): Encoding | null {
  const accepted = request.headers.get('accept-encoding') ?? '';
  return (
    encodings.find((each) => new RegExp(`(?:^|[ ,])${each}(?:$|[ ,;](?! *q=0(?:\\.0*)?(?:$|[ ,])))`).test(accepted)) ??
    null
  );
}

function plain(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: {
      ...COMMON_HEADERS,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  });
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function markOf(folder: string): string | null {
  const found = statSync(path.join(folder, 'index.html'), { throwIfNoEntry: false });
  return found ? `${found.mtimeMs}:${found.size}` : null;
}

function readBuild(folder: string): Build | null {
  const mark = markOf(folder);
  if (mark === null) return null;
  const all = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  const files = new Map<string, ConsoleFile>();
  for (const file of all) {
    const urlPath = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    // Dot files are build metadata; compressed copies are served under the name of the original.
    if (urlPath === '/index.html' || urlPath.includes('/.') || /\.(?:br|gz)$/.test(urlPath)) continue;
    const { size, mtimeMs } = statSync(file);
    files.set(urlPath, {
      path: file,
      contentType: CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream',
      encodings: (['br', 'gzip'] as const).filter((each) => all.has(file + ENCODING_SUFFIXES[each])),
      etag: `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
    });
  }
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const drawn = Array.from(readNote(folder, 'pictures.json'), ([name, image]): [string, Picture] => [
    name,
    // A replacer function, since the markup may contain replacement patterns such as `$&`.
    readImage(page.replace(APP_PLACE, () => `<div id="root">${image}</div>`)),
  ]);
  return {
    mark,
    page,
    drawn: new Map(drawn),
    preloads: readNote(folder, 'preloads.json'),
    answers: readNote(folder, 'answers.json'),
    files,
    looseScripts: [...files.keys()].filter((name) => name.endsWith('.js') && !name.startsWith('/_app/')).sort(),
  };
}

/** Reads a metadata file of the build, by page. */
function readNote(folder: string, name: string): Map<string, string> {
  const file = path.join(folder, '.vite', name);
  if (!existsSync(file)) return new Map();
  // Written by the build of the same package.
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));
}
