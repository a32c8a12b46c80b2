import { newNodeErrors, type NodeErrors } from '@contract/jobs/node-errors';
import type { JsonValue } from '@contract/json/lossless';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { t } from '@/lib/i18n/messages';
import type { FormField, FormModel } from './form-model';

/** Ids of assets that the surface does not have, although the workflow refers to them. */
export type LostFiles = ReadonlySet<string>;

interface ReferencingState {
  form: FormModel;
  values: ReadonlyMap<string, JsonValue>;
}

export function isLost(lost: LostFiles, value: JsonValue | undefined): boolean {
  return isAssetReference(value) && lost.has(assetIdOf(value) ?? '');
}

/** Called when the surface has a file again: ids that follow from the content stay the same. */
export function withoutFile(lost: LostFiles, assetId: string): LostFiles {
  return lost.has(assetId) ? new Set([...lost].filter((id) => id !== assetId)) : lost;
}

/** Returns errors for inputs whose files no longer exist on the surface. */
export function lostFileErrors({ form, values }: ReferencingState, lost: LostFiles): NodeErrors {
  const errors = newNodeErrors();
  for (const field of form.fields.values()) {
    if (!isLost(lost, values.get(field.key))) continue;
    (errors[field.nodeId] ??= []).push({
      field: field.name,
      reason: 'missing_asset',
      message: t('This file no longer exists on the server'),
    });
  }
  return errors;
}

/** Returns the assets that file inputs refer to, without those that `isKnown`. */
export function referencedAssets(
  { form, values }: ReferencingState,
  isKnown: (field: FormField, assetId: string) => boolean,
): string[] {
  const ids = [...form.fields.values()].flatMap((field) => {
    const value = values.get(field.key);
    const id = field.media && isAssetReference(value) ? assetIdOf(value) : null;
    return id === null || isKnown(field, id) ? [] : [id];
  });
  return [...new Set(ids)];
}
