/** Marks drags that start in a console: a link that slips under the pointer is not a drop. Other sites see no more than the type. */
const OWN_DRAG = 'application/vnd.flowdeck.page';

export function markOwnDrag({ dataTransfer }: DragEvent): void {
  dataTransfer?.setData(OWN_DRAG, '1');
}

/** Returns true if a link or an image of another page is dragged. Its URL is known once it is dropped. */
export function hasDraggedUrls({ types }: DataTransfer): boolean {
  return types.includes('text/uri-list') && !types.includes(OWN_DRAG);
}

/** Returns the URLs of a drop. Must be called during the event. */
export function readDraggedUrls(data: DataTransfer): string[] {
  if (!hasDraggedUrls(data)) return [];
  const image = draggedImage(data.getData('text/html'));
  if (image !== null) return [image];
  const lines = data.getData('text/uri-list').split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Returns the URL of an image that is a link: the URL of its drag leads to a page. `null` for a link with text. Not parsed as a
 * document: the policy of the page removes markup that others made.
 */
function draggedImage(html: string): string | null {
  const tags = html.match(/<[^<>]*>/g) ?? [];
  const [image, another] = tags.filter((tag) => /^<img\s/i.test(tag));
  if (image === undefined || another !== undefined || html.replace(/<[^<>]*>/g, '').trim() !== '') return null;
  const url = /\ssrc="(https?:\/\/[^"]+)"/i.exec(image)?.[1];
  return url?.replaceAll('&amp;', '&') ?? null;
}
