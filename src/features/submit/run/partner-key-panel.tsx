import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { setPartnerKeys, usedKind, usePartnerKeys, type PartnerKeyKind } from '@/api/partner-keys';
import { jobOriginOf } from '@/api/surface';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { defineSettingFamily } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { TextInput } from '@/ui/input/text-input';
import { useSession } from '../draft/session-context';
import { usePartnerClasses } from '../draft/runs/use-partner-classes';

const KINDS: readonly { value: PartnerKeyKind; label: Message }[] = [
  { value: 'apiKey', label: msg('API key') },
  { value: 'sessionToken', label: msg('Session token') },
];

/** By origin: the kind of a key that was entered but not stored, without the key. */
const enteredKind = defineSettingFamily<PartnerKeyKind | ''>('partner-key-kind.', {
  schema: oneOf('', 'apiKey', 'sessionToken'),
  default: '',
});

/** Shown while the workflow has partner nodes: requests the credential they need before anything is sent. */
export function PartnerKeyPanel({ onSaved }: { onSaved: () => void }) {
  const classes = usePartnerClasses();
  return classes.length === 0 ? null : <Panel classes={classes} onSaved={onSaved} />;
}

function Panel({ classes, onSaved }: { classes: readonly string[]; onSaved: () => void }) {
  const { surface } = useSession();
  const keys = usePartnerKeys(surface);
  const used = usedKind(keys);
  const kindNote = enteredKind(jobOriginOf(surface));
  const [lostKind] = useState(() => kindNote.get() || null);
  const [kind, setKind] = useState<PartnerKeyKind>(lostKind ?? 'apiKey');
  const [text, setText] = useState('');
  const [isRemembered, setRemembered] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [isRemoved, setRemoved] = useState(false);
  const value = text.trim();
  const save = () => {
    if (value === '') return;
    setPartnerKeys(surface, { ...keys, [kind]: value }, isRemembered);
    kindNote.set(isRemembered ? '' : kind);
    setText('');
    setChanging(false);
    onSaved();
  };
  return (
    <section
      aria-labelledby="partner-key-panel"
      className="flex flex-col gap-3 rounded-xl border border-line bg-panel px-4 py-3.5"
    >
      <h2 id="partner-key-panel" className="flex items-center gap-2 font-semibold">
        <KeyRound aria-hidden className="size-4 shrink-0 text-muted" />
        {used === null
          ? t('{count, plural, one {# partner node needs} other {# partner nodes need}} a key', {
              count: classes.length,
            })
          : t('Key for {count, plural, one {# partner node} other {# partner nodes}}', { count: classes.length })}
      </h2>
      <p className="text-sm wrap-anywhere text-muted">
        {t(
          '{classes}: these call paid services of other companies. The key is sent with runs of this workflow only, and is not stored with the job.',
          { classes: classes.join(', ') },
        )}
      </p>
      {used !== null && !isChanging ? (
        <div className="flex flex-wrap items-center gap-2">
          <p>{used === 'apiKey' ? t('Runs use your API key.') : t('Runs use your session token.')}</p>
          <Button size="sm" className="ml-auto" data-change-partner-key onClick={() => setChanging(true)}>
            {t('Change')}
          </Button>
          <Button
            size="sm"
            onClick={() => {
              setPartnerKeys(surface, {}, false);
              kindNote.set('');
              setRemoved(true);
            }}
          >
            {t('Remove')}
          </Button>
        </div>
      ) : (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {lostKind !== null && used === null && !isRemoved ? (
            <p role="note" className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
              {lostKind === 'apiKey'
                ? t(
                    'The API key that you entered was not remembered, and is gone since the page was loaded again. Enter it again.',
                  )
                : t(
                    'The session token that you entered was not remembered, and is gone since the page was loaded again. Enter it again.',
                  )}
            </p>
          ) : null}
          <SegmentedControl
            aria-label={t('Kind of credential')}
            value={kind}
            options={KINDS.map((each) => ({ value: each.value, label: t(each.label) }))}
            onValueChange={(next) => setKind(next === 'sessionToken' ? next : 'apiKey')}
          />
          <Field label={kind === 'apiKey' ? t('API key for partner nodes') : t('Session token for partner nodes')}>
            {(control) => (
              <span className="flex gap-2">
                <TextInput
                  {...control}
                  data-partner-key
                  type="password"
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                />
                <Button type="submit" disabledReason={value === '' ? t('Paste the key first.') : null}>
                  {t('Save')}
                </Button>
              </span>
            )}
          </Field>
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              className="accent-accent"
              checked={isRemembered}
              onChange={({ target }) => setRemembered(target.checked)}
            />
            {t('Remember on this device, unencrypted in this browser')}
          </label>
        </form>
      )}
      {keys.apiKey !== undefined && keys.sessionToken !== undefined ? (
        <p role="note" className="text-sm text-warn">
          {t('You saved an API key and a session token. Only the API key is sent: both together are not supported.')}
        </p>
      ) : null}
    </section>
  );
}
