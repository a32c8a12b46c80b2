import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedSurface } from '@contract/console/surfaces';
import type { Surface } from '@/api/surface';
import { directCredential, isCredentialRemembered } from '@/api/surfaces/direct-credentials';
import { markStale } from '@/api/live/stale-table';
import { saveSurface } from '@/api/surfaces/change-surfaces';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { checkAllEntries } from '@/domains/outbox/outbox';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { Button, buttonClass } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { TextInput } from '@/ui/input/text-input';

/** Asks for the API key of a configured server that rejected a request. The gateway of this page has a page to sign in instead. */
export function KeyForm({ surface }: { surface: Surface }) {
  const listed = useSurfaceList(({ surfaces }) => surfaces.find(({ id }) => id === surface.id));
  return listed ? <FormOf surface={surface} listed={listed} /> : null;
}

function FormOf({ surface, listed }: { surface: Surface; listed: ListedSurface }) {
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const isRemembered = isCredentialRemembered(listed.id);
  const hasKey = listed.access === 'direct' ? directCredential(listed) !== null : listed.hasCredential;
  const save = useMutation({
    mutationFn: () => {
      const { hasCredential: _has, contentOrigins: _origins, ...config } = listed;
      return saveSurface(client, config, { credential: key.trim(), isRemembered });
    },
    onSuccess: () => {
      setKey('');
      // No toast: it would cover what is pressed next, such as Run.
      announce(t('The API key of {name} is set', { name: listed.name }));
      // Submissions whose outcome could not be read without a key.
      void checkAllEntries().catch(() => {});
      void markStale(client, listed, 'saveSurface');
    },
  });
  const place =
    listed.access === 'relay'
      ? t('Kept by the gateway in its data folder.')
      : isRemembered
        ? t('Stored in this browser.')
        : t('Kept in the memory of this page, until it is reloaded.');
  return (
    <form
      className="mt-3 flex w-full max-w-105 flex-col gap-2 text-left text-text"
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '' && !save.isPending) save.mutate();
      }}
    >
      <Field
        label={t('API key of {name}', { name: surface.name })}
        hint={hasKey ? `${t('Replaces the one that is set.')} ${place}` : place}
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
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          tone="primary"
          isBusy={save.isPending}
          disabledReason={key.trim() === '' ? t('Enter the key first.') : null}
        >
          {t('Use this key')}
        </Button>
        <Link to="/$surface/settings" params={{ surface: surface.id }} hash="servers" className={buttonClass()}>
          {t('Server settings')}
        </Link>
      </div>
    </form>
  );
}
