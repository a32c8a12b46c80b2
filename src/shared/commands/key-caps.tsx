import { Fragment } from 'react';
import { t } from '@/lib/i18n/messages';
import { isMac } from '@/lib/keyboard/platform';
import { Kbd } from '@/ui/kbd';
import { keyCaps, keyText } from '@/lib/keyboard/keys';

/** Keys of a command: key caps for the screen, text for screen readers. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-muted">
      <span className="sr-only">{keyText(keys, isMac)}</span>
      {keyCaps(keys, isMac).map((press, index) => (
        <Fragment key={press.join('+')}>
          {index > 0 ? (
            <span aria-hidden className="text-xs">
              {t('then')}
            </span>
          ) : null}
          {press.map((cap) => (
            <Kbd key={cap}>{cap}</Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
