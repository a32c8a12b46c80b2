import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ProviderKey, type ProviderKeyEntry } from '@contract/console/provider-keys';
import { LOCAL_SURFACE } from '@/api/surface';
import { saveProviderKey } from '@/domains/gateway/provider-keys';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { TextInput } from '@/ui/input/text-input';
import { announce } from './feedback/announce';
import { useAction } from './feedback/use-action';

interface ProviderKeyFormProps {
  /** Of a configured provider. */
  entry: ProviderKeyEntry;
  /** Called once the key is used. */
  onSaved: () => void;
  /** Absent: nothing to return to. */
  onCancel?: () => void;
}

/** Enters the key of a model provider. The gateway keeps it, and never returns it. */
export function ProviderKeyForm({ entry, onSaved, onCancel }: ProviderKeyFormProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { provider, origin } = entry;
  const save = useAction({
    run: (key: string) => saveProviderKey(client, entry, key),
    failed: () => null,
    stale: [client, LOCAL_SURFACE, 'changeProviderKey'],
  });
  const submit = async () => {
    const key = text.trim();
    if (key === '' || save.isPending) return;
    if (!ProviderKey.safeParse(key).success) {
      setProblem(t('A key has no spaces, line breaks or accented letters. Copy it again.'));
      return;
    }
    const outcome = await save.run(key);
    if (!outcome.ok) {
      setProblem(t('The key was not saved: {message}', { message: messageOf(outcome.error, t('Try again.')) }));
      return;
    }
    setText('');
    // No toast: it would cover what is pressed next, such as Run.
    announce(t('The key of {provider} is saved', { provider }));
    onSaved();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label={
          entry.use === 'uploads'
            ? t('Key for the uploads of {provider}', { provider })
            : t('Key of {provider}', { provider })
        }
        hint={t('Kept by the gateway in its data folder, and sent to {origin} only.', { origin: origin ?? '' })}
        {...(problem === null ? {} : { error: problem })}
      >
        {(control) => (
          <span className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              data-provider-key
              type="password"
              className="flex-1 basis-40"
              value={text}
              onChange={({ target }) => {
                setProblem(null);
                setText(target.value);
              }}
            />
            <Button
              type="submit"
              isBusy={save.isPending}
              disabledReason={text.trim() === '' ? t('Enter the key first.') : null}
            >
              {t('Save')}
            </Button>
            {onCancel ? <Button onClick={onCancel}>{t('Cancel')}</Button> : null}
          </span>
        )}
      </Field>
    </form>
  );
}
