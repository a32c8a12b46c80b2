import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configuredModels, failureOfRun } from '../testing/configured-models';
import { openSmallServer, sendJson } from '../testing/small-server';

/** Code blocks of `docs/model-providers.md`, with the URL of a server that responds like the real one. */
const [openaiConfig, openaiSchema, ollamaConfig, ollamaSchema] = [
  ...readFileSync(new URL('../../../../../docs/model-providers.md', import.meta.url), 'utf8').matchAll(
    /```json\n(.*?)```/gs,
  ),
].map(([, block]) => block ?? '') as [string, string, string, string];

function pointedAt(origin: string, config: string): string {
  return config.replace(/"baseUrl": "https?:\/\/[^/"]+/, `"baseUrl": "${origin}`);
}

describe('the example of an OpenAI-compatible server', () => {
  let server: Awaited<ReturnType<typeof openSmallServer>>;
  let models: ReturnType<typeof configuredModels>;

  beforeAll(async () => {
    server = await openSmallServer(({ url, body }, response) => {
      if (url === '/v1/images/generations') {
        if (!body.includes('forbidden'))
          return sendJson(response, 200, { created: 1, data: [{ url: `${server.origin}/a.png` }] });
        return sendJson(response, 400, {
          error: { message: 'Your request was rejected.', code: 'moderation_blocked' },
        });
      }
      if (url !== '/v1/chat/completions') return sendJson(response, 404, { error: { message: 'Not found' } });
      return sendJson(response, 200, {
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
      });
    });
    models = configuredModels(pointedAt(server.origin, openaiConfig), {
      files: { 'openai-chat.json': openaiSchema },
      environment: { OPENAI_API_KEY: 'sk-a-secret-of-tests' },
    });
  });
  afterAll(async () => {
    await models.close();
    await server.close();
  });

  it('forwards a chat, with the key in its header', async () => {
    const body = '{ "model": "gpt-4.1-mini", "messages": [{"role": "user", "content": "Hi"}] }';
    const { text, contentType } = await models.run('openai/chat', body);
    expect(contentType).toBe('application/json');
    expect(JSON.parse(text)).toMatchObject({ choices: [{ message: { content: 'Hello.' } }] });
    expect(server.heard.at(-1)).toMatchObject({ body, headers: { authorization: 'Bearer sk-a-secret-of-tests' } });
  });

  it('declares charges, committed spend and copied assets', () => {
    expect(models.modelOf('openai/chat')).toMatchObject({
      chargesOnPolicyRejection: 'no',
      holdCents: 5,
      inputSchemaAuthored: true,
    });
    const image = models.modelOf('openai/image');
    expect(image).toMatchObject({ chargesOnPolicyRejection: 'unknown', inputSchemaAuthored: false });
    expect(image.copies?.which).toEqual(['data[].url']);
  });

  it('R-7.09 R-7.36 recognizes a policy refusal', async () => {
    expect(await failureOfRun(models.run('openai/image', '{"prompt":"forbidden"}'))).toMatchObject({
      bucket: 'content_policy_violation',
      options: { upstreamStatus: 400, upstreamDetail: 'Your request was rejected.' },
    });
  });
});

describe('the example of Ollama', () => {
  let server: Awaited<ReturnType<typeof openSmallServer>>;
  let models: ReturnType<typeof configuredModels>;

  beforeAll(async () => {
    server = await openSmallServer(({ body }, response) => {
      const { model } = JSON.parse(body) as { model: string };
      if (model !== 'llama3.2') {
        return sendJson(response, 404, { error: `model "${model}" not found, try pulling it first` });
      }
      return sendJson(response, 200, { model, message: { role: 'assistant', content: 'Hello.' }, done: true });
    });
    models = configuredModels(pointedAt(server.origin, ollamaConfig), { files: { 'ollama-chat.json': ollamaSchema } });
  });
  afterAll(async () => {
    await models.close();
    await server.close();
  });

  const chat = (more: object) =>
    JSON.stringify({ model: 'llama3.2', stream: false, messages: [{ role: 'user', content: 'Hi' }], ...more });

  it('forwards a chat without a credential', async () => {
    const { text } = await models.run('ollama/chat', chat({}));
    expect(JSON.parse(text)).toMatchObject({ message: { content: 'Hello.' } });
    expect(server.heard.at(-1)).toMatchObject({ method: 'POST', url: '/api/chat' });
    expect(server.heard.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it('R-2.65 R-7.06 rejects a streaming request before anything is sent', async () => {
    const before = server.heard.length;
    const { bucket, options } = await failureOfRun(models.run('ollama/chat', chat({ stream: true })));
    expect(bucket).toBe('invalid_input');
    expect(options.faults).toMatchObject([
      { loc: ['body', 'stream'], type: 'enum', ctx: { enum: [false] }, input: true },
    ]);
    expect(server.heard.length).toBe(before);
  });

  it('forwards the error message of Ollama', async () => {
    expect(await failureOfRun(models.run('ollama/chat', chat({ model: 'none' })))).toMatchObject({
      bucket: 'provider_error',
      options: { upstreamStatus: 404, upstreamDetail: 'model "none" not found, try pulling it first' },
    });
  });
});
