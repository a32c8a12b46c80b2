/**
 * Returns the file name in a `Content-Disposition` header, encoded or plain; `null` if it has none that is readable. ComfyUI sends
 * the name without a disposition type.
 */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = /(?:^|;)\s*filename\*=utf-8''([^;]+)/i.exec(disposition ?? '')?.[1]?.trim();
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return null;
    }
  }
  const [, quoted, plain] = /(?:^|;)\s*filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '') ?? [];
  return quoted ?? plain ?? null;
}
