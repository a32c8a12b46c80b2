/** The kinds of media that an input takes, as the screens name them. */
export const MEDIA_NOUN = { image: 'image', audio: 'audio file', video: 'video' } as const;

/** Returns the noun with its article: "an image", "a video". */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
