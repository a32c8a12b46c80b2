import { numberFromText, type JsonValue } from '@contract/json/lossless';
import { nearestNames } from '@contract/nearest-names';
import { isAssetReference } from '@contract/workflow/asset-references';
import { literalProblem } from '@contract/workflow/validate';
import { t } from '@/lib/i18n/messages';
import { bound } from '@/lib/number-text';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { shownText } from '@/shared/fields/typed-text';
import { textKind, type FormField } from '../draft/form-model';

export interface ValueFix {
  label: string;
  value: JsonValue;
}

const LABEL_CHARS = 32;

/** Returns a valid value close to one that is out of range or not among the choices; `null` if there is none. */
export function valueFix(field: FormField, value: JsonValue): ValueFix | null {
  const { spec, kind } = field;
  if (!spec) return null;
  const reason = literalProblem(value, spec)?.reason;
  const isUnlistedFile = kind === 'media' && typeof value === 'string' && !isAssetReference(value);
  const next =
    reason === 'below_min'
      ? numberOf(spec.min, spec.kind === 'int')
      : reason === 'above_max'
        ? numberOf(spec.max, spec.kind === 'int')
        : reason === 'not_in_list' || isUnlistedFile
          ? nearestChoice(value, spec.options ?? [])
          : null;
  if (next === null || next === value || literalProblem(next, spec) !== null) return null;
  return {
    label: t('Use {value}', {
      value: middleEllipsis(shownText(undefined, next, textKind(kind)), LABEL_CHARS),
    }),
    value: next,
  };
}

/** Bounds near 2^64 are powers of two in a definition, and one more than the highest value. */
function numberOf(limit: number | undefined, isWhole: boolean): JsonValue | null {
  if (limit === undefined) return null;
  return numberFromText(isWhole && Number.isInteger(limit) ? String(bound(limit)) : String(limit));
}

/** Returns the choice that a value most likely means: the same name in another folder or spelling, or with a typo. */
export function nearestChoice<T extends string | number | boolean>(value: JsonValue, choices: readonly T[]): T | null {
  if (typeof value === 'object') return null;
  const name = String(value);
  if (name === '') return null;
  for (const simplify of [pathOf, fileOf, fileStem]) {
    const same = choices.filter((choice) => simplify(String(choice)) === simplify(name));
    if (same.length === 1) return same[0] ?? null;
  }
  const [nearest] = nearestNames(name, choices.map(String), Math.min(3, Math.floor(name.length / 3)));
  return nearest === undefined ? null : (choices.find((choice) => String(choice) === nearest) ?? null);
}

function pathOf(name: string): string {
  return name.toLowerCase().replaceAll('\\', '/').trim();
}

function fileOf(name: string): string {
  return pathOf(name).split('/').at(-1) ?? '';
}

const EXTENSION = /\.(?:safetensors|sft|ckpt|pth?|bin|gguf|onnx|png|jpe?g|webp)$/;

/** Letters and digits of a file name, without its extension. */
export function fileStem(name: string): string {
  return fileWords(name).replaceAll('-', '');
}

/** The same with a hyphen between words. */
export function fileWords(name: string): string {
  return fileOf(name)
    .replace(EXTENSION, '')
    .replaceAll(/[\s_.-]+/g, '-');
}
