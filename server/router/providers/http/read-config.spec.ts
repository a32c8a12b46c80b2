import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StartupProblem } from '../../../startup-problem';
import { NO_KEYS } from './provider-keys';
import { readConfig } from './read-config';
import { configuredModels } from './testing/configured-models';

const MODEL = { name: 'm', path: '/run' };
const PROVIDER = { name: 'p', baseUrl: 'http://127.0.0.1:9000', models: [MODEL] };

/** Returns the startup error without the file name. */
function problemOf(config: unknown, environment: NodeJS.ProcessEnv = {}, files: Record<string, string> = {}): string {
  try {
    void configuredModels(config, { environment, files }).close();
  } catch (error) {
    if (error instanceof StartupProblem) return error.message.replace(/\S*\/flowdeck-config-[^/]+\//g, '');
    throw error;
  }
  return 'none';
}

const ENGINE = { name: 'gpu', url: 'http://127.0.0.1:8188' };
const withEngine = (more: object) => ({ engines: [ENGINE, { name: 'big', url: 'http://10.0.0.5:8188', ...more }] });
const withProvider = (more: object) => ({ providers: [{ ...PROVIDER, ...more }] });
const withModel = (more: object) => withProvider({ models: [MODEL, { ...MODEL, name: 'n', ...more }] });

describe('a configuration', () => {
  it('with only the required settings is accepted', () => {
    expect(problemOf({ providers: [PROVIDER] })).toBe('none');
    expect(problemOf({ providers: [] })).toBe('none');
  });

  it('lists engines, with normalized URLs', () => {
    const engines = [
      { name: 'gpu', url: 'http://127.0.0.1:8188/' },
      { name: 'big', url: 'https://big:443', draining: true },
    ];
    const folder = mkdtempSync(join(tmpdir(), 'flowdeck-config-'));
    const file = join(folder, 'flowdeck.config.json');
    writeFileSync(file, JSON.stringify({ engines }));
    expect(readConfig(file, { isRequired: true, environment: {}, keys: NO_KEYS })).toEqual({
      providers: [],
      engines: [
        { name: 'gpu', url: 'http://127.0.0.1:8188', draining: false },
        { name: 'big', url: 'https://big', draining: true },
      ],
    });
    rmSync(folder, { recursive: true });
  });

  it('may be missing, unless its path was given', () => {
    expect(readConfig('/nowhere/flowdeck.config.json', { isRequired: false, environment: {}, keys: NO_KEYS })).toEqual({
      providers: [],
      engines: null,
    });
    expect(() => readConfig('/nowhere/a.json', { isRequired: true, environment: {}, keys: NO_KEYS })).toThrow(
      'The configuration /nowhere/a.json is not there: name another file with --config.',
    );
  });

  it.each([
    ['{"providers": [}', 'flowdeck.config.json is not valid JSON: Unexpected character at line 1, column 16.'],
    ['[]', 'flowdeck.config.json: the document must be an object.'],
    [withEngine({ name: undefined }), 'flowdeck.config.json: engines[1].name is missing.'],
    [
      withEngine({ name: 'a b' }),
      'flowdeck.config.json: engines[1].name must be 1 to 60 letters, digits, ".", ":", "_" and "-", without spaces, and not "embedded".',
    ],
    [
      withEngine({ url: 'http://127.0.0.1:8288/comfy' }),
      'flowdeck.config.json: engines[1].url must be a URL such as http://127.0.0.1:8188, without a path.',
    ],
    [withEngine({ draining: 'yes' }), 'flowdeck.config.json: engines[1].draining must be true or false.'],
    [withEngine({ address: 'http://x' }), 'flowdeck.config.json: engines[1].address is not a setting here.'],
    [withEngine({ name: 'gpu' }), 'flowdeck.config.json: engines must not have the same name twice.'],
    [withEngine({ url: 'http://127.0.0.1:8188/' }), 'flowdeck.config.json: engines must not have the same url twice.'],
    [{ providers: null }, 'flowdeck.config.json: providers must be a list.'],
    [{ providers: [{ ...PROVIDER, model: [] }] }, 'flowdeck.config.json: providers[0].model is not a setting here.'],
    [
      withProvider({ baseUrl: 'localhost:9000' }),
      'flowdeck.config.json: providers[0].baseUrl must be an http or https address without a password.',
    ],
    [
      withProvider({ catalog: {} }),
      'flowdeck.config.json: providers[0] takes its models from its catalog, so it must not have models or a document.',
    ],
    [withProvider({ models: undefined }), 'flowdeck.config.json: providers[0] needs models, a document or a catalog.'],
    [
      withProvider({ document: { file: 'a.json', url: 'https://a.example/' } }),
      'flowdeck.config.json: providers[0].document needs either a file or a url.',
    ],
    [withProvider({ name: 'flowdeck' }), 'flowdeck.config.json: providers[0].name is the name of the built-in models.'],
    [{ providers: [PROVIDER, PROVIDER] }, 'flowdeck.config.json: providers must not have the same name twice.'],
    [withModel({ name: 'm' }), 'flowdeck.config.json: providers[0].models must not have the same name twice.'],
    [withModel({ path: 'run' }), 'flowdeck.config.json: providers[0].models[1].path must begin with one slash.'],
    [
      withModel({ timeoutSeconds: 0 }),
      'flowdeck.config.json: providers[0].models[1].timeoutSeconds must be at least 1.',
    ],
    [
      withModel({ schema: 'a.json' }),
      'flowdeck.config.json: providers[0].models[1].schema must be {"file": "…"} or {"url": "…"}.',
    ],
    [
      withModel({ billing: { chargesOnPolicyRejection: 'maybe' } }),
      'flowdeck.config.json: providers[0].models[1].billing.chargesOnPolicyRejection must be one of yes, no, unknown.',
    ],
    [withModel({ schema: { file: 'none.json' } }), 'The schema of p/n in none.json cannot be used: it is not there.'],
    [
      withProvider({ credential: { env: 'P KEY' } }),
      'flowdeck.config.json: providers[0].credential.env must be the name of an environment variable.',
    ],
  ])('%j is reported with its location', (config, sentence) => {
    expect(problemOf(config)).toBe(sentence);
  });

  it('reports all its mistakes at one start', () => {
    const { name: _, ...nameless } = PROVIDER;
    expect(
      problemOf({ providers: [{ ...nameless, model: [], url: '' }, withModel({ path: 'run' }).providers[0]] }),
    ).toBe(
      [
        'flowdeck.config.json: providers[0].name is missing.',
        'flowdeck.config.json: providers[0].model is not a setting here.',
        'flowdeck.config.json: providers[0].url is not a setting here.',
        'flowdeck.config.json: providers[1].models[1].path must begin with one slash.',
      ].join('\n'),
    );
    const secrets = [PROVIDER, { ...PROVIDER, name: 'q' }].map((provider, index) => ({
      ...provider,
      credential: { env: `KEY_${index}` },
    }));
    expect(problemOf({ providers: secrets }, { KEY_0: 'two words', KEY_1: 'a b' }).split('\n')).toHaveLength(2);
    const files = ['a.json', 'b.json'].map((file, index) => ({ name: `m${index}`, path: '/', schema: { file } }));
    expect(problemOf(withProvider({ models: files }))).toMatch(/m0 in a\.json .*\n.*m1 in b\.json/);
  });

  it.each([['Bad_'], ['a..b'], ['x'.repeat(65)], ['']])('R-2.01 R-8.04 rejects the provider %j', (name) => {
    expect(problemOf(withProvider({ name }))).toMatch(
      /^flowdeck\.config\.json: providers\[0\]\.name must be lowercase/,
    );
  });

  it.each([['a..b'], ['Llama'], ['llama3:8b'], ['x'.repeat(129)]])('R-2.03 R-8.05 rejects the model %j', (name) => {
    expect(problemOf(withModel({ name }))).toMatch(
      /^flowdeck\.config\.json: providers\[0\]\.models\[1\]\.name must be/,
    );
  });

  it('never exposes the secret', () => {
    const sentence = problemOf(withProvider({ credential: { env: 'P_KEY' } }), { P_KEY: 'two words' });
    expect(sentence).toBe(
      'flowdeck.config.json: providers[0].credential.env: the variable P_KEY holds what no header can carry.',
    );
  });

  it('rejects an invalid schema', () => {
    const config = withModel({ schema: { file: 's.json' } });
    expect(problemOf(config, {}, { 's.json': '[]' })).toBe(
      'The schema of p/n in s.json cannot be used: it is not a JSON object.',
    );
    expect(problemOf(config, {}, { 's.json': '{"a":1}' })).toBe(
      'The schema of p/n in s.json cannot be used: it is neither an OpenAPI document nor a JSON Schema.',
    );
  });
});
