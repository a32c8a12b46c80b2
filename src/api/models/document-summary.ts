import { z } from 'zod/mini';
import { readDocumentFacts } from '@contract/router/schema-document';

/** What the catalog shows of a document. */
export interface DocumentSummary {
  /** A sentence on what the model does, in the words of the document; empty where it has none. */
  summary: string;
  /** What the document itself says; the catalog knows no modalities. */
  inputModalities: readonly string[];
  outputModalities: readonly string[];
}

export const NO_SUMMARY: DocumentSummary = { summary: '', inputModalities: [], outputModalities: [] };

/** Never throws: a text that is no document says nothing. */
export function summarizeDocument(text: string): DocumentSummary {
  const document = parseOrNull(text);
  const { inputModalities, outputModalities } = readDocumentFacts(document);
  return { summary: firstSentence(document), inputModalities, outputModalities };
}

const Described = z.looseObject({ info: z.looseObject({ description: z.string() }) });
const MAX_SUMMARY = 160;

function firstSentence(document: unknown): string {
  const said = Described.safeParse(document);
  const text = said.success ? said.data.info.description.trim() : '';
  return (/^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split('\n')[0] ?? '').slice(0, MAX_SUMMARY);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
