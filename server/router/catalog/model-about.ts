/** Details of a model for the console, in addition to its catalog entry. */
export interface ModelAbout {
  /** Human-readable name; `null` if there is only the id. */
  title: string | null;
  /** One-sentence description; empty if unknown. */
  summary: string;
  /** `text`, `image`, `video`, `audio`, `3d`; empty if unknown. */
  inputModalities: readonly string[];
  outputModalities: readonly string[];
}

export const NO_DETAILS: ModelAbout = { title: null, summary: '', inputModalities: [], outputModalities: [] };

const MAX_SUMMARY = 200;

/** Returns the first sentence of a Markdown description. */
export function firstSentence(description: string): string {
  const text = description.trim();
  return (/^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split('\n')[0] ?? '').slice(0, MAX_SUMMARY);
}
