/**
 * An answer of the app as a surface under a mount prefix gives it (Job API 2, JobUrls): links of jobs become host-relative
 * and carry the prefix, addresses of content stay absolute and carry it too.
 */
export async function asMounted(answer: Response, inner: URL, mount: string): Promise<Response> {
  if (mount === '' || answer.body === null || isUserText(inner.pathname)) return answer;
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('application/json'))
    return new Response(mounted(await answer.text(), inner.origin, mount), answer);
  if (!type.startsWith('text/event-stream')) return answer;
  // The app hands out whole frames, so no link is cut in two.
  const frames = new TransformStream<string, string>({
    transform: (frame, out) => out.enqueue(mounted(frame, inner.origin, mount)),
  });
  const body = answer.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(frames)
    .pipeThrough(new TextEncoderStream());
  return new Response(body, answer);
}

/** A workflow or a log may hold anything, addresses of this surface among it; it is told as it is. */
function isUserText(pathname: string): boolean {
  return /\/(?:workflow|logs|content)$/.test(pathname);
}

function mounted(text: string, origin: string, mount: string): string {
  return text
    .replaceAll(`"${origin}/api/v2/jobs/`, `"${mount}/api/v2/jobs/`)
    .replaceAll(`"${origin}/api/v2/assets/`, `"${origin}${mount}/api/v2/assets/`);
}
