import { newNodeErrors, type NodeErrors } from '@contract/jobs/node-errors';
import type { JsonValue } from '@contract/json/lossless';
import { isAssetReference } from '@contract/workflow/asset-references';
import { isNeededChoice } from '@contract/workflow/comfyui-rejections';
import { literalProblem } from '@contract/workflow/validate';
import { fieldKey } from '@/domains/drafts/field-key';
import { t } from '@/lib/i18n/messages';
import { sentence } from '@/shared/node-problem-text';
import type { FormField } from './form-model';
import { isModelFileList } from './model-file-list';

/** Each keystroke validates every field of the form, and all but one are unchanged. */
const validated = new WeakMap<FormField, { value: JsonValue; problem: string | null }>();

/** Returns why a value cannot run, as one sentence; `null` if no problem is known. */
export function fieldProblem(field: FormField, value: JsonValue): string | null {
  const last = validated.get(field);
  if (last && last.value === value) return last.problem;
  const problem = valueProblem(field, value);
  validated.set(field, { value, problem });
  return problem;
}

/** Like `fieldProblem`, for values that are not in the form: it remembers none. */
export function valueProblem(field: FormField, value: JsonValue): string | null {
  if (field.kind === 'media') return mediaProblem(field, value);
  if (!field.spec) return null;
  if (field.spec.kind === 'combo' && field.spec.options?.length === 0 && value !== '') {
    return t('The server lists no values for this input, such as files of models.');
  }
  const problem = literalProblem(value, field.spec);
  // The form offers similar names; the first of thousands say nothing.
  if (problem?.reason === 'not_in_list' && isModelFileList(field.spec)) return t('Not among the files of this server.');
  const message = problem?.message ?? null;
  // The sentence is shown below the field's name.
  return sentence(message?.startsWith(`${field.name} `) ? message.slice(field.name.length + 1) : message);
}

/**
 * Checks a media value. A file name refers to a file on the surface's own disk. If the surface lists its files and has none of that
 * name, only a file of the user is valid.
 */
function mediaProblem(field: FormField, value: JsonValue): string | null {
  if (isAssetReference(value)) return null;
  const media = field.media ?? 'image';
  if (typeof value !== 'string' || value === '') {
    return t('Choose {media, select, image {an image} audio {an audio file} video {a video} other {a file}}.', {
      media,
    });
  }
  const files = field.spec?.options;
  if (!files || files.includes(value)) return null;
  return t(
    'Choose {media, select, image {an image} audio {an audio file} video {a video} other {a file}}: the workflow uses “{name}”, which is not on the server.',
    { media, name: value },
  );
}

/**
 * Returns true if ComfyUI resolves a file name that its lists never contain: one in a subfolder, such as `clipspace/`,
 * or with a folder suffix, as in `mask.png [input]`.
 */
export function isUnlistedFileName(field: FormField, value: JsonValue): boolean {
  return field.kind === 'media' && typeof value === 'string' && /\/| \[(?:input|output|temp)\]$/.test(value);
}

/** Returns true if a value certainly fails in ComfyUI: it cannot be converted, the file name is empty, or no option has this key. */
export function isDefinitelyRejected(field: FormField, value: JsonValue): boolean {
  if (field.kind === 'media') return !isAssetReference(value) && (typeof value !== 'string' || value === '');
  const problem = field.spec && literalProblem(value, field.spec);
  if (problem?.reason === 'wrong_type' || problem?.reason === 'made_in_editor') return true;
  return !!problem && field.spec !== null && isNeededChoice(field.spec);
}

/** Returns true if a value is only missing, not wrong: it is not marked as an error before the first attempt to run. */
export function isUnfilled(field: FormField, value: JsonValue | undefined): boolean {
  return field.kind === 'media' && !isAssetReference(value);
}

/** Returns errors of whole nodes, and of inputs without a field, which the cards cannot show at a field. */
export function problemsWithoutField(errors: NodeErrors, fields: ReadonlyMap<string, FormField>): NodeErrors {
  const rest = newNodeErrors();
  for (const [nodeId, problems] of Object.entries(errors)) {
    const left = problems.filter((problem) => !fields.has(fieldKey(nodeId, problem.field)));
    if (left.length > 0) rest[nodeId] = left;
  }
  return rest;
}
