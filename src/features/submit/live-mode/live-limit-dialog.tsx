import { useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { NumberInput } from '@/ui/input/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { useSession } from '../draft/session/session-context';
import { usePartnerClasses } from '../draft/session/use-partner-classes';
import type { LiveMode } from '../draft/runs/live-state';
import { LIVE_MODE_NAMES, useLiveModeActions } from './use-live-mode';

const DEFAULT_RUNS = 5;
const MAX_LIVE_RUNS = 1000;

/** Asks how many runs live mode may start, before the first one: each may cost money. */
export function LiveLimitDialog({ mode, onClose }: { mode: LiveMode; onClose: () => void }) {
  const { surface } = useSession();
  const partners = usePartnerClasses();
  const { start } = useLiveModeActions();
  const [text, setText] = useState(String(DEFAULT_RUNS));
  const count = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  const isWrong = count < 1 || count > MAX_LIVE_RUNS;
  const range = t('Must be 1 to {max}', { max: MAX_LIVE_RUNS });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t(LIVE_MODE_NAMES[mode])}
      description={
        partners.length > 0
          ? t('{partners}: each run calls paid services and may cost credits.', { partners: partners.join(', ') })
          : t('Each run is a job on {server} and may cost credits.', { server: surface.name })
      }
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="live-limit" tone="primary" disabledReason={isWrong ? range : null}>
            {t('Start')}
          </Button>
        </>
      }
    >
      <form
        id="live-limit"
        className="flex flex-col gap-3 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong) start(mode, count);
        }}
      >
        <Field
          label={t('Stop after this many runs')}
          note={`1 – ${MAX_LIVE_RUNS}`}
          error={isWrong ? range : undefined}
          hint={t('The server does not report actual costs, so only the number of runs limits them.')}
        >
          {(control) => (
            <NumberInput
              {...control}
              data-autofocus
              inputMode="numeric"
              value={text}
              onFocus={({ target }) => target.select()}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
