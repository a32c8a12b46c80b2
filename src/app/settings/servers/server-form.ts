import {
  normalizeBaseUrl,
  LOCAL_SURFACE_ID,
  SURFACE_COLORS,
  type ListedSurface,
  type SurfaceConfig,
} from '@contract/console/surfaces';
import { canRelay } from '@/api/surfaces/has-gateway';
import { isEncrypted, keyOf, type Keep } from '@/api/change-keys';
import { credentials } from '@/api/surfaces/direct-credentials';
import { t } from '@/lib/i18n/messages';
import { keepChoiceOf, keepOf, keepProblem, type KeepChoice } from '@/shared/servers/keep-key';
import { freeId, KINDS } from './server-presets';

/** Characters. */
export const MAX_NAME = 60;

export interface ServerForm {
  name: string;
  kind: SurfaceConfig['kind'];
  color: SurfaceConfig['color'];
  baseUrl: string;
  routerBaseUrl: string;
  access: SurfaceConfig['access'];
  routerAuth: SurfaceConfig['routerAuth'];
  dialect: SurfaceConfig['dialect'];
  /** Empty: the stored key is unchanged. */
  key: string;
  isKeyRemoved: boolean;
  /** Where the key of a direct server is kept. */
  keep: KeepChoice;
}

export type FormProblems = Partial<Record<'name' | 'baseUrl' | 'routerBaseUrl' | 'key' | 'passphrase', string>>;

/** @param url of a gateway that was found */
export function emptyForm(existing: readonly ListedSurface[], url?: string): ServerForm {
  const used = new Set(existing.map(({ color }) => color));
  return {
    name: url === undefined ? '' : suggestedName(url),
    kind: url === undefined ? 'managed' : 'self-hosted',
    color: SURFACE_COLORS.find((color) => color !== 'gray' && !used.has(color)) ?? 'blue',
    baseUrl: url ?? '',
    routerBaseUrl: '',
    access: canRelay() ? 'relay' : 'direct',
    routerAuth: 'bearer',
    dialect: 'service',
    key: '',
    isKeyRemoved: false,
    keep: { place: 'page', isEncrypted: false, passphrase: '' },
  };
}

export function formOf(surface: ListedSurface): ServerForm {
  const { name, kind, color, baseUrl, access, routerAuth, dialect } = surface;
  // Empty: it is looked for at the URL of the Job API.
  const routerBaseUrl = baseUrl !== null && surface.routerBaseUrl === baseUrl ? null : surface.routerBaseUrl;
  return {
    name,
    kind,
    color,
    access,
    routerAuth,
    dialect,
    baseUrl: baseUrl ?? '',
    routerBaseUrl: routerBaseUrl ?? '',
    key: '',
    isKeyRemoved: false,
    keep: keepChoiceOf(credentials, surface.id),
  };
}

/** For another kind. The text of the URL field stays in it, and no field keeps what another kind had there. */
export function withKind(form: ServerForm, kind: ServerForm['kind']): ServerForm {
  const { baseUrl, routerBaseUrl } = form;
  const { hasJobs, hasRouter } = KINDS[form.kind];
  if (hasJobs === KINDS[kind].hasJobs) return { ...form, kind };
  return hasJobs
    ? { ...form, kind, baseUrl: '', routerBaseUrl: hasRouter && routerBaseUrl !== '' ? routerBaseUrl : baseUrl }
    : { ...form, kind, baseUrl: routerBaseUrl, routerBaseUrl: '' };
}

/** With another text in the URL field. */
export function withUrl(form: ServerForm, url: string): ServerForm {
  return KINDS[form.kind].hasJobs ? { ...form, baseUrl: url } : { ...form, routerBaseUrl: url };
}

/** Returns true if the URL of the models is still to be found at the URL of the server. */
export function needsModelSearch({ kind }: ServerForm, { baseUrl, routerBaseUrl }: SurfaceConfig): boolean {
  return KINDS[kind].hasRouter && baseUrl !== null && routerBaseUrl === null;
}

/** `box:8189` of a URL: a name for a server, until the user enters one. */
export function suggestedName(url: string): string {
  return new URL(url).host.slice(0, MAX_NAME);
}

/**
 * Returns the record that the form describes, or its errors.
 * @param id of the edited server
 * @param isDraft true if it is not saved, and needs no name
 */
export function readForm(
  form: ServerForm,
  existing: readonly ListedSurface[],
  id: string | null,
  isDraft = false,
): { surface: SurfaceConfig } | { problems: FormProblems } {
  const problems: FormProblems = {};
  const { hasJobs, hasRouter } = KINDS[form.kind];
  const typedName = form.name.trim();
  if (typedName === '' && !isDraft) problems.name = t('A name is required.');
  const baseUrl = hasJobs ? readUrl(form.baseUrl) : null;
  const routerBaseUrl = hasRouter ? readUrl(form.routerBaseUrl) : null;
  if (baseUrl === 'invalid') problems.baseUrl = t('Enter an http or https URL without a user name or a password.');
  if (routerBaseUrl === 'invalid')
    problems.routerBaseUrl = t('Enter an http or https URL without a user name or a password.');
  if (baseUrl === null && routerBaseUrl === null) {
    problems[hasJobs ? 'baseUrl' : 'routerBaseUrl'] = t('A URL is required.');
  }
  if (form.key !== '' && !/^[\x21-\x7e]+$/.test(form.key.trim())) {
    problems.key = t('A key has no spaces and only plain characters. Copy it again.');
  }
  const keep = keepOfForm(form, id);
  const passphraseProblem = keep === undefined ? null : keepProblem(form.keep);
  if (passphraseProblem !== null) problems.passphrase = passphraseProblem;
  if (Object.keys(problems).length > 0 || baseUrl === 'invalid' || routerBaseUrl === 'invalid') return { problems };
  const taken = new Set([LOCAL_SURFACE_ID, ...existing.map((surface) => surface.id)]);
  const { kind, color, access, routerAuth, dialect } = form;
  const name = typedName === '' ? suggestedName(baseUrl ?? routerBaseUrl ?? '') : typedName;
  return {
    surface: { id: id ?? freeId(name, taken), name, kind, color, baseUrl, routerBaseUrl, access, routerAuth, dialect },
  };
}

function readUrl(typed: string): string | null {
  return typed.trim() === '' ? null : (normalizeBaseUrl(typed) ?? 'invalid');
}

/** This computer, private addresses, and names that only a local network knows. */
const OWN_HOST =
  /^(?:(?:.+\.)?localhost|(?:127|10)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[(?:::1|f[cd][\da-f:]+)\]|[a-z\d-]+|.+\.local)$/;

/**
 * Returns the http URL of an address that was typed without a scheme and is of one's own computer or network, whose programs rarely
 * have TLS; otherwise `null`.
 */
export function plainUrlOf(typed: string): string | null {
  const url = typed.includes('://') ? null : normalizeBaseUrl(`http://${typed.trim()}`);
  return url !== null && isOwnHost(url) ? url : null;
}

/** Returns true for URLs of one's own computer or network. */
export function isOwnHost(url: string): boolean {
  return OWN_HOST.test(new URL(url).hostname);
}

/** Returns the credential argument of `saveSurface`. */
export function credentialOfForm({ key, isKeyRemoved }: ServerForm): string | null | undefined {
  if (key.trim() !== '') return key.trim();
  return isKeyRemoved ? null : undefined;
}

/** Returns the `keep` argument of `saveSurface`: `undefined` if there is no key, or if it stays as it is. @param id of the edited server */
export function keepOfForm(form: ServerForm, id: string | null): Keep | undefined {
  const credential = credentialOfForm(form);
  if (form.access !== 'direct' || credential === null) return undefined;
  const isUnchanged = credential === undefined;
  if (isUnchanged && (id === null || keyOf(credentials, id) === null)) return undefined;
  const keep = keepOf(form.keep);
  // An empty passphrase leaves that of the stored key.
  if (isUnchanged && keep.passphrase === '' && id !== null && isEncrypted(credentials, id)) return undefined;
  return keep;
}
