/** Display names of the kinds of files that an input accepts. */
export const MEDIA_NOUN = { image: 'image', audio: 'audio file', video: 'video', file: 'file' } as const;

/** Returns the noun with its article: "an image", "a video". */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
