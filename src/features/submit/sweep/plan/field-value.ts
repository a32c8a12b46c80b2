import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { readTyped, valueText } from '@/shared/fields/typed-text';
import { isDefinitelyRejected, valueProblem } from '../../draft/field-problems';
import { textKind, type FormField } from '../../draft/form-model';
import { choicesOf } from './sweep-form';

const TRUE = /^(?:true|yes|on|1)$/i;
const FALSE = /^(?:false|no|off|0)$/i;

/** Converts text from a list or a table to a value of an input, with every digit. */
export function readFieldValue(field: FormField, text: string): { value: JsonValue } | { problem: string } {
  switch (field.kind) {
    case 'boolean':
      if (TRUE.test(text.trim())) return { value: true };
      return FALSE.test(text.trim()) ? { value: false } : { problem: t('This is neither true nor false.') };
    case 'combo':
      // Text that is not among the choices stays text: validation then names the choices.
      return { value: choicesOf(field).find((choice) => valueText(choice) === text.trim()) ?? text.trim() };
    case 'media':
      return { value: text.trim() };
    default:
      return readTyped(textKind(field.kind), textKind(field.kind) === 'integer' ? withoutApostrophe(text) : text);
  }
}

/** Long integers have one in a manifest, so that spreadsheets keep their digits (decision 090). */
function withoutApostrophe(text: string): string {
  return text.replace(/^\s*'/, '');
}

export interface ValueCheck {
  message: string;
  /** The sweep cannot start. Otherwise only ComfyUI may reject the value. */
  isBlocking: boolean;
}

/** Returns why a value cannot run, or may be rejected; `null` if no problem is known. */
export function checkValue(field: FormField, value: JsonValue, isRunByComfyui: boolean): ValueCheck | null {
  const message = valueProblem(field, value);
  if (message === null) return null;
  return { message, isBlocking: !isRunByComfyui || isDefinitelyRejected(field, value) };
}

/** Identifies a value regardless of its type: `1` and `"1"` differ. */
export function choiceKey(value: JsonValue): string {
  return stringifyJson(value);
}
