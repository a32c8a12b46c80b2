/** Returns the title of a sweep that the user has not named: `portrait: cfg × seed`. */
export function sweepTitle(draftTitle: string, axisLabels: readonly string[]): string {
  const labels = axisLabels.filter((label) => label !== '');
  return labels.length === 0 ? draftTitle : `${draftTitle}: ${labels.join(' × ')}`;
}
