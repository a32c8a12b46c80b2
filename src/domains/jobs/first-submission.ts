import { defineSetting } from '@/lib/settings/setting';
import { onOff } from '@/lib/settings/setting-schemas';

/** Whether this browser has submitted anything: decides between Submit and Jobs as the first page. */
export const hasSubmittedSetting = defineSetting('returning', { schema: onOff('1', '0'), default: false });
