import { t } from '@/lib/i18n/messages';
import type { JsonPath } from '@/shared/json-tree/json-path';
import { isJsonObject } from '@/shared/json-tree/walk-json';
import { LosslessNumber, type JsonValue } from '@contract/json/lossless';
import { pathText } from '@/shared/json-tree/json-path';

/** Warning about missing parts of a successful response. */
export interface FoundWarning {
  path: JsonPath;
  text: string;
}

const MAX_REMARKS = 20;
const MAX_VISITED = 100_000;
const MAX_CHARS = 500;

/** Stop reasons of a normal end. */
const USUAL_END =
  /^(?:stop|stop_sequence|end_turn|tool_use|tool_calls|completed?|finished|finish_reason_unspecified|eos)$/i;

/** Returns items that failed, were filtered or withheld in a response that is successful as a whole. */
export function findWarnings(response: JsonValue): FoundWarning[] {
  const warnings: FoundWarning[] = [];
  const stack: { value: JsonValue; path: JsonPath }[] = [{ value: response, path: [] }];
  for (let visited = 0; visited < MAX_VISITED && warnings.length < MAX_REMARKS; visited += 1) {
    const next = stack.pop();
    if (!next) break;
    const { value, path } = next;
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) {
        stack.push({ value: value[index] ?? null, path: [...path, index] });
      }
    } else if (isJsonObject(value)) {
      const properties = Object.entries(value);
      const code = value['code'];
      if (path.length > 0 && typeof code === 'string' && typeof value['message'] === 'string') {
        warnings.push({ path, text: `${pathText(path)}: ${clipped(value['message'])} (${clipped(code)})` });
        continue;
      }
      for (const [name, property] of properties) {
        const text = warningFor(name, property);
        if (text) warnings.push({ path: [...path, name], text });
      }
      for (const [name, property] of properties.reverse()) stack.push({ value: property, path: [...path, name] });
    }
  }
  return warnings;
}

function warningFor(name: string, value: JsonValue): string | null {
  const count = value instanceof LosslessNumber ? value.toNumber() : value;
  switch (name) {
    case 'block_reason':
    case 'blockReason':
      return typeof value === 'string' && value !== ''
        ? t('Held back by the provider: {reason}', { reason: clipped(value) })
        : null;
    case 'is_image_safe':
      return value === false ? t('An image was blocked by the provider’s safety filter.') : null;
    case 'raiMediaFilteredCount':
      return typeof count === 'number' && count > 0
        ? t('The provider filtered {count} of the results out.', { count })
        : null;
    case 'raiMediaFilteredReasons':
      return Array.isArray(value) && value.length > 0
        ? t('Its reasons: {reasons}', { reasons: clipped(value.map(String).join(' ')) })
        : null;
    case 'stop_reason':
    case 'finish_reason':
    case 'finishReason':
      return typeof value === 'string' && value !== '' && !USUAL_END.test(value)
        ? t('It ended early: {reason}', { reason: clipped(value) })
        : null;
    default:
      return null;
  }
}

function clipped(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
}
