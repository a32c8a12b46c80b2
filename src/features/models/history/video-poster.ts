/** Twice the displayed size, like the thumbnails of images. */
const MAX_SIDE = 480;
/** Position in the video: many videos begin with a black frame. */
const AT_SECONDS = 0.5;
const LIMIT_MS = 15_000;

/**
 * Renders a frame of a video as a thumbnail; resolves to `null` if this browser cannot play the video. Never rejects.
 * @param url a same-origin or blob URL, whose pixels this page may read
 */
export async function videoPoster(url: string): Promise<Blob | null> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    const isThere = happened(video, 'loadeddata');
    video.src = url;
    await isThere;
    const isAt = happened(video, 'seeked');
    video.currentTime = Math.min(AT_SECONDS, Number.isFinite(video.duration) ? video.duration / 2 : 0);
    await isAt;
    return await smallImage(video);
  } catch {
    return null;
  } finally {
    // Otherwise the video would continue to load.
    video.removeAttribute('src');
    video.load();
  }
}

function happened(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It takes too long')), LIMIT_MS);
    const end = (act: () => void) => () => {
      clearTimeout(timer);
      act();
    };
    video.addEventListener(event, end(resolve), { once: true });
    video.addEventListener(
      'error',
      end(() => reject(new Error('It does not play'))),
      { once: true },
    );
  });
}

async function smallImage(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = video;
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height, 1));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d');
  if (!context || width === 0) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
}
