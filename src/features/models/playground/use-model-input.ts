import { useEffect, useState } from 'react';
import { JsonSyntaxError, parseJson } from '@contract/json/lossless';
import { keepBody } from '@/api/models/kept-body';
import type { Surface } from '@/api/surface';
import { isObject } from '../schema/json-values';

/** Long enough for the next key, short enough for a page that is closed in a hurry. */
const KEEP_AFTER_MS = 300;

export interface ModelInput {
  text: string;
  setText: (text: string) => void;
  /** Why this is no body that a model takes; null where it is one. */
  problem: string | null;
}

/** The body while it is edited; this device remembers it. */
export function useModelInput(surface: Surface, modelId: string, start: string): ModelInput {
  const [text, setText] = useState(start);
  useEffect(() => {
    const timer = setTimeout(() => void keepBody(surface, modelId, text), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [surface, modelId, text]);
  return { text, setText, problem: problemOf(text) };
}

function problemOf(text: string): string | null {
  try {
    return isObject(parseJson(text)) ? null : 'A model takes a JSON object: it begins with { and ends with }.';
  } catch (error) {
    return error instanceof JsonSyntaxError ? error.message : 'This cannot be read.';
  }
}
