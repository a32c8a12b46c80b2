import { useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { SURFACE_COLORS, type ListedSurface } from '@contract/console/surfaces';
import { markStale } from '@/api/live/stale-table';
import { isEncrypted } from '@/api/change-keys';
import { credentials, heldCredential } from '@/api/surfaces/direct-credentials';
import { canRelay } from '@/api/surfaces/has-gateway';
import { renewCapabilities } from '@/api/surfaces/probe-capabilities';
import { saveSurface } from '@/api/surfaces/change-surfaces';
import { msg, t } from '@/lib/i18n/messages';
import { KeepKeyFields } from '@/shared/servers/keep-key';
import { SurfaceColorMark } from '@/shared/servers/surface-color';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Field } from '@/ui/input/field';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { Select } from '@/ui/input/select';
import { TextInput } from '@/ui/input/text-input';
import { messageOf } from '@/lib/message-of';
import { ComfyuiResult, ConnectionResult } from './connection-result';
import {
  credentialOfForm,
  emptyForm,
  formOf,
  MAX_NAME,
  keepOfForm,
  needsModelSearch,
  plainUrlOf,
  readForm,
  suggestedName,
  withKind,
  withUrl,
  type FormProblems,
  type ServerForm,
} from './server-form';
import { COLOR_NAMES, KIND_ORDER, KINDS } from './server-presets';
import { canRecognize, isServer, mainUrl, testServer, type ServerTest } from './test-server';

interface ServerDialogProps {
  /** `null` to add a new one. */
  edited: ListedSurface | null;
  existing: readonly ListedSurface[];
  /** Of the gateway to add. */
  url?: string;
  onClose: () => void;
}

const ACCESS = [
  { value: 'relay', label: msg('Through the gateway') },
  { value: 'direct', label: msg('Directly from this page') },
] as const;

/** Adds or edits a server; "Test" reports problems before anything is saved. */
export function ServerDialog({ edited, existing, url, onClose }: ServerDialogProps) {
  const client = useQueryClient();
  const [form, setForm] = useState(() => (edited ? formOf(edited) : emptyForm(existing, url)));
  const [problems, setProblems] = useState<FormProblems>({});
  const [test, setTest] = useState<ServerTest | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<'test' | 'save' | null>(null);
  const change = (part: Partial<ServerForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setTest(null);
    setFailure(null);
  };
  const kind = KINDS[form.kind];
  const [isAdvancedOpen, setAdvancedOpen] = useState(
    form.routerAuth === 'x-api-key' || (form.baseUrl !== '' && form.routerBaseUrl !== ''),
  );
  const routerUrl = (
    <UrlField
      label={kind.hasJobs ? t('URL of the models') : 'URL'}
      {...(kind.hasJobs ? { hint: t('Only if it differs: models are looked for at the URL above.') } : {})}
      example={kind.example}
      error={problems.routerBaseUrl}
      value={form.routerBaseUrl}
      onChange={(routerBaseUrl) => change({ routerBaseUrl })}
    />
  );
  const isStored = edited !== null && hasStoredKey(edited) && !form.isKeyRemoved;
  const isDirect = form.access === 'direct';
  /** The stored key would be used, which only its passphrase opens. */
  const isLocked = isStored && isDirect && form.key.trim() === '' && heldCredential(edited).isLocked === true;

  const takeSuggestion = (part: Partial<ServerForm>) => {
    change(part);
    // Its field is shown.
    if (part.routerBaseUrl !== undefined) setAdvancedOpen(true);
  };

  /** Nothing is left to add: it is an engine of this computer. */
  const isDone = test?.comfyui?.isConnected === true;

  const run = async (act: 'test' | 'save') => {
    const read = readForm(form, existing, edited?.id ?? null, act === 'test');
    setProblems('problems' in read ? read.problems : {});
    if ('problems' in read || busy) return;
    setBusy(act);
    setFailure(null);
    try {
      const credential = credentialOfForm(form);
      const searchesModels = needsModelSearch(form, read.surface);
      const typed = kind.hasJobs ? form.baseUrl : form.routerBaseUrl;
      const isOpen = canRecognize(read.surface) || plainUrlOf(typed) !== null;
      const isKnown = isLocked || (!searchesModels && (test?.comfyui === null || !isOpen));
      const found =
        act === 'test' || !isKnown ? await testServer(read.surface, { credential, typed, searchesModels }) : null;
      const surface = found?.surface ?? read.surface;
      // With this form on screen, the next press adds it as it is.
      if (act === 'save' && !found?.comfyui && !found?.otherKind) {
        await saveSurface(client, surface, { credential, keep: keepOfForm(form, edited?.id ?? null) });
        // With another key or URL, pages that show what the server rejected read it again.
        void markStale(client, surface, 'saveSurface');
        onClose();
        return;
      }
      const foundUrl = mainUrl(surface);
      if (foundUrl !== null && (surface.kind !== form.kind || foundUrl !== mainUrl(read.surface))) {
        setForm((current) => withUrl(withKind(current, surface.kind), foundUrl));
      }
      if (found && foundUrl !== null && isServer(found)) {
        setForm((current) => (current.name.trim() === '' ? { ...current, name: suggestedName(foundUrl) } : current));
      }
      setTest(found);
      if (edited) renewCapabilities(client, edited.id);
    } catch (error) {
      setFailure(messageOf(error, t('The gateway did not respond. Try again.')));
    }
    setBusy(null);
  };

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={edited ? t('Edit {name}', { name: edited.name }) : t('Add a server')}
      description={null}
      actions={
        isDone ? (
          <Button tone="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        ) : (
          <>
            <Button
              className="mr-auto"
              isBusy={busy === 'test'}
              disabledReason={isLocked ? t('Unlock the key first.') : null}
              onClick={() => void run('test')}
            >
              {t('Test')}
            </Button>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button
              tone={test?.comfyui ? 'plain' : 'primary'}
              isBusy={busy === 'save'}
              onClick={() => void run('save')}
            >
              {edited ? t('Save') : t('Add')}
            </Button>
          </>
        )
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDone) onClose();
          else void run('save');
        }}
      >
        <Field label={t('Kind')} hint={t(kind.hint)}>
          {(control) => (
            <Select
              {...control}
              value={form.kind}
              options={KIND_ORDER.map((value) => ({ value, label: t(KINDS[value].label) }))}
              onValueChange={(value) => {
                const next = KIND_ORDER.find((one) => one === value);
                if (next) change(withKind(form, next));
              }}
            />
          )}
        </Field>
        <div className="flex items-end gap-3">
          <Field label={t('Name')} className="flex-1" {...errorOf(problems.name)}>
            {(control) => (
              <TextInput
                {...control}
                data-autofocus
                maxLength={MAX_NAME}
                value={form.name}
                onChange={({ target }) => change({ name: target.value })}
              />
            )}
          </Field>
          <Field label={t('Color')}>
            {(control) => (
              <Select
                {...control}
                value={form.color}
                icon={<SurfaceColorMark color={form.color} className="h-4" />}
                options={SURFACE_COLORS.map((value) => ({ value, label: t(COLOR_NAMES[value]) }))}
                onValueChange={(value) => {
                  const color = SURFACE_COLORS.find((one) => one === value);
                  if (color) change({ color });
                }}
              />
            )}
          </Field>
        </div>
        {kind.hasJobs ? (
          <UrlField
            label="URL"
            example={kind.example}
            error={problems.baseUrl}
            value={form.baseUrl}
            onChange={(baseUrl) => change({ baseUrl })}
          />
        ) : null}
        {kind.hasJobs ? null : routerUrl}
        <Field
          label={t('API key')}
          {...(isStored ? { state: t('stored') } : kind.wantsKey ? {} : { state: t('optional') })}
          hint={keyHint(form, isLocked)}
          {...errorOf(problems.key)}
        >
          {(control) => (
            <span className="flex gap-2">
              <TextInput
                {...control}
                type="password"
                autoComplete="off"
                placeholder={isStored ? t('Leave empty to keep the stored key') : ''}
                value={form.key}
                onChange={({ target }) => change({ key: target.value, isKeyRemoved: false })}
              />
              {isStored ? (
                <Button onClick={() => change({ key: '', isKeyRemoved: true })}>{t('Remove key')}</Button>
              ) : null}
            </span>
          )}
        </Field>
        {canRelay() ? (
          <Field label={t('Connection')}>
            {({ id }) => (
              <SegmentedControl
                id={id}
                aria-label={t('Connection')}
                value={form.access}
                options={ACCESS.map(({ value, label }) => ({ value, label: t(label) }))}
                onValueChange={(value) => change({ access: value === 'direct' ? 'direct' : 'relay' })}
              />
            )}
          </Field>
        ) : null}
        {isDirect && !isLocked ? (
          <KeepKeyFields
            choice={form.keep}
            hasPassphrase={isStored && form.key === '' && isEncrypted(credentials, edited.id)}
            onChange={(keep) => setForm((current) => ({ ...current, keep }))}
            error={problems.passphrase}
          />
        ) : null}
        {kind.hasRouter ? (
          <details
            className="group"
            open={isAdvancedOpen}
            onToggle={(event) => setAdvancedOpen(event.currentTarget.open)}
          >
            <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded text-muted hover:text-text [&::-webkit-details-marker]:hidden">
              <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
              {t('Advanced')}
            </summary>
            <div className="mt-3 flex flex-col gap-4">
              {kind.hasJobs ? routerUrl : null}
              <Field label={t('API key header of the models')}>
                {({ id }) => (
                  <SegmentedControl
                    id={id}
                    aria-label={t('API key header of the models')}
                    value={form.routerAuth}
                    options={[
                      { value: 'bearer', label: t('Bearer token') },
                      { value: 'x-api-key', label: 'X-API-Key' },
                    ]}
                    onValueChange={(value) => change({ routerAuth: value === 'x-api-key' ? value : 'bearer' })}
                  />
                )}
              </Field>
            </div>
          </details>
        ) : null}
        {/* Enter in a field saves. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
          {t('Save')}
        </button>
        {failure ? (
          <p role="alert" className="text-bad">
            {failure}
          </p>
        ) : null}
        {test?.comfyui ? (
          <ComfyuiResult probe={test.comfyui} onResult={(comfyui) => setTest({ ...test, comfyui })} />
        ) : test ? (
          <ConnectionResult
            surface={test.surface}
            reports={test.reports}
            otherKind={test.otherKind}
            onSuggestion={takeSuggestion}
            onKind={(next) => change(withKind(form, next))}
          />
        ) : null}
      </form>
    </Dialog>
  );
}

interface UrlFieldProps {
  label: string;
  hint?: string;
  example: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

function UrlField({ label, hint, example, error, value, onChange }: UrlFieldProps) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} {...errorOf(error)}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="url"
          spellCheck={false}
          placeholder={example}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function errorOf(error: string | undefined): { error: string } | object {
  return error === undefined ? {} : { error };
}

function keyHint({ access, isKeyRemoved }: ServerForm, isLocked: boolean): string | null {
  if (isKeyRemoved) return t('The stored key is removed when you save.');
  if (isLocked) return t('The stored key is locked. Unlock it in the list of servers, or enter another one.');
  return access === 'relay' ? t('Kept by the gateway in its data folder. It is never sent back to a browser.') : null;
}

function hasStoredKey(surface: ListedSurface): boolean {
  if (surface.access === 'relay') return surface.hasCredential;
  return Object.keys(heldCredential(surface)).length > 0;
}
