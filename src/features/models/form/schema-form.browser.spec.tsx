import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LOCAL_SURFACE } from '@/api/surface';
import { QueryClientProvider } from '@tanstack/react-query';
import { createQueryClient } from '@/api/query-client';
import { clearCurated } from '@/domains/curated/curated-records';
import { snippetsSetting } from '@/shared/snippets/snippets';
import '@/testing/console-styles';
import { bodyText } from '../schema/body';
import { compileForm } from '../schema/model-form';
import { initialInput } from '../schema/initial-value';
import { FormSession } from './state/form-session';
import { SchemaForm, type BodyView } from './schema-form';
import { modelDocument } from './testing/model-document';

function Playground({ session, onSubmit }: { session: FormSession; onSubmit: () => void }) {
  const [view, setView] = useState<BodyView>('form');
  return (
    <main style={{ width: 520 }}>
      <SchemaForm
        session={session}
        surface={LOCAL_SURFACE}
        view={view}
        onViewChange={setView}
        code={<p>The call as code</p>}
        onSubmit={onSubmit}
      />
    </main>
  );
}

async function show(schema: object, text?: string) {
  const { root } = compileForm(modelDocument(schema));
  const session = new FormSession(root, text ?? bodyText(initialInput(root)));
  const runs = { count: 0 };
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <Playground session={session} onSubmit={() => (runs.count += 1)} />
    </QueryClientProvider>,
  );
  return { session, screen, runs, sent: () => JSON.parse(session.text) as unknown };
}

describe('the form of a model', () => {
  it('does not send an optional field until it is filled in, nor after it is cleared', async () => {
    const { screen, sent } = await show({
      required: ['prompt'],
      properties: { prompt: { type: 'string' }, steps: { type: 'integer', default: 20 }, tiled: { type: 'boolean' } },
    });
    expect(sent()).toEqual({});
    const steps = screen.getByRole('textbox', { name: 'steps' });
    await expect.element(steps).toHaveValue('20');
    await steps.fill('25');
    await screen.getByRole('switch', { name: 'tiled' }).click();
    await expect.poll(sent).toEqual({ steps: 25, tiled: true });
    await screen.getByRole('button', { name: 'Do not send tiled' }).click();
    await expect.element(screen.getByText('not sent')).toBeVisible();
    await steps.fill('');
    await expect.poll(sent).toEqual({});
  });

  it('has the snippets of all prompts in long texts, also those of an earlier version', async () => {
    snippetsSetting.set([{ id: 'a', name: 'Light', text: 'soft light' }]);
    const { screen, sent } = await show({ properties: { prompt: { type: 'string', maxLength: 4000 } } });
    const prompt = screen.getByRole('textbox', { name: 'prompt' });
    await prompt.fill('a reef in ');
    await expect.element(prompt).toHaveAttribute('aria-autocomplete', 'list');
    await userEvent.keyboard('/li');
    await expect.element(page.getByRole('option', { name: 'Light' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(sent).toEqual({ prompt: 'a reef in soft light' });
    await expect.poll(() => snippetsSetting.get()).toEqual([]);
    await clearCurated('snippet');
  });

  it('shows defaults as selected with a mark, and does not send them until they are changed', async () => {
    const { session, screen, sent } = await show({
      properties: {
        steps: { type: 'integer', default: 20 },
        cfg: { type: 'number', default: 7.5, minimum: 0, maximum: 10 },
        size: { type: 'string', enum: ['small', 'large'], default: 'large' },
        style: { type: 'string', enum: ['an even style', 'a soft style', 'a sharp style', 'none'], default: 'none' },
        tiled: { type: 'boolean', default: true },
      },
    });
    const before = session.text;
    const steps = screen.getByRole('textbox', { name: 'steps' });
    const slider = screen.getByRole('slider', { name: 'cfg, slider' });
    const sizes = screen.getByRole('radiogroup', { name: 'size' });
    const large = sizes.getByRole('radio', { name: 'large' });
    const style = screen.getByRole('combobox', { name: 'style' });
    const tiled = screen.getByRole('switch', { name: 'tiled' });
    await expect.element(steps).toHaveValue('20');
    await expect.element(slider).toHaveValue('7.5');
    await expect.element(screen.getByRole('textbox', { name: 'cfg' })).toHaveValue('7.5');
    await expect.element(large).toBeChecked();
    await expect.element(style).toHaveTextContent('none');
    await expect.element(tiled).toBeChecked();
    const marked = [steps, slider, sizes, style, tiled];
    for (const control of marked) await expect.element(control).toHaveAccessibleDescription('default');
    const markOpacity = () => {
      const mark = document.getElementById(steps.element().getAttribute('aria-describedby') ?? '');
      return mark && getComputedStyle(mark).opacity;
    };
    await userEvent.hover(tiled);
    await expect.poll(markOpacity).toBe('0');
    await steps.click();
    await expect.poll(markOpacity).toBe('1');
    await userEvent.tab();
    expect(session.text).toBe(before);
    expect(sent()).toEqual({});
    await large.click();
    await steps.fill('21');
    await steps.fill('20');
    await expect.poll(sent).toEqual({ size: 'large', steps: 20 });
    for (const control of [steps, sizes]) await expect.element(control).not.toHaveAccessibleDescription();
    await steps.fill('');
    await expect.poll(sent).toEqual({ size: 'large' });
    await userEvent.tab();
    await expect.element(steps).toHaveValue('20');
  });

  it('shows the mark of the field under the pointer only, also within an object', async () => {
    const { screen } = await show({
      required: ['size'],
      properties: {
        size: {
          type: 'object',
          properties: { width: { type: 'integer', default: 512 }, height: { type: 'integer', default: 768 } },
        },
      },
    });
    const width = screen.getByRole('textbox', { name: 'width' });
    const height = screen.getByRole('textbox', { name: 'height' });
    for (const control of [width, height]) await expect.element(control).toHaveAccessibleDescription('default');
    const markOf = (control: typeof width) => {
      const mark = document.getElementById(control.element().getAttribute('aria-describedby') ?? '');
      return mark && getComputedStyle(mark).opacity;
    };
    await userEvent.hover(width);
    await expect.poll(() => [markOf(width), markOf(height)]).toEqual(['1', '0']);
    await userEvent.hover(height);
    await expect.poll(() => [markOf(width), markOf(height)]).toEqual(['0', '1']);
  });

  it('shows defaults of texts, colors, unions and lists, and does not send them until they are changed', async () => {
    const { session, screen, sent } = await show({
      properties: {
        avoid: { type: 'string', default: 'blur' },
        notes: { type: 'string', default: 'two\nlines', maxLength: 5000 },
        tint_color: { type: 'string', default: '#336699', description: 'A color in hex, such as #000000.' },
        size: {
          default: 'wide',
          anyOf: [
            { title: 'Preset', type: 'string', enum: ['square', 'wide'] },
            { title: 'Custom', type: 'object', required: ['width'], properties: { width: { type: 'integer' } } },
          ],
        },
        crop: {
          default: { width: 64 },
          anyOf: [
            { title: 'None', type: 'boolean' },
            { title: 'Area', type: 'object', properties: { width: { type: 'integer' }, top: { type: 'integer' } } },
          ],
        },
        tags: { type: 'array', items: { type: 'string' }, default: ['a', 'b'] },
      },
    });
    const before = session.text;
    const avoid = screen.getByRole('textbox', { name: 'avoid' });
    await expect.element(avoid).toHaveValue('blur');
    await expect.element(avoid).toHaveAccessibleDescription('default');
    await expect.element(screen.getByRole('textbox', { name: 'notes' })).toHaveValue('two\nlines');
    await expect.element(screen.getByRole('textbox', { name: 'tint_color', exact: true })).toHaveValue('#336699');
    await expect.element(screen.getByLabelText('Pick tint_color')).toHaveValue('#336699');
    await expect.element(screen.getByRole('radio', { name: 'Preset' })).toBeChecked();
    await expect.element(screen.getByRole('radio', { name: 'wide' })).toBeChecked();
    await expect.element(screen.getByRole('group', { name: 'size' })).toHaveAccessibleDescription('default');
    await expect.element(screen.getByRole('radio', { name: 'Area' })).toBeChecked();
    await expect.element(screen.getByText('default width 64')).toBeVisible();
    await expect.element(screen.getByText('default a, b')).toBeVisible();
    expect(session.text).toBe(before);
    expect(sent()).toEqual({});

    // After clearing, it stays empty while focused, and shows the default again on blur.
    await avoid.fill('noise');
    await expect.poll(sent).toEqual({ avoid: 'noise' });
    await avoid.fill('');
    await expect.element(avoid).toHaveValue('');
    await userEvent.tab();
    await expect.element(avoid).toHaveValue('blur');
    await expect.poll(sent).toEqual({});
    await screen.getByRole('radio', { name: 'Area' }).click();
    await screen.getByRole('radio', { name: 'square' }).click();
    await expect.poll(sent).toEqual({ crop: { width: 64 }, size: 'square' });
    await screen.getByRole('radio', { name: 'Custom' }).click();
    await screen.getByRole('radio', { name: 'Preset' }).click();
    await expect.poll(sent).toEqual({ crop: { width: 64 }, size: 'wide' });
  });

  it('does not show a default as selected if the body requires a value', async () => {
    const { screen } = await show({
      required: ['steps', 'size'],
      properties: {
        steps: { type: 'integer', default: 20 },
        size: { type: 'string', enum: ['small', 'large'], default: 'large' },
      },
    });
    const steps = screen.getByRole('textbox', { name: 'steps' });
    await expect.element(steps).toHaveValue('');
    await expect.element(steps).toHaveAttribute('placeholder', '20');
    await expect.element(screen.getByRole('radio', { name: 'large' })).not.toBeChecked();
  });

  it('shows what only the provider checks, at the field and after patterns took too long', async () => {
    const { session, screen } = await show({
      required: ['code', 'word'],
      properties: {
        code: { type: 'string', pattern: '(?i)^[A-Z]+$' },
        word: { type: 'string', pattern: '^(a+)+$' },
      },
    });
    const marks = screen.getByText(/^checked by the provider only/);
    await expect.element(marks).toBeVisible();
    expect(marks.elements()).toHaveLength(1);
    await expect.element(marks).toHaveTextContent('the pattern (?i)^[A-Z]+$, which this browser cannot read');
    session.setSchemaErrors([], 'without-patterns');
    await expect.element(screen.getByRole('status')).toHaveTextContent('Patterns in this schema are too slow');
    await expect.element(screen.getByText('checked by the provider only: the pattern ^(a+)+$')).toBeInTheDocument();
    session.setSchemaErrors([], 'off');
    await expect.element(screen.getByRole('status')).toHaveTextContent('too large, too deep or too slow');
    await expect.poll(() => marks.elements().length).toBe(1);
  });

  it('distinguishes null, an empty text and nothing', async () => {
    const { screen, sent } = await show({ properties: { negative: { type: 'string', nullable: true } } });
    const choose = async (item: string) => {
      await screen.getByRole('button', { name: 'What to send as negative' }).click();
      await screen.getByRole('menuitem', { name: item }).click();
    };
    // The state menu appears when the user focuses the field.
    await screen.getByRole('textbox', { name: 'negative' }).click();
    await choose('Send null');
    await expect.poll(sent).toEqual({ negative: null });
    await screen.getByRole('button', { name: 'Send a value as negative' }).click();
    await expect.poll(sent).toEqual({ negative: '' });
    await choose('Do not send');
    await expect.poll(sent).toEqual({});
  });

  it('keeps every digit of a seed, randomizes it, and steps with the arrow keys', async () => {
    const { screen, session } = await show(
      { properties: { seed: { type: 'integer', format: 'uint64', minimum: 0, maximum: 2 ** 64 } } },
      '{"seed":18446744073709551614}',
    );
    const seed = screen.getByRole('textbox', { name: 'seed' });
    await expect.element(seed).toHaveValue('18446744073709551614');
    await seed.click();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.poll(() => session.text).toBe('{"seed":18446744073709551615}');
    await screen.getByRole('button', { name: 'New random seed' }).click();
    await expect.element(seed).not.toHaveValue('18446744073709551615');
  });

  it('keeps incomplete JSON while another view is shown', async () => {
    const { screen, session } = await show({ properties: { extra: {} } }, '{"extra":[1.0]}');
    const extra = screen.getByRole('textbox', { name: 'extra' });
    await extra.fill('[1.0, ');
    await screen.getByRole('tab', { name: 'JSON' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Body as JSON' })).toHaveValue('{"extra":[1.0]}');
    await screen.getByRole('tab', { name: 'Form' }).click();
    await expect.element(extra).toHaveValue('[1.0, ');
    await expect.element(extra).toHaveAccessibleDescription(/^Not valid JSON: .*line 1, column 7/);
    await expect.poll(() => session.text).toBe('{"extra":[1.0]}');
    await extra.fill('[1.50]');
    await expect.poll(() => session.text).toBe('{"extra":[1.50]}');
    await expect.element(extra).toBeValid();
  });

  it('moves a row of a number list with Alt and an arrow key, and steps its number without Alt', async () => {
    const { screen, sent } = await show(
      { required: ['sizes'], properties: { sizes: { type: 'array', items: { type: 'integer' } } } },
      '{"sizes":[1,20]}',
    );
    await screen.getByRole('listitem', { name: 'sizes 2' }).getByRole('textbox').click();
    await userEvent.keyboard('{ArrowUp}{Alt>}{ArrowUp}{/Alt}');
    await expect.poll(sent).toEqual({ sizes: [21, 1] });
  });

  it('switches between shapes and keeps what both have', async () => {
    const { screen, sent } = await show({
      properties: {
        shape: {
          discriminator: { propertyName: 'kind' },
          oneOf: ['circle', 'square'].map((kind) => ({
            type: 'object',
            title: kind,
            required: ['kind', 'size'],
            properties: { kind: { type: 'string', enum: [kind] }, size: { type: 'number' } },
          })),
        },
      },
    });
    await screen.getByRole('radio', { name: 'circle' }).click();
    await screen.getByRole('textbox', { name: 'size' }).fill('3');
    await screen.getByRole('radio', { name: 'square' }).click();
    await expect.poll(sent).toEqual({ shape: { kind: 'square', size: 3 } });
  });

  it('adds, moves and removes items, also with the keyboard', async () => {
    const { screen, sent } = await show({
      required: ['tags'],
      properties: { tags: { type: 'array', items: { type: 'string' }, maxItems: 3 } },
    });
    const add = screen.getByRole('button', { name: 'Add', exact: true });
    for (const tag of ['a', 'b', 'c']) {
      await add.click();
      await screen.getByRole('listitem').nth(['a', 'b', 'c'].indexOf(tag)).getByRole('textbox').fill(tag);
    }
    await expect.element(add).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await expect.poll(sent).toEqual({ tags: ['a', 'c', 'b'] });
    await expect.poll(() => document.activeElement).toHaveProperty('value', 'c');
    await screen.getByRole('button', { name: 'Remove tags 1' }).click();
    await expect.poll(sent).toEqual({ tags: ['c', 'b'] });
  });

  it('finds one of five thousand values by search', async () => {
    const voices = Array.from({ length: 5000 }, (_, index) => `voice ${index}`);
    const { screen, sent } = await show({
      required: ['voice'],
      properties: { voice: { type: 'string', enum: voices } },
    });
    await screen.getByRole('combobox', { name: 'voice' }).click();
    await expect.element(screen.getByRole('combobox', { name: 'Search the values' })).toHaveFocus();
    // The list shows the typed text a moment later; Enter does not wait for that.
    document.execCommand('insertText', false, '4321');
    await Promise.resolve();
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(enter);
    await expect.poll(sent).toEqual({ voice: 'voice 4321' });
    await expect.element(screen.getByRole('combobox', { name: 'voice' })).toHaveFocus();
  });

  it('R-2.63, R-2.54: marks the field that a service names, and expands and focuses it', async () => {
    const { session, screen } = await show(
      {
        required: ['prompt'],
        properties: {
          prompt: { type: 'string' },
          options: {
            type: 'object',
            properties: {
              sizes: { type: 'array', items: { type: 'object', properties: { width: { type: 'integer' } } } },
            },
          },
        },
      },
      '{"prompt":"a","options":{"sizes":[{"width":1},{"width":2}]}}',
    );
    const path = ['options', 'sizes', 1, 'width'];
    session.setReceivedErrors([
      { path, message: 'Too small.', source: 'server', rule: 'ge', context: { ge: 64 }, input: undefined },
    ]);
    await screen.getByRole('button', { name: 'options.sizes[1].width: Too small. (at least 64)' }).click();
    const width = screen.getByRole('listitem').last().getByRole('textbox', { name: 'width' });
    await expect.element(width).toHaveFocus();
    await expect.element(width).toHaveAccessibleDescription('Too small. (at least 64)');
    await width.fill('64');
    await expect.element(width).toBeValid();
  });

  it('shows what the service says of a field instead of what the schema says of it', async () => {
    const { screen, session } = await show({ required: ['prompt'], properties: { prompt: { type: 'string' } } }, '{}');
    const error = { path: ['prompt'], context: null, input: undefined } as const;
    session.setSchemaErrors([{ ...error, message: 'Required.', source: 'schema', rule: 'required' }]);
    session.attempt();
    const prompt = screen.getByRole('textbox', { name: 'prompt' });
    await expect.element(prompt).toHaveAccessibleDescription('Required.');
    session.setReceivedErrors([{ ...error, message: 'This field is required', source: 'server', rule: 'missing' }]);
    await expect.element(prompt).toHaveAccessibleDescription('This field is required');
  });

  it('shows one body in three views, and the position of a syntax error', async () => {
    const { screen, session } = await show(
      { properties: { prompt: { type: 'string' } } },
      '{ "prompt": "a",\n  "cfg": 1.0 }',
    );
    await screen.getByRole('textbox', { name: 'prompt' }).fill('b');
    await screen.getByRole('tab', { name: 'JSON' }).click();
    const json = screen.getByRole('textbox', { name: 'Body as JSON' });
    await expect.element(json).toHaveValue('{ "prompt": "b",\n  "cfg": 1.0 }');
    await json.fill('{ "prompt": "c",\n  "cfg": 1.0, }');
    await expect.element(json).toHaveAccessibleDescription(/line 2, column 15/);
    await screen.getByRole('tab', { name: 'Code' }).click();
    await expect.element(screen.getByText('The call as code')).toBeVisible();
    await screen.getByRole('tab', { name: 'JSON' }).click();
    await expect.element(json).toHaveValue('{ "prompt": "c",\n  "cfg": 1.0, }');
    await json.fill('{ "prompt": "c",\n  "cfg": 1.0 }');
    await screen.getByRole('tab', { name: 'Form' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'prompt' })).toHaveValue('c');
    await expect.poll(() => session.text).toBe('{ "prompt": "c",\n  "cfg": 1.0 }');
  });

  it('R-2.20, R-2.67: is a JSON editor if the document does not describe the input', async () => {
    const { root } = compileForm(modelDocument({}, { 'x-service-input-schema-authored': false }));
    const session = new FormSession(root, '{}');
    const screen = await render(<Playground session={session} onSubmit={() => {}} />);
    await screen.getByRole('textbox', { name: 'Body as JSON' }).fill('{"anything": [1.0]}');
    await expect.poll(() => session.text).toBe('{"anything": [1.0]}');
  });

  it('runs on Ctrl+Enter from any field', async () => {
    const { screen, runs } = await show({ properties: { prompt: { type: 'string' } } });
    await screen.getByRole('textbox', { name: 'prompt' }).click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => runs.count).toBe(1);
  });

  it('shows untrusted descriptions as text and safe links, and executes nothing', async () => {
    const { screen } = await show({
      properties: {
        prompt: {
          type: 'string',
          description:
            'See <img src=x onerror="alert(1)"> [the guide](https://example.com/g) and [this](javascript:alert(1)).\n\n**More.**',
        },
      },
    });
    await screen.getByRole('button', { name: 'More about prompt' }).click();
    const link = screen.getByRole('link');
    await expect.element(link).toHaveAttribute('href', 'https://example.com/g');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(screen.container.querySelector('img')).toBeNull();
  });

  it('puts a dropped image into the body as the schema requires, with its type beside it', async () => {
    await page.viewport(800, 700);
    const { screen, sent } = await show({
      required: ['image'],
      properties: {
        image: {
          type: 'object',
          properties: { data: { type: 'string', format: 'byte' }, mimeType: { type: 'string' } },
          required: ['data', 'mimeType'],
        },
      },
    });
    const file = new File([Uint8Array.of(137, 80, 78, 71)], 'dot.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('File for data'), file);
    await expect.element(screen.getByText('dot.png')).toBeVisible();
    await expect.poll(sent).toEqual({ image: { data: 'iVBORw==', mimeType: 'image/png' } });
  });

  it('rejects a dropped file of a type that the input does not name, and lists the accepted types', async () => {
    const { screen, sent } = await show({
      required: ['image'],
      properties: { image: { type: 'string', description: 'The image in base64, as image/png or image/jpeg.' } },
    });
    const drop = (file: File) => {
      const transfer = new DataTransfer();
      transfer.items.add(file);
      const choose = screen.getByRole('button', { name: /image for image|Replace image/ }).element();
      choose.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
    };
    await expect.element(screen.getByRole('button', { name: 'Choose an image for image' })).toBeVisible();
    drop(new File(['a'], 'a.webp', { type: 'image/webp' }));
    const problem = screen.getByRole('alert');
    await expect.element(problem).toHaveTextContent('This input accepts PNG or JPEG, and the file is WEBP.');
    await expect.poll(sent).toEqual({});
    // The message belongs to the field, not to the view, so the field shows it again when it is remounted.
    await screen.getByRole('tab', { name: 'JSON' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Body as JSON' })).toBeVisible();
    await screen.getByRole('tab', { name: 'Form' }).click();
    await expect.element(problem).toBeVisible();
    drop(new File(['a'], 'a.png', { type: 'image/png' }));
    await expect.poll(sent).toEqual({ image: 'YQ==' });
    await expect.element(problem).not.toBeInTheDocument();
  });

  it('adds, renames and removes entries of a map, and never overwrites an entry', async () => {
    const { screen, sent } = await show(
      {
        required: ['labels'],
        properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
      },
      '{"labels":{"a":"1"}}',
    );
    await screen.getByRole('button', { name: 'Add a field' }).click();
    await screen.getByRole('textbox', { name: 'Name of the new field' }).fill('b');
    await userEvent.keyboard('{Enter}');
    await expect.poll(sent).toEqual({ labels: { a: '1', b: '' } });
    const name = screen.getByRole('textbox', { name: 'Name of b' });
    await name.fill('a');
    await expect.element(name).toHaveAttribute('aria-invalid', 'true');
    await name.fill('c');
    await userEvent.tab();
    await expect.poll(sent).toEqual({ labels: { a: '1', c: '' } });
    await screen.getByRole('button', { name: 'Remove a' }).click();
    await expect.poll(sent).toEqual({ labels: { c: '' } });
  });

  it('collapses groups, and opens one that contains an error', async () => {
    const { session, screen } = await show({
      required: ['prompt', 'width', 'height'],
      properties: {
        prompt: { type: 'string' },
        width: { type: 'integer', 'x-lab-group': 'Size' },
        height: { type: 'integer', 'x-lab-group': 'Size' },
      },
    });
    const heading = screen.getByRole('button', { name: 'Size width, height' });
    const width = screen.getByRole('textbox', { name: 'width' });
    await expect.element(heading).toHaveAttribute('aria-expanded', 'true');
    await heading.click();
    await expect.element(width).not.toBeInTheDocument();
    await expect.element(heading).toHaveAttribute('aria-expanded', 'false');
    await expect.element(screen.getByRole('textbox', { name: 'prompt' })).toBeVisible();
    const fault = { message: 'Too wide.', source: 'server', rule: 'x', context: null, input: undefined } as const;
    session.setReceivedErrors([{ ...fault, path: ['width'] }]);
    await expect.element(width).toBeVisible();
    // If the user closes it, selecting the error in the list opens it again.
    await heading.click();
    await screen.getByRole('button', { name: /Too wide/ }).click();
    await expect.element(width).toHaveFocus();
  });

  it('adds several files to a list at once, up to its limit, and reports what it omitted', async () => {
    const { screen, sent } = await show(
      {
        required: ['images'],
        properties: {
          images: { type: 'array', maxItems: 3, items: { type: 'string', description: 'An image in base64' } },
        },
      },
      '{"images":["QQ=="]}',
    );
    const files = ['b', 'c', 'd'].map((text) => new File([text], `${text}.png`, { type: 'image/png' }));
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    const row = screen.getByRole('listitem', { name: 'images 1' }).getByRole('button', { name: /^Replace/ });
    await expect.element(row).toBeVisible();
    // A row accepts one file; several files go to the list around it.
    row.element().dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
    await expect.poll(sent).toEqual({ images: ['QQ==', 'Yg==', 'Yw=='] });
    await expect.element(screen.getByText('1 file was left out: at most 3 are allowed.')).toBeVisible();
    await screen.getByRole('button', { name: 'Remove images 2' }).click();
    const [, , last] = files;
    await userEvent.upload(screen.getByLabelText('Files for images'), last as File);
    await expect.poll(sent).toEqual({ images: ['QQ==', 'Yw==', 'ZA=='] });
    await expect.element(screen.getByText(/left out/)).not.toBeInTheDocument();
  });

  it('adds pasted items, and reports invalid ones', async () => {
    const point = { type: 'object', properties: { x: { type: 'number' } } };
    const { screen, sent } = await show({
      required: ['points'],
      properties: { points: { type: 'array', maxItems: 2, items: point } },
    });
    await screen.getByRole('button', { name: 'Paste several' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Paste into points' });
    const add = dialog.getByRole('button', { name: /^Add/ });
    await dialog.getByRole('textbox', { name: 'Items' }).fill('[{"x":1}, 5, {"x":2}, {"x":3}]');
    await expect.element(dialog.getByText('1 entry cannot be an item: 5.')).toBeVisible();
    await expect.element(dialog.getByText('1 item too many: at most 2 are allowed.')).toBeVisible();
    await add.click();
    await expect.poll(sent).toEqual({ points: [{ x: 1 }, { x: 2 }] });
    await expect.element(screen.getByRole('button', { name: 'Paste several' })).toHaveAttribute('aria-disabled');
  });
});
