import { defineSetting } from './settings/setting';
import { oneOf } from './settings/setting-schemas';

/** Time zone of displayed times: that of the machine, or UTC as in the API. */
export type TimeZone = 'local' | 'utc';

export const timeZoneSetting = defineSetting<TimeZone>('time-zone', {
  schema: oneOf('local', 'utc'),
  default: 'local',
});
