/**
 * Caches the console's own files for when the gateway is down. Each cache holds the files of one build only, and pages always come
 * from the gateway while it responds.
 */
export interface Build {
  /** Identifies the build; the page of the same build carries it. */
  id: string;
  /** Base path of the console, with a slash at both ends. */
  base: string;
  /** Path of the page without its prerendered content: it fits every path. */
  page: string;
  /** Paths of all files beside the page. */
  files: readonly string[];
}

/** Moves a build to the base path where it is served: the gateway may have a public URL with a path. */
export function moveBuild({ id, base, page, files }: Build, to: string): Build {
  const move = (path: string) => to + path.slice(base.length);
  return { id, base: to, page: move(page), files: files.map(move) };
}

interface Browser {
  origin: string;
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>;
  fetch: (request: RequestInfo, options?: RequestInit) => Promise<Response>;
}

const CACHE_PREFIX = 'flowdeck-shell-';
const API_PATHS = /^\/(?:api|console|v1|v2)(?:\/|$)/;
/** Leaves the page the rest of the six connections per origin. */
const PARALLEL_DOWNLOADS = 2;

export class ShellCache {
  readonly #build: Build;
  readonly #browser: Browser;

  constructor(build: Build, browser: Browser) {
    this.#build = build;
    this.#browser = browser;
  }

  /**
   * Stores the page and every file of this build. All or nothing: a cache that lacks a file would break a page later.
   * @throws if a file cannot be loaded, or if the gateway serves the page of another build
   */
  async fill(): Promise<void> {
    const name = this.#name;
    try {
      const cache = await this.#browser.caches.open(name);
      const page = await this.#load(this.#build.page, { cache: 'reload' });
      if (!(await page.clone().text()).includes(`content="${this.#build.id}"`)) {
        throw new Error('The gateway serves another build');
      }
      await cache.put(this.#build.page, page);
      const waiting = [...this.#build.files];
      const download = async () => {
        for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
          await cache.put(file, await this.#loadFile(file));
        }
      };
      await Promise.all(Array.from({ length: PARALLEL_DOWNLOADS }, download));
    } catch (error) {
      await this.#browser.caches.delete(name);
      throw error;
    }
  }

  /** Deletes the files of all other builds. */
  async deleteOthers(): Promise<void> {
    const names = await this.#browser.caches.keys();
    const others = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== this.#name);
    await Promise.all(others.map((name) => this.#browser.caches.delete(name)));
  }

  /**
   * @param isPage `true` if the request opens a page rather than a resource of one
   * @returns the response, or `null` if the request is not for a file of the console and goes to the network unchanged
   */
  respond(request: Request, isPage: boolean, preload?: Promise<Response | undefined>): Promise<Response> | null {
    const { pathname, origin } = new URL(request.url);
    const below = pathname.startsWith(this.#build.base) ? pathname.slice(this.#build.base.length - 1) : pathname;
    if (request.method !== 'GET' || origin !== this.#browser.origin || API_PATHS.test(below)) return null;
    if (isPage) return this.#respondWithPage(request, preload);
    if (!this.#build.files.includes(pathname)) return null;
    return this.#isHashed(pathname) ? this.#cachedFirst(request, pathname) : this.#networkFirst(request, pathname);
  }

  async #respondWithPage(request: Request, preload?: Promise<Response | undefined>): Promise<Response> {
    try {
      return (await preload) ?? (await this.#browser.fetch(request));
    } catch (error) {
      return this.#stored(this.#build.page, error);
    }
  }

  async #cachedFirst(request: Request, pathname: string): Promise<Response> {
    const stored = await this.#match(pathname);
    return stored ?? this.#browser.fetch(request);
  }

  async #networkFirst(request: Request, pathname: string): Promise<Response> {
    try {
      return await this.#browser.fetch(request);
    } catch (error) {
      return this.#stored(pathname, error);
    }
  }

  /** @throws `error` if the file is not in the cache */
  async #stored(pathname: string, error: unknown): Promise<Response> {
    const stored = await this.#match(pathname);
    if (!stored) throw error;
    return stored;
  }

  async #match(pathname: string): Promise<Response | undefined> {
    return (await this.#browser.caches.open(this.#name)).match(pathname);
  }

  /** A file with a hash in its name is the same in every build: the cache of an earlier build may have it. */
  async #loadFile(file: string): Promise<Response> {
    const known = this.#isHashed(file) ? await this.#browser.caches.match(file) : undefined;
    return known ?? this.#load(file, this.#isHashed(file) ? {} : { cache: 'reload' });
  }

  async #load(file: string, options: RequestInit): Promise<Response> {
    const response = await this.#browser.fetch(file, options);
    if (!response.ok || response.redirected) throw new Error(`${file}: ${response.status}`);
    return response;
  }

  /** Its name carries a hash of its content. */
  #isHashed(file: string): boolean {
    return file.startsWith(`${this.#build.base}_app/`);
  }

  get #name(): string {
    return CACHE_PREFIX + this.#build.id;
  }
}
