export interface HostedUrl {
  origin: string;
  /** Path prefix of all URLs; may be empty. */
  mount: string;
  /** Origin that serves content; if absent, the surface itself does. */
  contentOrigin?: string | undefined;
}

/** Path prefix of content on the content host, before the asset id. */
export const CONTENT_PATH = '/content/';

/**
 * Converts a response of the app into one of a hosted surface (Job API 2, JobUrls). With a mount prefix, links of jobs become
 * host-relative and include the prefix, and content URLs stay absolute. Signed URLs point to the content host if there is one.
 */
export async function asHosted(response: Response, inner: URL, address: HostedUrl): Promise<Response> {
  if (response.body === null || isUserText(inner.pathname)) return response;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json'))
    return new Response(hosted(await response.text(), inner.origin, address), response);
  if (!type.startsWith('text/event-stream')) return response;
  // The app writes whole frames, so no link is split across chunks.
  const frames = new TransformStream<string, string>({
    transform: (frame, out) => out.enqueue(hosted(frame, inner.origin, address)),
  });
  const body = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(frames)
    .pipeThrough(new TextEncoderStream());
  return new Response(body, response);
}

/** Returns true for a workflow or a log. It may contain anything, including URLs of this surface, and is returned unchanged. */
export function isUserText(pathname: string): boolean {
  return /\/(?:workflow|logs|content)$/.test(pathname);
}

function hosted(text: string, from: string, { origin, mount, contentOrigin }: HostedUrl): string {
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
