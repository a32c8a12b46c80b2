/** Twice the size on screen, as the small pictures of pictures have. */
const MAX_SIDE = 480;
/** Into the film: many begin with a black frame. */
const AT_SECONDS = 0.5;
const LIMIT_MS = 15_000;

/**
 * A frame of a film as a small picture; null where this browser cannot play it. Never rejects.
 * @param url that this page may load and read: of its own origin, or of a blob.
 */
export async function videoPoster(url: string): Promise<Blob | null> {
  const film = document.createElement('video');
  film.muted = true;
  film.preload = 'auto';
  try {
    const isThere = happened(film, 'loadeddata');
    film.src = url;
    await isThere;
    const isAt = happened(film, 'seeked');
    film.currentTime = Math.min(AT_SECONDS, Number.isFinite(film.duration) ? film.duration / 2 : 0);
    await isAt;
    return await smallPicture(film);
  } catch {
    return null;
  } finally {
    // Or it would go on loading.
    film.removeAttribute('src');
    film.load();
  }
}

function happened(film: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It takes too long')), LIMIT_MS);
    const end = (act: () => void) => () => {
      clearTimeout(timer);
      act();
    };
    film.addEventListener(event, end(resolve), { once: true });
    film.addEventListener(
      'error',
      end(() => reject(new Error('It does not play'))),
      { once: true },
    );
  });
}

async function smallPicture(film: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = film;
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height, 1));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d');
  if (!context || width === 0) return null;
  context.drawImage(film, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
}
