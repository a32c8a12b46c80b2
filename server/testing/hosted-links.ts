export interface HostedAddress {
  origin: string;
  /** Path in front of every address; empty: none. */
  mount: string;
  /** Origin that serves content; absent: the surface itself does. */
  contentOrigin?: string | undefined;
}

/** Path of content on the content host, by asset id. */
export const CONTENT_PATH = '/content/';

/**
 * An answer of the app as a hosted surface gives it (Job API 2, JobUrls). Under a mount prefix links of jobs become
 * host-relative and carry the prefix, and URLs of content stay absolute. Signed URLs name the content host if there is one.
 */
export async function asHosted(answer: Response, inner: URL, address: HostedAddress): Promise<Response> {
  if (answer.body === null || isUserText(inner.pathname)) return answer;
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('application/json'))
    return new Response(hosted(await answer.text(), inner.origin, address), answer);
  if (!type.startsWith('text/event-stream')) return answer;
  // The app hands out whole frames, so no link is cut in two.
  const frames = new TransformStream<string, string>({
    transform: (frame, out) => out.enqueue(hosted(frame, inner.origin, address)),
  });
  const body = answer.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(frames)
    .pipeThrough(new TextEncoderStream());
  return new Response(body, answer);
}

/** A workflow or a log may hold anything, addresses of this surface among it; it is told as it is. */
export function isUserText(pathname: string): boolean {
  return /\/(?:workflow|logs|content)$/.test(pathname);
}

function hosted(text: string, from: string, { origin, mount, contentOrigin }: HostedAddress): string {
  const signed =
    contentOrigin === undefined
      ? text
      : text.replaceAll(/"([^"\s]+)\/api\/v2\/assets\/([^"/]+)\/content\?/g, (whole, base: string, id: string) =>
          base === from || base === origin ? `"${contentOrigin}${CONTENT_PATH}${id}?` : whole,
        );
  if (mount === '') return signed;
  return signed
    .replaceAll(`"${from}/api/v2/jobs/`, `"${mount}/api/v2/jobs/`)
    .replaceAll(`"${from}/api/v2/assets/`, `"${from}${mount}/api/v2/assets/`)
    .replaceAll(`"${from}/v1/models/`, `"${from}${mount}/v1/models/`)
    .replaceAll(`"${from}/v2/models/`, `"${from}${mount}/v2/models/`);
}
