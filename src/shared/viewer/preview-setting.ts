import { defineSetting } from '@/lib/settings/setting';
import { onOff } from '@/lib/settings/setting-schemas';

/** Whether live previews are shown. */
export const previewSetting = defineSetting('previews', { schema: onOff(), default: true });
