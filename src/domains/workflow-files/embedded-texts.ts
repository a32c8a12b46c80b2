import { classifyText, type TextKind } from './classify-text';
import type { ReadLimits, StopReason, UnpackBudget } from './byte-reader';

export interface SkippedText {
  key: string;
  why: 'too_large' | 'broken';
}

/** Everything about a workflow that the metadata of a file contains. Texts are in the order of the file. */
export interface EmbeddedTexts {
  /** API-format graphs, as ComfyUI ran them. */
  prompt: string[];
  /** UI-format workflows, as the ComfyUI canvas saves them. */
  workflow: string[];
  /** Generation settings of Automatic1111, Forge, Fooocus or InvokeAI, as text or JSON. */
  parameters: string[];
  /** Names of text fields, wanted or not: shows what the file contains if the wanted ones are missing. */
  keys: string[];
  /** Wanted texts that could not be read. */
  skipped: SkippedText[];
  /** Why reading stopped early; `null` if the whole metadata was read. */
  stoppedBy: StopReason | null;
}

const MAX_KEYS = 20;
const MAX_TEXTS = 32;

/** Receives the texts that a reader finds, and keeps those about a workflow. */
export class TextCollector {
  readonly texts: EmbeddedTexts = {
    prompt: [],
    workflow: [],
    parameters: [],
    keys: [],
    skipped: [],
    stoppedBy: null,
  };
  readonly budget: UnpackBudget;
  private readonly limits: ReadLimits;
  private charsLeft: number;
  private count = 0;

  constructor(limits: ReadLimits, budget: UnpackBudget) {
    this.limits = limits;
    this.budget = budget;
    this.charsLeft = 2 * limits.maxTextBytes;
  }

  /**
   * @param key name of the field, such as `prompt`, `UserComment` or `©cmt`
   * @throws ReadStop if the budget is used up
   */
  add(key: string, text: string): void {
    this.budget.charge(text.length);
    this.addKey(key);
    for (const found of classifyText(key, text)) this.keep(key, found.kind, found.text);
  }

  addKey(key: string): void {
    const { keys } = this.texts;
    if (keys.length < MAX_KEYS && !keys.includes(key)) keys.push(key);
  }

  skip(key: string, why: SkippedText['why']): void {
    const { skipped } = this.texts;
    if (skipped.length < MAX_KEYS) skipped.push({ key, why });
  }

  /** Whether a text of this size may be read; a larger one is noted if its name says that it is wanted. */
  accepts(key: string, bytes: number): boolean {
    if (bytes <= this.limits.maxTextBytes) return true;
    this.addKey(key);
    if (isWantedKey(key)) this.skip(key, 'too_large');
    return false;
  }

  private keep(key: string, kind: TextKind, text: string): void {
    if (this.count >= MAX_TEXTS || text.length > this.charsLeft) {
      this.skip(key, 'too_large');
      return;
    }
    this.count += 1;
    this.charsLeft -= text.length;
    this.texts[kind].push(text);
  }
}

export function isWantedKey(key: string): boolean {
  return /^(?:prompt|workflow|parameters)$/i.test(key);
}
