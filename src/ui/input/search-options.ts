import type { SelectOption } from './select';

/**
 * Returns the options that contain the typed text: first those that begin with it, then those with a word that does, then the rest.
 */
export function searchOptions(options: readonly SelectOption[], typed: string): readonly SelectOption[] {
  const search = typed.trim().toLowerCase();
  if (search === '') return options;
  const ranked: [SelectOption[], SelectOption[], SelectOption[]] = [[], [], []];
  for (const option of options) {
    const at = option.label.toLowerCase().indexOf(search);
    if (at === 0) ranked[0].push(option);
    else if (at > 0) ranked[/[\p{L}\p{N}]/u.test(option.label.charAt(at - 1)) ? 2 : 1].push(option);
  }
  return ranked.flat();
}
