import { hasSubmittedSetting } from '@/domains/jobs/first-submission';
import type { Surface } from '@/api/surface';
import { defineSettingFamily } from '@/lib/settings/setting';
import { useSetting } from '@/lib/settings/use-setting';

/** Number of cards in each part of the start page, as far as it shows them. */
export interface HomeParts {
  templates: number;
  drafts: number;
  results: number;
}

export const NO_PARTS: HomeParts = { templates: 0, drafts: 0, results: 0 };

/** Cards in the first rows of the widest window. */
export const MAX_CARDS = 6;
export const MAX_RESULTS = 14;

/**
 * What the start page of a server last showed. It keeps the place of its parts until they have loaded, so that nothing moves then;
 * `public/theme.js` reads it before the first paint.
 */
export const homeParts = defineSettingFamily<HomeParts>('home.', {
  schema: {
    parse(text) {
      const [templates, drafts, results] = text.split(',').map(Number);
      if (!isCount(templates) || !isCount(drafts) || !isCount(results)) return undefined;
      return { templates, drafts, results };
    },
    format: ({ templates, drafts, results }) => [templates, drafts, results].join(','),
  },
  default: NO_PARTS,
});

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= MAX_RESULTS;
}

/** Returns true once this browser has drafts, templates or jobs of the user: the introduction has done its work. */
export function useIsReturning({ id }: Surface): boolean {
  const hasParts = useSetting(homeParts(id), ({ templates, drafts, results }) => templates + drafts + results > 0);
  return useSetting(hasSubmittedSetting) || hasParts;
}

/** Notes what a part shows. */
export function noteParts({ id }: Surface, changed: Partial<HomeParts>): void {
  const setting = homeParts(id);
  const before = setting.get();
  const next = { ...before, ...changed };
  const isSame =
    next.templates === before.templates && next.drafts === before.drafts && next.results === before.results;
  if (!isSame) setting.set(next);
}
