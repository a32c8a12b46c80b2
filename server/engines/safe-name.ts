const MAX_PREFIX = 120;
/** Device names that Windows reserves, also with an extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;
/** File extension, up to the length of known types. */
const EXTENSION = /(?<=[^])\.[A-Za-z\d]{1,10}$/;
/**
 * Characters that file systems reject, C0 and C1 controls, and invisible characters that change the text direction: with
 * U+202E a program looks like an image (`exe.png` read backwards).
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- matches control characters to remove them
  /[\u0000-\u001f\u007f-\u009f<>:"|?*\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * Returns a file name prefix that is valid on all file systems, with at most 120 characters. Folders become part of it
 * (`runs/a` becomes `runs-a`): API outputs have no folders, and `..` would leave one. Takes linear time.
 */
export function safeName(prefix: string): string {
  const flat = cut(
    prefix
      .split(/[\\/]+/)
      .map((part) => trimmed(part.replace(UNSAFE, '_')))
      .filter((part) => part !== '')
      .join('-'),
    MAX_PREFIX,
  );
  if (flat === '' || RESERVED.test(flat)) return `ComfyUI${flat === '' ? '' : `-${flat}`}`;
  return flat;
}

/** Like `safeName` for a whole file name of another program; the extension is retained when the name is shortened. */
export function safeFileName(name: string): string {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  return `${safeName(name.slice(0, name.length - extension.length))}${extension}`;
}

/** Trims leading dots (hidden files) and dashes (program options), and trailing dots and spaces, which Windows drops. */
function trimmed(part: string): string {
  let start = 0;
  let end = part.length;
  while (start < end && /[\s.-]/.test(part.charAt(start))) start += 1;
  while (end > start && /[\s.]/.test(part.charAt(end - 1))) end -= 1;
  return part.slice(start, end);
}

/** Shortens a text, but not within a surrogate pair and without a space or dot at the new end. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : trimmed(text.slice(0, length).replace(/[\uD800-\uDBFF]$/, ''));
}
