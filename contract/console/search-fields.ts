import type { JsonValue } from '../json/lossless';
import type { GenerationInputs, PromptText } from '../workflow/generation-inputs/generation-inputs';
import type { PromptField } from './prompt-history';
import type { InputTerm, SearchField } from './search-terms';

/** Searchable text of each kind of generation input, in lower case. */
export type SearchFields = Readonly<Record<SearchField, string>>;

/** For a workflow that cannot be read, or is too large. */
export const NO_FIELDS: SearchFields = { prompt: '', negative: '', model: '', seed: '', size: '' };

/** Searches may read the texts of all jobs. */
const MAX_TEXT = 2000;

export function searchFieldsOf(inputs: GenerationInputs): SearchFields {
  const { positive, negative, models, loras, vaes, seeds, sizes } = inputs;
  const files = [
    ...models.map(({ value }) => value),
    ...loras.map(({ name }) => name),
    ...vaes.map(({ value }) => value),
  ];
  return {
    prompt: promptText(positive),
    negative: promptText(negative),
    model: different(files).join('\n').slice(0, MAX_TEXT),
    seed: lines(seeds.map(({ value }) => value)),
    size: lines(sizes.flatMap(({ width, height }) => [sizeText(width.value, height.value), width.value, height.value])),
  };
}

export function matchesFields(fields: SearchFields, terms: readonly InputTerm[]): boolean {
  return terms.every(({ field, needle }) => fields[field].includes(needle));
}

/** `1024x768` */
export function sizeText(width: JsonValue, height: JsonValue): string {
  return `${String(width)}x${String(height)}`;
}

/** The prompts of one field in their own spelling. */
export function promptTexts({ positive, negative }: GenerationInputs, field: PromptField): string[] {
  return (field === 'prompt' ? positive : negative).map(({ text }) => text.trim());
}

/** Equal for prompts that differ in spaces and capital letters only. */
export function promptKey(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** One prompt per line; the last one may be cut off. */
function promptText(prompts: readonly PromptText[]): string {
  return different(prompts.map(({ text }) => promptKey(text)))
    .join('\n')
    .slice(0, MAX_TEXT);
}

/** Each value between line breaks. */
function lines(values: readonly JsonValue[]): string {
  const texts = different(values);
  return texts.length === 0 ? '' : `\n${texts.join('\n')}\n`.slice(0, MAX_TEXT);
}

function different(values: readonly JsonValue[]): string[] {
  return [...new Set(values.map((value) => String(value).toLowerCase()))].filter(Boolean);
}
