import { nearestNames } from '@contract/nearest-names';
import { modelName } from '@/domains/generation-inputs/a1111-text';
import type { FormField } from '../draft/form-model';

/** Why a setting is not taken. */
export type Reason = 'no_input' | 'not_found' | 'several' | 'unlisted' | 'invalid';

export interface NotTaken {
  reason: Reason;
  /** A file of the server with a similar name. */
  similar?: string;
}

/**
 * Returns the file that a name means in the list of an input: the same path, else the same file name, else the same name without its
 * extension, in any case of letters.
 */
export function namedOption({ spec }: FormField, name: string): string | NotTaken {
  const files = (spec?.options ?? []).filter((option) => typeof option === 'string');
  if (files.length === 0) return { reason: 'unlisted' };
  for (const simplify of [same, pathOf, fileOf, stemOf]) {
    const [file, ...others] = files.filter((option) => simplify(option) === simplify(name));
    if (file !== undefined) return others.length === 0 ? file : { reason: 'several' };
  }
  const stem = stemOf(name);
  const [nearest] = nearestNames(stem, files.map(stemOf), Math.min(3, Math.floor(stem.length / 3)));
  const similar = files.find((file) => stemOf(file) === nearest);
  return { reason: 'not_found', ...(similar === undefined ? {} : { similar }) };
}

function same(name: string): string {
  return name;
}

function pathOf(name: string): string {
  return name.toLowerCase().replaceAll('\\', '/');
}

function fileOf(name: string): string {
  return pathOf(name).split('/').at(-1) ?? '';
}

function stemOf(name: string): string {
  return modelName(pathOf(name));
}
