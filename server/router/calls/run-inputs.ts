import { NO_FIELDS, searchFieldsOf, type SearchFields } from '@contract/console/search-fields';
import { isObject } from '@contract/json/json-values';
import { parseJson } from '@contract/json/lossless';
import { readRequestInputs } from '@contract/workflow/generation-inputs/request-inputs';

/** Larger bodies hold files, and are not read for their prompt. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Returns what searches find a result of a model by: the inputs of its request, as far as their names say what they are. */
export function readRunInputs(body: Uint8Array, modelId: string): SearchFields {
  const fields = body.length > MAX_BODY_BYTES ? NO_FIELDS : inputsIn(body);
  return { ...fields, model: [modelId.toLowerCase(), fields.model].filter(Boolean).join('\n') };
}

function inputsIn(body: Uint8Array): SearchFields {
  try {
    const request = parseJson(new TextDecoder().decode(body));
    return isObject(request) ? searchFieldsOf(readRequestInputs(request, () => undefined)) : NO_FIELDS;
  } catch {
    // The model accepts or rejects it.
    return NO_FIELDS;
  }
}
