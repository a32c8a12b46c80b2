import { defineSetting } from '@/lib/settings/setting';
import { TEXT } from '@/lib/settings/setting-schemas';
import { DEFAULT_PATTERN, FILE_PATTERN } from './zip-names';

/** The last used pattern for file names in a zip. */
export const zipPatternSetting = defineSetting('zip-pattern', { schema: TEXT, default: DEFAULT_PATTERN });

/** Pattern for files that are saved one by one: that of the user, otherwise one that is unique per job. */
export function filePattern(): string {
  const pattern = zipPatternSetting.get().trim();
  return pattern === '' || pattern === DEFAULT_PATTERN ? FILE_PATTERN : pattern;
}
