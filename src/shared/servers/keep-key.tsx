import { useId } from 'react';
import { canEncrypt, isEncrypted, placeOf, type Keep, type KeyPlace } from '@/api/change-keys';
import type { Keys } from '@/api/kept-keys';
import { msg, t } from '@/lib/i18n/messages';
import { Field } from '@/ui/input/field';
import { Select } from '@/ui/input/select';
import { TextInput } from '@/ui/input/text-input';

/** Where a key is to be kept, as the user enters it. */
export interface KeepChoice {
  place: KeyPlace;
  isEncrypted: boolean;
  passphrase: string;
}

/** Short ones are guessed quickly, however expensive each guess is. */
const MIN_PASSPHRASE = 8;

const PLACES = [
  { value: 'page', label: msg('Until this page is closed') },
  { value: 'tab', label: msg('In this tab') },
  { value: 'device', label: msg('On this device') },
] as const;

/** The present place of a key; that of new ones is the memory of the page. */
export function keepChoiceOf<Value extends object>(keys: Keys<Value>, id: string): KeepChoice {
  return { place: placeOf(keys, id), isEncrypted: isEncrypted(keys, id), passphrase: '' };
}

export function keepOf({ place, passphrase, ...choice }: KeepChoice): Keep {
  return { place, passphrase: place === 'device' && choice.isEncrypted ? passphrase : null };
}

/** Returns what is missing before a new key can be kept. */
export function keepProblem(choice: KeepChoice): string | null {
  const { passphrase } = keepOf(choice);
  if (passphrase === null || passphrase.length >= MIN_PASSPHRASE) return null;
  return passphrase === ''
    ? t('Enter a passphrase.')
    : t('A passphrase has at least {count} characters.', { count: MIN_PASSPHRASE });
}

/** Describes where a key in use is, as the end of its line. */
export function keptText({ place, ...choice }: KeepChoice): string {
  if (place === 'page') return t('Kept until this page is closed.');
  if (place === 'tab') return t('Kept in this tab.');
  return choice.isEncrypted ? t('Encrypted on this device.') : t('Kept on this device, unencrypted.');
}

/** Why a key cannot be encrypted, or decrypted, in this page. */
export function encryptionProblem(): string | null {
  return canEncrypt() ? null : t('Encryption needs https, or a page of this computer (localhost, 127.0.0.1).');
}

interface KeepKeyFieldsProps {
  choice: KeepChoice;
  onChange: (choice: KeepChoice) => void;
  /** The key is unchanged, and an empty passphrase leaves its own. */
  hasPassphrase?: boolean;
  error?: string | undefined;
}

export function KeepKeyFields({ choice, onChange, hasPassphrase = false, error }: KeepKeyFieldsProps) {
  const reasonId = useId();
  const { place, passphrase } = choice;
  const problem = encryptionProblem();
  return (
    <>
      <Field label={t('Keep the key')} hint={placeHint(choice)}>
        {(control) => (
          <Select
            {...control}
            value={place}
            options={PLACES.map(({ value, label }) => ({ value, label: t(label) }))}
            onValueChange={(value) => {
              const next = PLACES.find((one) => one.value === value);
              if (next) onChange({ ...choice, place: next.value });
            }}
          />
        )}
      </Field>
      {place === 'device' ? (
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-1 accent-accent"
            checked={choice.isEncrypted}
            disabled={problem !== null}
            aria-describedby={problem === null ? undefined : reasonId}
            onChange={({ target }) => onChange({ ...choice, isEncrypted: target.checked })}
          />
          <span>
            {t('Encrypt it with a passphrase')}
            {problem === null ? null : (
              <span id={reasonId} className="block text-sm text-muted">
                {problem}
              </span>
            )}
          </span>
        </label>
      ) : null}
      {place === 'device' && choice.isEncrypted ? (
        <Field
          label={t('Passphrase')}
          hint={t('It is stored nowhere. If you forget it, enter the key again.')}
          {...(error === undefined ? {} : { error })}
        >
          {(control) => (
            <TextInput
              {...control}
              type="password"
              autoComplete="new-password"
              placeholder={hasPassphrase ? t('Leave empty to keep the passphrase') : ''}
              value={passphrase}
              onChange={({ target }) => onChange({ ...choice, passphrase: target.value })}
            />
          )}
        </Field>
      ) : null}
    </>
  );
}

function placeHint({ place, ...choice }: KeepChoice): string {
  if (place === 'page') return t('In memory only: after a reload you enter it again.');
  if (place === 'tab') return t('Unencrypted. Survives a reload, and ends with the tab.');
  return choice.isEncrypted
    ? t('Encrypted in this browser. After each load you enter the passphrase before it is used.')
    : t('Unencrypted in this browser, until you remove it.');
}
