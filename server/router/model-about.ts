import type { RouterModel } from './model-source';

/** What the console shows of a model beside its catalog entry. */
export interface ModelAbout {
  /** A name for people; `null`: the id is all there is. */
  title: string | null;
  /** One sentence on what it does; empty if nothing says so. */
  summary: string;
  /** `text`, `image`, `video`, `audio`, `3d`; empty if it is not known. */
  inputModalities: readonly string[];
  outputModalities: readonly string[];
}

export const NOTHING_KNOWN: ModelAbout = { title: null, summary: '', inputModalities: [], outputModalities: [] };

const MAX_SUMMARY = 200;

/** The first sentence of a description in Markdown. */
export function firstSentence(description: string): string {
  const text = description.trim();
  return (/^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split('\n')[0] ?? '').slice(0, MAX_SUMMARY);
}

interface ModelEntryFacts extends ModelAbout {
  id: string;
  isFree: boolean;
  /** It can load loopback URLs of the gateway. */
  isLocal: boolean;
  /** Where files can be uploaded for it; `null`: nowhere. */
  uploadHost: string | null;
}

/** As `GET /console/models` lists it. */
export function aboutEntry(id: string, model: RouterModel): ModelEntryFacts {
  return {
    id,
    ...(model.about?.() ?? NOTHING_KNOWN),
    isFree: model.isFree ?? false,
    isLocal: model.isLocal ?? false,
    uploadHost: model.upload?.()?.host ?? null,
  };
}
