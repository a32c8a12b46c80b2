import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedSurface } from '@contract/console/surfaces';
import { findSurface, type Surface } from '@/api/surface';
import { forgetKey } from '@/api/change-keys';
import { credentials, heldCredential } from '@/api/surfaces/direct-credentials';
import { markStale } from '@/api/live/stale-table';
import { saveSurface } from '@/api/surfaces/change-surfaces';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { checkAllEntries } from '@/domains/outbox/outbox';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { Button, buttonClass } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { TextInput } from '@/ui/input/text-input';
import { KeepKeyFields, keepChoiceOf, keepOf, keepProblem } from './keep-key';
import { UnlockForm } from './unlock-form';

/**
 * Asks for the API key of a configured server that rejected a request, or for the passphrase of a locked one. The gateway of this page
 * has a page to sign in instead.
 */
export function KeyForm({ surface }: { surface: Surface }) {
  const listed = useSurfaceList(({ surfaces }) => surfaces.find(({ id }) => id === surface.id));
  const isLocked = useSurfaceList(() => findSurface(surface.id)?.isLocked);
  if (!listed) return null;
  return isLocked ? <Locked listed={listed} /> : <FormOf listed={listed} />;
}

function useReadAgain(listed: ListedSurface): (announcement: string) => void {
  const client = useQueryClient();
  return (announcement) => {
    // No toast: it would cover what is pressed next, such as Run.
    announce(announcement);
    // Submissions whose outcome could not be read without a key.
    void checkAllEntries().catch(() => {});
    void markStale(client, listed, 'saveSurface');
  };
}

function Locked({ listed }: { listed: ListedSurface }) {
  const { id, name } = listed;
  const readAgain = useReadAgain(listed);
  return (
    <div className="mt-3">
      <UnlockForm
        keys={credentials}
        id={id}
        text={t('The key of {name} is locked. Enter your passphrase.', { name })}
        label={t('Passphrase for {name}', { name })}
        onUnlocked={() => readAgain(t('The key of {name} is unlocked', { name }))}
        onForget={() => {
          forgetKey(credentials, id);
          readAgain(t('The key of {name} is removed', { name }));
        }}
      />
    </div>
  );
}

function FormOf({ listed }: { listed: ListedSurface }) {
  const client = useQueryClient();
  const readAgain = useReadAgain(listed);
  const [key, setKey] = useState('');
  const [choice, setChoice] = useState(() => keepChoiceOf(credentials, listed.id));
  const isDirect = listed.access === 'direct';
  const hasKey = isDirect ? heldCredential(listed).bearer !== undefined : listed.hasCredential;
  const problem = key.trim() === '' ? t('Enter the key first.') : isDirect ? keepProblem(choice) : null;
  const save = useMutation({
    mutationFn: () => {
      const { hasCredential: _has, contentOrigins: _origins, ...config } = listed;
      return saveSurface(client, config, { credential: key.trim(), keep: keepOf(choice) });
    },
    onSuccess: () => {
      setKey('');
      readAgain(t('The API key of {name} is set', { name: listed.name }));
    },
  });
  const hint = [
    hasKey ? t('Replaces the one that is set.') : '',
    isDirect ? '' : t('Kept by the gateway in its data folder.'),
  ].join(' ');
  return (
    <form
      className="mt-3 flex w-full max-w-105 flex-col gap-2 text-left text-text"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null && !save.isPending) save.mutate();
      }}
    >
      <Field
        label={t('API key of {name}', { name: listed.name })}
        hint={hint.trim()}
        {...(save.error ? { error: t('The key could not be stored: {message}', { message: save.error.message }) } : {})}
      >
        {(control) => (
          <TextInput
            {...control}
            type="password"
            autoComplete="off"
            value={key}
            onChange={({ target }) => setKey(target.value)}
          />
        )}
      </Field>
      {isDirect ? <KeepKeyFields choice={choice} onChange={setChoice} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" isBusy={save.isPending} disabledReason={problem}>
          {t('Use this key')}
        </Button>
        <Link to="/$surface/settings" params={{ surface: listed.id }} hash="servers" className={buttonClass()}>
          {t('Server settings')}
        </Link>
      </div>
    </form>
  );
}
