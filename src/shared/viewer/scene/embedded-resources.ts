import { FileLoader, LoadingManager, TextureLoader } from 'three';
import { isInline } from './gltf-needs';

/** Reads what stands inside a glTF itself, and asks the network for nothing: the policy of the page would not let it. */
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

/** The part of a reader of glTF that fetches. */
interface Fetching {
  fileLoader: FileLoader;
  textureLoader: unknown;
}

/** For `GLTFLoader.register`. The reader would fetch bytes and pictures; here they come from the file or not at all. */
export function onlyGivenBytes(parser: Fetching) {
  parser.fileLoader = new InlineLoader();
  // Pictures by `<img>`, which may show what is inside the file; picture bitmaps would be fetched.
  parser.textureLoader = new TextureLoader(new GivenImages().manager);
  return { name: 'only_given_bytes' };
}

/** Fails at once, and the surface stays plain. */
const NOTHING = 'data:,';

/** For readers that would fetch the pictures beside a file: those inside it are shown, no other is asked for. */
export class GivenImages {
  readonly manager = new LoadingManager();
  /** What was not asked for, by name. */
  readonly leftOut = new Set<string>();
  /** How many lie in it that this browser does not read. */
  unreadable = 0;
  #made = new Set<string>();
  #settled: Promise<void> | null = null;

  constructor() {
    this.manager.setURLModifier((url) => {
      if (!isInline(url)) {
        this.leftOut.add(url);
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

  /** Readers hand out objects before their pictures are there, and leave the addresses that they made. */
  async settled(): Promise<void> {
    await this.#settled;
    for (const url of this.#made) URL.revokeObjectURL(url);
  }
}

/** @throws when it is no `data:` address */
function inlineBytes(url: string): ArrayBuffer {
  const comma = url.indexOf(',');
  if (!/^data:/i.test(url) || comma < 0) throw new Error('It lies in another file');
  const body = url.slice(comma + 1);
  const text = /;base64$/i.test(url.slice(0, comma)) ? atob(decodeURIComponent(body)) : decodeURIComponent(body);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes.buffer;
}
