import { FileLoader, LoadingManager, TextureLoader } from 'three';
import { isInline } from './gltf-requirements';

/** Reads resources embedded in a glTF and never uses the network, which the page's security policy would block. */
class InlineLoader extends FileLoader {
  override load(
    url: string,
    onLoad?: (data: string | ArrayBuffer) => void,
    _onProgress?: unknown,
    onError?: (problem: unknown) => void,
  ): void {
    try {
      onLoad?.(inlineBytes(url));
    } catch (problem) {
      onError?.(problem);
    }
  }
}

/** The parts of the glTF loader that fetch. */
interface Fetching {
  fileLoader: FileLoader;
  textureLoader: unknown;
}

/** Plugin for `GLTFLoader.register` that reads buffers and images from the file only; the loader would fetch them. */
export function embeddedResourcesOnly(parser: Fetching) {
  parser.fileLoader = new InlineLoader();
  // Loads images through `<img>`, which may show embedded data; image bitmaps would be fetched.
  parser.textureLoader = new TextureLoader(new EmbeddedImages().manager);
  return { name: 'only_given_bytes' };
}

/** An empty URL that fails at once, so that the material is rendered without the texture. */
const NOTHING = 'data:,';

/** Loading manager for formats with images in other files: loads embedded images and requests no others. */
export class EmbeddedImages {
  readonly manager = new LoadingManager();
  /** Names of the resources that were not requested. */
  readonly omitted = new Set<string>();
  /** Number of embedded images that this browser cannot decode. */
  unreadable = 0;
  #made = new Set<string>();
  #settled: Promise<void> | null = null;

  constructor() {
    this.manager.setURLModifier((url) => {
      if (!isInline(url)) {
        this.omitted.add(url);
        return NOTHING;
      }
      if (url.startsWith('blob:')) this.#made.add(url);
      return url;
    });
    this.manager.onError = (url) => {
      if (url !== NOTHING) this.unreadable += 1;
    };
    this.manager.onStart = () => {
      this.#settled ??= new Promise((resolve) => {
        this.manager.onLoad = resolve;
      });
    };
  }

  /** Waits for the images, which loaders do not do, and revokes the object URLs that they created. */
  async settled(): Promise<void> {
    await this.#settled;
    for (const url of this.#made) URL.revokeObjectURL(url);
  }
}

/** @throws if it is not a `data:` URL */
function inlineBytes(url: string): ArrayBuffer {
  const comma = url.indexOf(',');
  if (!/^data:/i.test(url) || comma < 0) throw new Error('It is in another file');
  const body = url.slice(comma + 1);
  const text = /;base64$/i.test(url.slice(0, comma)) ? atob(decodeURIComponent(body)) : decodeURIComponent(body);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes.buffer;
}
