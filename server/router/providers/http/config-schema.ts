import { z } from 'zod/mini';
import { isModelSegment, isProviderSegment } from '@contract/router/model-id';
import { POLICY_CHARGES } from '@contract/router/schemas';
import { EnginesConfig } from '../../../engines/engines-config';

/** Schema of `flowdeck.config.json` (`docs/model-providers.md`). Strict, so that misspelled settings are reported. */

const DEFAULT_TIMEOUT_S = 600;
const MAX_TIMEOUT_S = 3600;

const seconds = z.number().check(z.gte(1), z.lte(MAX_TIMEOUT_S));
const headerName = z.string().check(z.regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header'));
/** Path such as `error.code`; it may contain indexes, such as `errors.0.code`. */
const position = z.string().check(z.minLength(1));

const httpUrl = z.string().check(
  z.refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === '';
  }, 'must be an http or https address without a password'),
);

const origin = z.pipe(
  httpUrl,
  z.transform((text) => new URL(text).origin),
);

const Credential = z.strictObject({
  /** If absent, the key is entered in the console. */
  env: z.optional(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable'))),
  header: z._default(headerName, 'Authorization'),
  /** Header value with `{}` for the secret: `Bearer {}`, `Key {}`, or `{}` alone. */
  form: z._default(z.string().check(z.regex(/^[^{}\r\n]*\{\}[^{}\r\n]*$/, 'must hold {} once')), 'Bearer {}'),
});

const PolicyRejection = z.strictObject({
  status: z._default(z.array(z.int().check(z.gte(400), z.lte(599))).check(z.minLength(1)), [400, 403]),
  at: position,
  is: z.array(z.string()).check(z.minLength(1)),
});

const Billing = z.strictObject({
  chargesOnPolicyRejection: z._default(z.enum(POLICY_CHARGES), 'unknown'),
  holdCents: z._default(z.int().check(z.gte(0), z.lte(1_000_000)), 0),
  /** `true` if no call is charged, for example on the user's own server. */
  free: z._default(z.boolean(), false),
});

const path = z.string().check(z.regex(/^\/(?!\/)[^#\s]*$/, 'must begin with one slash'));

/** Path below `baseUrl`, with `{id}` for the id of the call, or the path of the URL in the submit response. */
const QueueUrl = z.union(
  [z.strictObject({ path }), z.strictObject({ at: position })],
  'must be {"path": "…"} or {"at": "…"}',
);

/** State names of fal and Replicate, case-insensitive. */
const DONE = ['completed', 'succeeded', 'success', 'ready', 'done'];
const FAILED = ['failed', 'error', 'canceled', 'cancelled', 'aborted', 'expired'];

/** Provider with a queue: submit, status, result. */
const Queue = z.strictObject({
  id: position,
  status: QueueUrl,
  state: z._default(position, 'status'),
  done: z._default(z.array(z.string()).check(z.minLength(1)), DONE),
  failed: z._default(z.array(z.string()).check(z.minLength(1)), FAILED),
  result: z.optional(QueueUrl),
  cancel: z.optional(
    z.union(
      [
        z.strictObject({ path, method: z._default(z.enum(['POST', 'PUT', 'DELETE']), 'POST') }),
        z.strictObject({ at: position, method: z._default(z.enum(['POST', 'PUT', 'DELETE']), 'POST') }),
      ],
      'must be {"path": "…"} or {"at": "…"}',
    ),
  ),
  everySeconds: z._default(z.number().check(z.gte(0.1), z.lte(60)), 2),
});

const modality = z.enum(['text', 'image', 'video', 'audio', '3d']);

const SchemaPlace = z.union(
  [z.strictObject({ file: z.string().check(z.minLength(1)) }), z.strictObject({ url: httpUrl })],
  'must be {"file": "…"} or {"url": "…"}',
);

const glob = z.string().check(z.minLength(1));

/** Another Model Router; each of its models becomes a model here. */
const RemoteCatalog = z.strictObject({
  /** Ids on that router, with `*` as wildcard. Default: all. */
  models: z.optional(z.array(glob).check(z.minLength(1))),
  refreshMinutes: z._default(z.number().check(z.gte(1), z.lte(24 * 60)), 10),
  holdCents: z._default(z.int().check(z.gte(0), z.lte(1_000_000)), 0),
  free: z._default(z.boolean(), false),
});

/** Settings of a model, apart from its name and operation. */
const MODEL_SETTINGS = {
  takes: z.optional(z.array(modality)),
  makes: z.optional(z.array(modality)),
  queue: z.optional(Queue),
  billing: z._default(Billing, { chargesOnPolicyRejection: 'unknown', holdCents: 0, free: false }),
  repeatable: z.optional(z.boolean()),
  timeoutSeconds: z.optional(seconds),
  copiedHours: z._default(z.number().check(z.gte(1), z.lte(24)), 24),
  copyAssets: z.optional(z.union([z.literal('media'), z.array(position)], 'must be "media" or a list of places')),
};

/** Document whose operations are all models, with shared settings. */
const DocumentModels = z
  .strictObject({
    file: z.optional(z.string().check(z.minLength(1))),
    url: z.optional(httpUrl),
    /** Paths, with `*` as wildcard. Default: all. */
    paths: z.optional(z.array(glob).check(z.minLength(1))),
    ...MODEL_SETTINGS,
  })
  .check(z.refine(({ file, url }) => (file === undefined) !== (url === undefined), 'needs either a file or a url'));

export const Model = z.strictObject({
  name: z
    .string()
    .check(
      z.refine(isModelSegment, 'must be lowercase letters and digits, with single . _ - between them, at most 128'),
    ),
  /** Details for the catalog. Default: those of the schema. */
  title: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  description: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
  path,
  method: z._default(z.enum(['POST', 'PUT', 'PATCH']), 'POST'),
  schema: z.optional(SchemaPlace),
  ...MODEL_SETTINGS,
});

const nameTemplate = httpUrl.check(z.refine((text) => text.split('{name}').length === 2, 'must hold {name} once'));

/** Upload target for files of inputs that accept only URLs. */
const Upload = z.union(
  [
    z.strictObject({
      /** Path below `baseUrl`, or an absolute URL. */
      post: z.union([path, httpUrl]),
      /** Part name in a multipart body. Default: the body is the file itself. */
      field: z.optional(z.string().check(z.regex(/^[\w.[\]-]{1,100}$/))),
      /** Path of the URL in the response. */
      at: z._default(position, 'url'),
      credential: z.optional(Credential),
    }),
    z.strictObject({ put: nameTemplate, url: nameTemplate, credential: z.optional(Credential) }),
  ],
  'must be {"post": "…", "at": "…"} or {"put": "…{name}", "url": "…{name}"}',
);

const Provider = z
  .strictObject({
    name: z.string().check(
      z.refine(isProviderSegment, 'must be lowercase letters and digits, with single . _ - between them, at most 64'),
      z.refine((name) => name !== 'flowdeck', 'is the name of the built-in models'),
    ),
    baseUrl: httpUrl,
    credential: z.optional(Credential),
    headers: z._default(z.record(headerName, z.string().check(z.regex(/^[\x20-\x7e]*$/, 'must be visible ASCII'))), {}),
    timeoutSeconds: z._default(seconds, DEFAULT_TIMEOUT_S),
    /** Idempotency key header; `false` to send none to a provider that is known to honor one. */
    idempotencyHeader: z.optional(z.union([headerName, z.literal(false)], 'must be the name of a header, or false')),
    /** `true` if a failed call may be retried automatically. */
    repeatable: z._default(z.boolean(), false),
    errorMessage: z.optional(position),
    policyRejection: z.optional(PolicyRejection),
    assetOrigins: z._default(z.array(origin), []),
    upload: z.optional(Upload),
    document: z.optional(DocumentModels),
    catalog: z.optional(RemoteCatalog),
    models: z._default(z.array(Model).check(z.minLength(1), uniqueNames()), []),
  })
  .check(
    z.refine(
      ({ document, models, catalog }) => document !== undefined || catalog !== undefined || models.length > 0,
      'needs models, a document or a catalog',
    ),
    z.refine(
      ({ document, models, catalog }) => catalog === undefined || (document === undefined && models.length === 0),
      'takes its models from its catalog, so it must not have models or a document',
    ),
  );

export const Config = z.strictObject({
  /** Schema URL for editors; ignored. */
  $schema: z.optional(z.string()),
  /** Default: the engines of `--comfyui` or its default. */
  engines: z.optional(EnginesConfig),
  providers: z._default(z.array(Provider).check(uniqueNames()), []),
});
export type ProviderConfig = z.output<typeof Config>['providers'][number];
export type ModelConfig = ProviderConfig['models'][number];
export type DocumentModels = z.output<typeof DocumentModels>;
export type RemoteCatalog = z.output<typeof RemoteCatalog>;
export type QueueConfig = NonNullable<ModelConfig['queue']>;
export type UploadConfig = NonNullable<ProviderConfig['upload']>;
export type PolicyRejection = NonNullable<ProviderConfig['policyRejection']>;

function uniqueNames() {
  return z.refine<readonly { name: string }[]>(
    (entries) => new Set(entries.map(({ name }) => name)).size === entries.length,
    'must not have the same name twice',
  );
}
