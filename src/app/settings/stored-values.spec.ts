import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { entryOf, STORED, type StoredKey } from '@/lib/settings/stored-keys';
import { SETTINGS_SECTIONS } from './section-list';

let local: Map<string, string>;
let session: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  local = new Map();
  session = new Map();
  vi.stubGlobal('localStorage', storageOf(local));
  vi.stubGlobal('sessionStorage', storageOf(session));
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});
afterEach(() => vi.unstubAllGlobals());

function storageOf(texts: Map<string, string>) {
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
}

const listed = {
  id: 'far',
  name: 'Far',
  color: 'blue',
  kind: 'managed',
  baseUrl: 'https://far.example',
  routerBaseUrl: null,
  access: 'direct',
  routerAuth: 'bearer',
  dialect: 'service',
  hasCredential: true,
} as const;
const { hasCredential: _unused, ...far } = listed;
const fact = { isOffered: false, source: 'probe', since: 1, confirmedAt: 2 };
const capabilities = { far: { address: 'https://far.example null', probedAt: 1, facts: { lists: fact } } };
const credential = { value: 'token', origins: ['https://far.example'] };
const sealed = { sealed: 1, origins: ['https://far.example'], iterations: 600_000, salt: '', iv: '', data: '' };
const order = { ids: ['a', 'b'], rest: null };

/** Values that browsers have stored since before the settings module, and their meaning. */
const EXAMPLES: readonly [key: string, text: string, value: unknown, read: () => Promise<unknown>][] = [
  ['theme', 'dark', 'dark', async () => (await import('@/lib/theme')).themeSetting.get()],
  ['density', 'compact', 'compact', async () => (await import('@/features/jobs/view/list-view')).densitySetting.get()],
  ['list-layout', 'wall', 'wall', async () => (await import('@/features/jobs/view/list-view')).layoutSetting.get()],
  [
    'list-columns',
    'progress run age time',
    ['progress', 'run', 'age', 'time'],
    async () => (await import('@/features/jobs/view/list-view')).columnsSetting.get(),
  ],
  ['list-columns', '', [], async () => (await import('@/features/jobs/view/list-view')).columnsSetting.get()],
  ['gallery-side', '256', 256, async () => (await import('@/features/assets/gallery-view')).tileSideSetting.get()],
  ['time-zone', 'utc', 'utc', async () => (await import('@/lib/time-zone')).timeZoneSetting.get()],
  ['previews', 'off', false, async () => (await import('@/shared/viewer/preview-setting')).previewSetting.get()],
  ['after-run', 'job', 'job', async () => (await import('@/features/submit/draft/run-count')).afterRunSetting.get()],
  [
    'seed-timing',
    'before',
    'before',
    async () => (await import('@/features/submit/draft/seed-control')).seedTimingSetting.get(),
  ],
  [
    'picture-drop',
    'input',
    'input',
    async () => (await import('@/features/submit/import/drop-context')).mediaChoiceSetting.get(),
  ],
  [
    'flow-pane',
    'closed',
    false,
    async () => (await import('@/features/submit/editor/flow-pane')).flowPaneSetting.get(),
  ],
  [
    'pane-view',
    'graph',
    'graph',
    async () => (await import('@/features/submit/result/pane-view')).paneViewSetting.get(),
  ],
  [
    'inputs-pane',
    'closed',
    false,
    async () => (await import('@/shared/viewer/output/inputs-pane')).inputsPaneSetting.get(),
  ],
  [
    'batch-grid',
    '{"side":5000,"fit":"cover"}',
    { side: 480, fit: 'cover' },
    async () => (await import('@/features/batches/grid/grid-view')).gridViewSetting.get(),
  ],
  [
    'catalog-layout',
    'list',
    'list',
    async () => (await import('@/features/models/catalog/catalog-layout')).catalogLayoutSetting.get(),
  ],
  ['notices', 'on', true, async () => (await import('@/app/notifications/notice-setting')).noticeSetting.get()],
  [
    'notice-sound',
    'on',
    true,
    async () => (await import('@/app/notifications/notice-setting')).noticeSoundSetting.get(),
  ],
  [
    'graph-layout',
    'tidy',
    'tidy',
    async () => (await import('@/shared/graph/layout/author-plan')).graphLayoutSetting.get(),
  ],
  ['app-badge', 'off', false, async () => (await import('@/app/notifications/notice-setting')).appBadgeSetting.get()],
  [
    'single-keys',
    'off',
    false,
    async () => (await import('@/lib/keyboard/character-shortcuts')).singleKeysSetting.get(),
  ],
  ['shortcuts', '{"star":["u"]}', ['u'], async () => (await import('@/shared/commands/keymap')).keysOf('star')],
  [
    'zip-pattern',
    '{seed}.{ext}',
    '{seed}.{ext}',
    async () => (await import('@/shared/file-names/file-pattern')).filePattern(),
  ],
  [
    'home.local',
    '2,4,10',
    { templates: 2, drafts: 4, results: 10 },
    async () => (await import('@/features/submit/start/home-parts')).homeParts('local').get(),
  ],
  ['returning', '1', true, async () => (await import('@/domains/jobs/first-submission')).hasSubmittedSetting.get()],
  [
    'interrupted-offered',
    '1700000000000',
    [],
    async () => (await import('@/app/new-runs')).takeNewRuns([{ createdAt: 1_700_000_000_000 }]),
  ],
  [
    'canceled',
    '["a","far/b"]',
    new Set(['a', 'far/b']),
    async () => (await import('@/domains/jobs/local-cancellations')).localCancellations.get(),
  ],
  [
    'seen-running',
    '["far/b"]',
    new Set(['far/b']),
    async () => (await import('@/domains/jobs/job-start')).seenRunning.get(),
  ],
  [
    'snippets',
    '[{"id":"a","name":"Light","text":"soft light"}]',
    [{ id: 'a', name: 'Light', text: 'soft light' }],
    async () => (await import('@/shared/snippets/snippets')).snippetsSetting.get(),
  ],
  [
    'stars',
    '{"local":["a"]}',
    ['a'],
    async () => (await import('@/domains/annotations/file-marks')).storedStars.idsOf('local'),
  ],
  [
    'scenes.failed',
    '[["file","Too large."]]',
    'Too large.',
    async () => (await import('@/shared/viewer/scene/failed-scenes')).failureOf('file'),
  ],
  [
    'kept-results',
    '{"run/0":"asset"}',
    'asset',
    async () => (await import('@/domains/models/saved-results')).savedResultId('run/0'),
  ],
  [
    'session',
    'proof',
    { 'X-Flowdeck-Session': 'proof' },
    async () => (await import('@/api/session-proof')).sessionHeaders(),
  ],
  [
    'surfaces',
    JSON.stringify({ list: { surfaces: [listed], defaultId: 'far' } }),
    { surfaces: [listed], defaultId: 'far' },
    async () => (await import('@/api/surfaces/surface-list')).useSurfaceList.getState(),
  ],
  [
    'capabilities',
    JSON.stringify(capabilities),
    fact,
    async () => (await import('@/api/surfaces/capability-record')).findCapability(far, 'lists'),
  ],
  [
    'credential.far',
    JSON.stringify(credential),
    { bearer: 'token' },
    async () => (await import('@/api/surfaces/direct-credentials')).heldCredential(far),
  ],
  [
    'credential.far',
    JSON.stringify(sealed),
    { isLocked: true },
    async () => (await import('@/api/surfaces/direct-credentials')).heldCredential(far),
  ],
  [
    'credential-of-tab.far',
    JSON.stringify(credential),
    { bearer: 'token' },
    async () => (await import('@/api/surfaces/direct-credentials')).heldCredential(far),
  ],
  [
    'credentials-of-reload',
    JSON.stringify([['far', credential]]),
    { bearer: 'token' },
    async () => (await import('@/api/surfaces/direct-credentials')).heldCredential(far),
  ],
  [
    'partner-key.https://far.example',
    '{"apiKey":"k-1"}',
    { api_key_svc_org: 'k-1' },
    async () => (await import('@/api/partner-keys')).partnerExtraData(far),
  ],
  [
    'partner-key.https://far.example',
    JSON.stringify(sealed),
    true,
    async () =>
      (await import('@/api/change-keys')).isKeyLocked(
        (await import('@/api/partner-keys')).partnerKeys,
        'https://far.example',
      ),
  ],
  [
    'partner-key-of-tab.https://far.example',
    '{"sessionToken":"t-1"}',
    { auth_token_svc_org: 't-1' },
    async () => (await import('@/api/partner-keys')).partnerExtraData(far),
  ],
  ['language', 'zh-Hans', 'zh-Hans', async () => (await import('@/lib/language')).languageSetting.get()],
  [
    'draft-of-reload',
    '{"id":"a","text":"{}","updatedAt":1}',
    { id: 'a', text: '{}', updatedAt: 1 },
    async () => (await import('@/domains/drafts/closing-text')).closingText.get(),
  ],
  [
    'input-of-reload',
    '{"surfaceId":"local","modelId":"flowdeck/chime","text":"{}"}',
    { surfaceId: 'local', modelId: 'flowdeck/chime', text: '{}' },
    async () => (await import('@/domains/models/input-cache')).closingInput.get(),
  ],
  [
    'list-order',
    JSON.stringify(order),
    order,
    async () => (await import('@/features/jobs/job/list-context')).listOrder.get(),
  ],
  [
    'toggled-batches',
    'b1 b2',
    ['b1', 'b2'],
    async () => (await import('@/features/jobs/list/batch-rows')).toggledBatches.get(),
  ],
];

it.each(EXAMPLES)('%s can still be read: %s', async (key, text, value, read) => {
  (entryOf(rowOf(key)).area === 'session' ? session : local).set(`flowdeck.${key}`, text);
  expect(await read()).toEqual(value);
});

/** Keys of examples; the key of a family is followed by an id. */
function rowOf(key: string): StoredKey {
  const row = (Object.keys(STORED) as StoredKey[]).find((one) =>
    one.endsWith('.') ? key.startsWith(one) : key === one,
  );
  if (!row) throw new Error(`No row of STORED: ${key}`);
  return row;
}

it('each stored key has an example, except for those with separate tests', () => {
  const shown = new Set(EXAMPLES.map(([key]) => rowOf(key)));
  const others = (Object.keys(STORED) as StoredKey[]).filter((key) => !shown.has(key));
  // These lists have the same format as `stars`; the last contains one of two words.
  expect(others).toEqual([
    'model-files.recent',
    'inputs.used',
    'models.recent',
    'models.favourites',
    'partner-key-kind.',
  ]);
});

it('setting sections equal those of the settings page', () => {
  const sections = Object.keys(STORED).map((key) => entryOf(rowOf(key)).section);
  const known = new Set<string>(SETTINGS_SECTIONS.map(([id]) => id));
  expect(sections.filter((section) => section !== undefined && !known.has(section))).toEqual([]);
});
