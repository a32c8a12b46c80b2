import type { BuiltAxis } from './plan/build-sweep';

/** Returns the title of a sweep that the user has not named: `portrait: cfg × seed`. */
export function sweepTitle(draftTitle: string, axes: readonly BuiltAxis[]): string {
  const labels = axes.map(({ label }) => label).filter((label) => label !== '');
  return labels.length === 0 ? draftTitle : `${draftTitle}: ${labels.join(' × ')}`;
}
