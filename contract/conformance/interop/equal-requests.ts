/**
 * Requests for both our gateway and comfy-api-proxy, in this order, in front of the same ComfyUI. Requests with `differs` get
 * another status or error code, for a reason that `docs/interop.md` explains; all others get the same.
 */
export interface EqualRequest {
  /** `{done}`, `{canceled}`, `{asset}`, `{output}` and `{hash}` are replaced by ids of the surface, `{run}` by a new id. */
  target: string;
  /** Description, if the target alone is not clear. */
  of?: string;
  headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, parts as a form; both may have the same placeholders as the target. */
  body?: string | Uint8Array | { json: unknown } | { parts: Readonly<Record<string, string>>; file: string | null };
  differs?: string;
}

const NOBODY = '00000000-0000-4000-8000-000000000000';
const UNKNOWN_HASH = `blake3:${'0'.repeat(64)}`;
const ANONYMOUS = { authorization: '' };
const JSON_TYPE = { 'content-type': 'application/json' };

export const QUICK = {
  1: { class_type: 'EmptyImage', inputs: { width: 16, height: 16, batch_size: 1, color: 3 } },
  2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'equal' } },
};
const image = (inputs: object) => ({ ...QUICK, 1: { class_type: 'EmptyImage', inputs } });
const loaded = (value: unknown) => ({
  1: { class_type: 'LoadImage', inputs: { image: value } },
  2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'equal' } },
});
const asset = (id: string) => ({ __type: 'core/ASSET', info: { id } });

type Rest = Omit<EqualRequest, 'target'>;
const submission = (of: string, json: unknown, rest: Rest = {}): EqualRequest => ({
  target: 'POST /api/v2/jobs',
  of,
  body: { json },
  ...rest,
});
const rawSubmission = (of: string, body: string | Uint8Array, rest: Rest = {}): EqualRequest => ({
  target: 'POST /api/v2/jobs',
  of,
  headers: JSON_TYPE,
  body,
  ...rest,
});
const upload = (of: string, parts: Readonly<Record<string, string>>, rest: Rest = {}): EqualRequest => ({
  target: 'POST /api/v2/assets',
  of,
  body: { parts: { content_type: 'text/plain', file_path: 'note.txt', ...parts }, file: 'equal bytes {run}' },
  ...rest,
});
const fromHash = (of: string, json: unknown, rest: Rest = {}): EqualRequest => ({
  target: 'POST /api/v2/assets/from-hash',
  of,
  body: { json },
  ...rest,
});

const ROUTES: EqualRequest[] = [
  { target: 'GET /api/v2/health' },
  { target: 'GET /api/v2/health', of: 'nobody', headers: ANONYMOUS },
  ...[
    'GET /api/v2/credits',
    'GET /api/v2/queue',
    'GET /api/v2/workflows',
    'GET /api/v2',
    'GET /api/v2/',
    'GET /api/v3/jobs',
    'GET /api/v1/jobs',
    'PUT /api/v2/jobs',
    'DELETE /api/v2/jobs',
    `PATCH /api/v2/jobs/${NOBODY}`,
    `GET /api/v2/jobs/${NOBODY}/cancel`,
    `GET /api/v2/assets/by-hash/${UNKNOWN_HASH}`,
    `POST /api/v2/assets/${NOBODY}/content`,
  ].map((target) => ({ target, differs: 'plain text errors' })),
];

const ACCESS: EqualRequest[] = [
  'POST /api/v2/jobs',
  'GET /api/v2/jobs',
  'GET /api/v2/jobs/{done}',
  'POST /api/v2/jobs/{done}/cancel',
  'GET /api/v2/jobs/{done}/events',
  'GET /api/v2/jobs/{done}/workflow',
  'GET /api/v2/jobs/{done}/logs',
  'POST /api/v2/assets',
  'POST /api/v2/assets/from-hash',
  'HEAD /api/v2/assets/by-hash/{hash}',
  'GET /api/v2/assets/{asset}',
  'DELETE /api/v2/assets/{asset}',
  'GET /api/v2/assets/{asset}/content',
].map((target) => ({ target, of: 'nobody', headers: ANONYMOUS }));

const CREDENTIALS: EqualRequest[] = [
  { target: 'GET /api/v2/jobs', of: 'a wrong token', headers: { authorization: 'Bearer wrong' } },
  { target: 'GET /api/v2/jobs', of: 'no token', headers: { authorization: 'Bearer' } },
  { target: 'GET /api/v2/jobs', of: 'another scheme', headers: { authorization: 'Basic YTpi' } },
];

const UNKNOWN: EqualRequest[] = [
  { target: `GET /api/v2/jobs/${NOBODY}` },
  { target: `POST /api/v2/jobs/${NOBODY}/cancel` },
  { target: `GET /api/v2/jobs/${NOBODY}/events` },
  { target: `GET /api/v2/jobs/${NOBODY}/workflow` },
  { target: `GET /api/v2/jobs/${NOBODY}/logs`, differs: 'plain text errors' },
  { target: `GET /api/v2/assets/${NOBODY}` },
  { target: `GET /api/v2/assets/${NOBODY}/content` },
  { target: `DELETE /api/v2/assets/${NOBODY}` },
  { target: `HEAD /api/v2/assets/by-hash/${UNKNOWN_HASH}` },
  { target: 'GET /api/v2/jobs/not-an-id' },
  { target: 'GET /api/v2/jobs/a%2Fb' },
  { target: 'GET /api/v2/jobs/%00' },
  { target: 'GET /api/v2/assets/not-an-id' },
  { target: 'GET /api/v2/assets/..%2f..%2fetc' },
];

const SUBMISSIONS: EqualRequest[] = [
  rawSubmission('broken JSON', '{"workflow":', { differs: 'code of an invalid body' }),
  rawSubmission('a list', '[]', { differs: 'plain text errors' }),
  rawSubmission('a text', '"workflow"', { differs: 'plain text errors' }),
  rawSubmission('nothing', '', { differs: 'code of an invalid body' }),
  rawSubmission('null', 'null', { differs: 'plain text errors' }),
  rawSubmission('no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), {
    differs: 'code of an invalid body',
  }),
  rawSubmission('JSON as text/plain', JSON.stringify({ workflow: QUICK }), {
    headers: { 'content-type': 'text/plain' },
    differs: 'media type of a body',
  }),
  submission('no workflow', {}),
  submission('a workflow that is a list', { workflow: [] }),
  submission('a workflow that is a text', { workflow: 'x' }),
  submission('a workflow that is null', { workflow: null }),
  submission('a workflow that is a number', { workflow: 5 }),
  submission('an empty workflow', { workflow: {} }),
  submission('a node without a class', { workflow: { 1: { inputs: {} } } }),
  submission('a node that is a text', { workflow: { 1: 'x' } }),
  submission('an unknown class', { workflow: { 1: { class_type: 'NoSuchClass', inputs: {} } } }),
  submission('a link to nowhere', { workflow: { 2: QUICK[2] } }),
  submission('nodes in a circle', {
    workflow: {
      1: { class_type: 'ImageInvert', inputs: { image: ['3', 0] } },
      2: QUICK[2],
      3: { class_type: 'ImageInvert', inputs: { image: ['1', 0] } },
    },
  }),
  submission('no output', { workflow: { 1: QUICK[1] } }),
  submission('a missing input', { workflow: image({ width: 16 }) }),
  submission('a value of another type', {
    workflow: image({ width: 'wide', height: 16, batch_size: 1, color: 3 }),
  }),
  submission('a value out of range', { workflow: image({ width: -1, height: 16, batch_size: 1, color: 3 }) }),
  submission('a file that is not there', { workflow: loaded('is-not-there.png') }, { differs: 'missing files' }),
  submission('an asset that is not there', { workflow: loaded(asset(NOBODY)) }),
  submission('an asset', { workflow: loaded(asset('{asset}')) }),
  submission('an unknown member', { workflow: QUICK, foo: 1 }),
  submission('an unknown key', { workflow: QUICK, extra_data: { foo: 'x' } }, { differs: 'code of an invalid body' }),
  submission('a partner key', { workflow: QUICK, extra_data: { api_key_comfy_org: 'x' } }),
  submission('extra_data that is a list', { workflow: QUICK, extra_data: [] }, { differs: 'code of an invalid body' }),
  submission('a web hook', { workflow: QUICK, webhook_url: 'http://127.0.0.1:1/hook' }),
  submission('inputs', { workflow: QUICK, inputs: {} }),
  submission('labels', { workflow: QUICK, metadata: { a: 'x' } }, { differs: 'label map' }),
  submission('a label that is a number', { workflow: QUICK, metadata: { a: 1 } }, { differs: 'label map' }),
  submission('a text in place of labels', { workflow: QUICK, metadata: 'x' }, { differs: 'label map' }),
  submission('a workflow', { workflow: QUICK }),
  submission('a new key', { workflow: QUICK }, { headers: { 'idempotency-key': 'equal-{run}' } }),
  submission('the same key and body', { workflow: QUICK }, { headers: { 'idempotency-key': 'equal-{run}' } }),
  submission('a used key', { workflow: loaded('a.png') }, { headers: { 'idempotency-key': 'equal-{run}' } }),
  submission(
    'an empty key',
    { workflow: QUICK },
    { headers: { 'idempotency-key': '' }, differs: 'code of an invalid body' },
  ),
  submission(
    'a key of 300 characters',
    { workflow: QUICK },
    { headers: { 'idempotency-key': 'k'.repeat(300) }, differs: 'code of an invalid body' },
  ),
];

const JOBS: EqualRequest[] = [
  { target: 'GET /api/v2/jobs/{done}' },
  { target: 'GET /api/v2/jobs/{canceled}' },
  { target: 'HEAD /api/v2/jobs/{done}' },
  { target: 'POST /api/v2/jobs/{done}/cancel' },
  { target: 'POST /api/v2/jobs/{canceled}/cancel' },
  { target: 'GET /api/v2/jobs/{done}/events' },
  { target: 'GET /api/v2/jobs/{done}/workflow' },
  { target: 'GET /api/v2/jobs/{done}/logs', differs: 'plain text errors' },
  { target: 'GET /api/v2/jobs' },
  { target: 'GET /api/v2/jobs?limit=1' },
  { target: 'GET /api/v2/jobs?limit=0' },
  { target: 'GET /api/v2/jobs?limit=1000' },
  { target: 'GET /api/v2/jobs?limit=many' },
  { target: 'GET /api/v2/jobs?cursor=none-of-ours', differs: 'cursors' },
  { target: 'GET /api/v2/jobs?status=succeeded' },
];

const ASSETS: EqualRequest[] = [
  upload('a file', {}),
  upload('the same file', {}),
  upload('a folder', { file_path: 'folder/note.txt' }, { differs: 'upload path' }),
  upload('a path upwards', { file_path: '../note.txt' }, { differs: 'upload path' }),
  upload('an absolute path', { file_path: '/note.txt' }, { differs: 'upload path' }),
  upload('no media type', { content_type: 'nonsense' }, { differs: 'upload parts' }),
  upload('an hour', { expires_in: '3600' }),
  upload('no time', { expires_in: 'soon' }, { differs: 'upload parts' }),
  { target: 'POST /api/v2/assets', of: 'no file', body: { parts: { file_path: 'note.txt' }, file: null } },
  { target: 'POST /api/v2/assets', of: 'JSON', body: { json: { file_path: 'note.txt' } } },
  fromHash(
    'a known hash',
    { hash: '{hash}', content_type: 'text/plain', file_path: 'note.txt' },
    { differs: 'one record per hash' },
  ),
  fromHash('an unknown hash', { hash: UNKNOWN_HASH }),
  fromHash('what is no hash', { hash: 'x' }, { differs: 'malformed hashes' }),
  fromHash('no hash', {}),
  fromHash('a list', [], { differs: 'plain text errors' }),
  {
    target: 'POST /api/v2/assets/from-hash',
    of: 'broken JSON',
    headers: JSON_TYPE,
    body: '{',
    differs: 'code of an invalid body',
  },
  { target: 'HEAD /api/v2/assets/by-hash/{hash}' },
  { target: 'HEAD /api/v2/assets/by-hash/x' },
  { target: 'GET /api/v2/assets/{asset}' },
  { target: 'GET /api/v2/assets/{asset}/content' },
  { target: 'HEAD /api/v2/assets/{asset}/content' },
  { target: 'GET /api/v2/assets/{asset}/content', of: 'two bytes', headers: { range: 'bytes=0-1' } },
  {
    target: 'GET /api/v2/assets/{asset}/content',
    of: 'no bytes',
    headers: { range: 'bytes=100000-' },
    differs: 'ranges',
  },
  { target: 'GET /api/v2/assets/{asset}/content', of: 'no range', headers: { range: 'lines=1-2' }, differs: 'ranges' },
  { target: 'GET /api/v2/assets/{output}/content' },
  { target: 'DELETE /api/v2/assets/{asset}' },
  { target: 'DELETE /api/v2/assets/{asset}', of: 'once more' },
  { target: 'GET /api/v2/assets/{asset}', of: 'after that' },
];

export const EQUAL_REQUESTS: readonly EqualRequest[] = [
  ...ROUTES,
  ...ACCESS,
  ...CREDENTIALS,
  ...UNKNOWN,
  ...SUBMISSIONS,
  ...JOBS,
  ...ASSETS,
];
