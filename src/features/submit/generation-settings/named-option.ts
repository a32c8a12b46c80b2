import { modelName } from '@/domains/generation-inputs/a1111-text';
import type { FormField } from '../draft/form-model';

/**
 * Returns the file that a name means in the list of an input: the same path, else the same file name, else the same name without its
 * extension, in any case of letters. `null` if there is none, or if several files have that name.
 */
export function namedOption(field: FormField | undefined, name: string): string | null {
  const files = (field?.spec?.options ?? []).filter((option) => typeof option === 'string');
  for (const simplify of [same, pathOf, fileOf, stemOf]) {
    const found = files.filter((file) => simplify(file) === simplify(name));
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
  }
  return null;
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
