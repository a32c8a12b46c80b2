import { useState } from 'react';
import { unlockKey } from '@/api/change-keys';
import type { Keys } from '@/api/kept-keys';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { TextInput } from '@/ui/input/text-input';
import { encryptionProblem } from './keep-key';

interface UnlockFormProps<Value extends object> {
  keys: Keys<Value>;
  id: string;
  /** Says which key is locked. */
  text: string;
  label: string;
  onUnlocked: () => void;
  onForget: () => void;
}

/** Asks for the passphrase of an encrypted key, and unlocks it for this page. */
export function UnlockForm<Value extends object>(props: UnlockFormProps<Value>) {
  const { keys, id, text, label, onUnlocked, onForget } = props;
  const [passphrase, setPassphrase] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const unlock = async () => {
    setBusy(true);
    const isUnlocked = await unlockKey(keys, id, passphrase);
    setBusy(false);
    setWrong(!isUnlocked);
    if (isUnlocked) onUnlocked();
  };
  const problem = encryptionProblem() ?? (passphrase === '' ? t('Enter the passphrase first.') : null);
  return (
    <form
      className="flex w-full max-w-105 flex-col gap-2 text-left text-text"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null && !isBusy) void unlock();
      }}
    >
      <p>{text}</p>
      <Field
        label={label}
        {...(isWrong
          ? {
              error: t(
                'Wrong passphrase, or the stored key was changed. Try again, or forget the key and enter it again.',
              ),
            }
          : {})}
      >
        {(control) => (
          <TextInput
            {...control}
            type="password"
            autoComplete="current-password"
            value={passphrase}
            onChange={({ target }) => {
              setPassphrase(target.value);
              setWrong(false);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy} disabledReason={problem}>
          {t('Unlock')}
        </Button>
        <Button onClick={onForget}>{t('Forget the key')}</Button>
      </div>
    </form>
  );
}
