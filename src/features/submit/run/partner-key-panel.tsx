import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { forgetKey, keepKey, lockKey } from '@/api/change-keys';
import { partnerKeys, usedKind, type PartnerKeyKind } from '@/api/partner-keys';
import { jobOriginOf } from '@/api/surface';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { defineSettingFamily } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import { KeepKeyFields, keepChoiceOf, keepOf, keepProblem, keptText } from '@/shared/servers/keep-key';
import { UnlockForm } from '@/shared/servers/unlock-form';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { TextInput } from '@/ui/input/text-input';
import { useSession } from '../draft/session/session-context';
import { usePartnerClasses, usePartnerKeys } from '../draft/session/use-partner-classes';

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
  const { keys, isLocked } = usePartnerKeys();
  const used = usedKind(keys);
  const origin = jobOriginOf(surface);
  const kindNote = enteredKind(origin);
  const [lostKind] = useState(() => kindNote.get() || null);
  const [kind, setKind] = useState<PartnerKeyKind>(lostKind ?? 'apiKey');
  const [text, setText] = useState('');
  const [choice, setChoice] = useState(() => keepChoiceOf(partnerKeys, origin));
  const [isSaving, setSaving] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [isRemoved, setRemoved] = useState(false);
  // Empty: the saved one, to be kept elsewhere.
  const value = text.trim() || (keys[kind] ?? '');
  const problem = value === '' ? t('Paste the key first.') : keepProblem(choice);
  const save = async () => {
    if (problem !== null || isSaving) return;
    setSaving(true);
    const entered = { id: origin, origins: [origin], value: { ...keys, [kind]: value } };
    await keepKey(partnerKeys, entered, keepOf(choice));
    setSaving(false);
    kindNote.set(choice.place === 'page' ? kind : '');
    setText('');
    setChoice({ ...choice, passphrase: '' });
    setChanging(false);
    onSaved();
  };
  const panel = useRef<HTMLElement>(null);
  // The button that was pressed goes with the key.
  const focusField = () =>
    requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>('input[type=password]')?.focus());
  const forget = () => {
    forgetKey(partnerKeys, origin);
    kindNote.set('');
    setRemoved(true);
    focusField();
  };
  const lock = () => {
    lockKey(partnerKeys, origin);
    focusField();
  };
  const kept = keepChoiceOf(partnerKeys, origin);
  return (
    <section
      ref={panel}
      data-partner-key
      aria-labelledby="partner-key-panel"
      className="flex flex-col gap-3 rounded-xl border border-line bg-panel px-4 py-3.5"
    >
      <h2 id="partner-key-panel" className="flex items-center gap-2 font-semibold">
        <KeyRound aria-hidden className="size-4 shrink-0 text-muted" />
        {used === null && !isLocked
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
      {isLocked ? (
        <UnlockForm
          keys={partnerKeys}
          id={origin}
          text={t('The key for partner nodes is locked. Enter your passphrase.')}
          label={t('Passphrase')}
          onUnlocked={onSaved}
          onForget={forget}
        />
      ) : used !== null && !isChanging ? (
        <div className="flex flex-wrap items-center gap-2">
          <p>
            {used === 'apiKey' ? t('Runs use your API key.') : t('Runs use your session token.')}{' '}
            <span className="text-muted">{keptText(kept)}</span>
          </p>
          <div className="ml-auto flex gap-2">
            <Button size="sm" data-change-partner-key onClick={() => setChanging(true)}>
              {t('Change')}
            </Button>
            {kept.isEncrypted ? (
              <Button size="sm" onClick={lock}>
                {t('Lock')}
              </Button>
            ) : null}
            <Button size="sm" onClick={forget}>
              {t('Remove')}
            </Button>
          </div>
        </div>
      ) : (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
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
                  type="password"
                  placeholder={keys[kind] === undefined ? '' : t('Leave empty to keep the stored key')}
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                />
                <Button type="submit" isBusy={isSaving} disabledReason={problem}>
                  {t('Save')}
                </Button>
              </span>
            )}
          </Field>
          <KeepKeyFields choice={choice} onChange={setChoice} />
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
