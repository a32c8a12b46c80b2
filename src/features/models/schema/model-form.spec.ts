import { describe, expect, it } from 'vitest';
import { pathText, type Field, type MediaField, type ObjectField, type TextField, type UnionField } from './field';
import { formNotes } from './form-notes';
import { compileForm } from './model-form';
import { initialInput, initialValue } from './initial-value';
import { MODEL_DOCUMENTS, modelDocument, ref } from './testing/model-documents';
import { uncheckedRules } from './compile/unchecked-rules';

/** Returns the field at a path; `<2>` selects the second branch of a union. */
function at(document: string, ...steps: (string | number)[]): Field {
  return steps.reduce<Field>((field, step) => {
    const branch = /^<(\d+)>$/.exec(String(step));
    if (branch && field.kind === 'union') return field.branches[Number(branch[1])]?.field() as Field;
    if (field.kind === 'object') return field.fields().find(({ name }) => name === step) as Field;
    if (field.kind === 'array') return field.item(Number(step));
    return field.kind === 'map' ? field.entry(String(step)) : field;
  }, compileForm(document).root);
}

const namesOf = (field: Field) => (field as ObjectField).fields().map(({ name }) => name);
const schema = (properties: Record<string, object>, given: object = {}) =>
  modelDocument({ type: 'object', properties, ...given } as never);

describe('the form of a document', () => {
  it('shows required fields and the main inputs first, and collapses rarely used ones', () => {
    const root = at(MODEL_DOCUMENTS.editing) as ObjectField;
    expect(namesOf(root).slice(0, 4)).toEqual(['prompt', 'input_image', 'input_image_2', 'input_image_3']);
    const more = root.fields().filter(({ place }) => place === 'more');
    expect(more.map(({ name }) => name)).toEqual(['input_image_2', 'input_image_3', 'prompt_upsampling', 'safety']);
  });

  it('is never almost empty: the first optional properties move to the front', () => {
    const names = ['seed', ...Array.from({ length: 12 }, (_, index) => `knob_${'abcdefghijkl'.charAt(index)}`)];
    const document = schema(Object.fromEntries(names.map((name) => [name, { type: 'number' }])));
    const main = (at(document) as ObjectField).fields().filter(({ place }) => place === 'main');
    expect(main.map(({ name }) => name)).toEqual(['seed', 'knob_a', 'knob_b', 'knob_c', 'knob_d', 'knob_e']);
  });

  it('reads numbers with their bounds, and has a slider if it is precise enough', () => {
    expect(at(MODEL_DOCUMENTS.editing, 'height')).toMatchObject({
      kind: 'number',
      integer: true,
      wide: false,
      defaultValue: 1024,
      slider: { min: 256, max: 2048, step: 1 },
    });
    expect(at(MODEL_DOCUMENTS.editing, 'width')).toMatchObject({ slider: { min: 256, max: 2048, step: 16 } });
    expect(at(MODEL_DOCUMENTS.editing, 'seed')).toMatchObject({ wide: true, slider: null });
    expect(at(MODEL_DOCUMENTS.pictures, 'strength')).toMatchObject({ nullable: true, slider: { step: 0.01 } });
    expect(at(MODEL_DOCUMENTS.modern, 'limit')).toMatchObject({
      nullable: true,
      minimum: { value: 0, exclusive: true },
      slider: { min: 1, max: 100 },
    });
    const strict = schema({ x: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 3 } });
    expect(at(strict, 'x')).toMatchObject({ minimum: { value: 1, exclusive: true } });
  });

  it('detects media by names and descriptions, with their encoding', () => {
    expect(at(MODEL_DOCUMENTS.editing, 'input_image')).toMatchObject({
      kind: 'media',
      media: 'image',
      ways: ['base64'],
    });
    expect(at(MODEL_DOCUMENTS.pictures, 'mask')).toMatchObject({
      media: 'image',
      ways: ['url', 'data-uri'],
      accept: ['image/png'],
    });
    expect(at(MODEL_DOCUMENTS.parts, 'content', 0, '<1>', 'image_url', 'url')).toMatchObject({
      media: 'image',
      ways: ['url', 'data-uri'],
    });
    expect(at(MODEL_DOCUMENTS.parts, 'first_frame', 'bytesBase64Encoded')).toMatchObject({
      media: 'image',
      ways: ['base64'],
      accept: ['image/jpeg', 'image/png'],
      typeMember: 'mimeType',
    });
    expect(at(MODEL_DOCUMENTS.modern, 'cover')).toMatchObject({
      media: 'image',
      ways: ['base64'],
      accept: ['image/webp'],
    });
  });

  it('reads file types from descriptions and from names of 3D formats', () => {
    const url = (description: string) => ({ type: 'string', format: 'uri', description });
    const form = schema({
      model_url: url('URL of a 3D model. We currently support .glb, .gltf, and .obj.'),
      mesh_url: url('The mesh to texture.'),
      fbx_file: url('A rigged character as FBX.'),
      file_url: url('URL of any file.'),
      image_url: url('An image, such as .png, see https://example.com/image/cat.webp. GIF is image/gif.'),
      photo_url: url('Supports `.jpg`/`.jpeg` or image/png.'),
    });
    const accept = (name: string) => (at(form, name) as MediaField).accept;
    expect(accept('model_url')).toEqual(['.glb', '.gltf', '.obj']);
    expect(accept('mesh_url')).toEqual(expect.arrayContaining(['.glb', '.fbx', '.stl']));
    expect(accept('fbx_file')).toEqual(['.fbx']);
    expect(accept('file_url')).toEqual([]);
    expect(accept('image_url')).toEqual(['image/gif']);
    expect(accept('photo_url')).toEqual(['image/png', '.jpg', '.jpeg']);
  });

  it.each(['anyOf', 'oneOf'])('reads an optional value in the notation of %s, with null as a value', (keyword) => {
    const optional = (description: string, given: object = {}) => ({
      [keyword]: [{ type: 'string', ...given }, { type: 'null' }],
      description,
    });
    const form = schema({
      image_url: optional('URL of the image to start from.'),
      image_data: optional('The image, encoded in base64.'),
      either: optional('An image as a public URL, or as a base64-encoded data URI.', { title: 'Input image' }),
      source_image: optional('A public URL, or a base64-encoded data URI.'),
      images: {
        [keyword]: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
        description: 'Image URLs.',
      },
    });
    expect(at(form, 'image_url')).toMatchObject({ kind: 'media', media: 'image', ways: ['url'], nullable: true });
    expect(at(form, 'image_data')).toMatchObject({ kind: 'media', ways: ['base64'], nullable: true });
    expect(at(form, 'source_image')).toMatchObject({ kind: 'media', ways: ['url', 'data-uri'], nullable: true });
    expect(at(form, 'images', 0)).toMatchObject({ kind: 'media', media: 'image' });
  });

  it('accepts raw base64 beside a media type, and both encodings if the document allows both', () => {
    const inlineData = {
      type: 'object',
      properties: { mimeType: { type: 'string' }, data: { type: 'string', description: 'Base64-encoded bytes.' } },
    };
    const both = 'Publicly accessible URL, or Data URI: a base64-encoded data URI of the image.';
    const form = schema({ inlineData, image_url: { type: 'string', description: both } });
    expect(at(form, 'inlineData', 'data')).toMatchObject({ ways: ['base64'], typeMember: 'mimeType' });
    expect(at(form, 'image_url')).toMatchObject({ ways: ['url', 'data-uri'] });
  });

  it('reads media in the document style of Gemini and Meshy', () => {
    const components = {
      Content: {
        type: 'object',
        properties: { parts: { type: 'array', items: ref('Part') }, role: { type: 'string' } },
      },
      Part: {
        type: 'object',
        properties: { text: { type: 'string' }, inlineData: { description: 'Media, inline.', allOf: [ref('Blob')] } },
      },
      Blob: {
        type: 'object',
        properties: {
          data: { type: 'string', format: 'byte', description: 'Raw bytes of the media.' },
          mimeType: { type: 'string', description: 'The IANA MIME type of the data. Examples: image/png, image/jpeg.' },
        },
      },
    };
    const contents = { type: 'array', items: ref('Content') };
    const chat = modelDocument(
      { type: 'object', properties: { contents } },
      {
        components: components,
      },
    );
    expect(at(chat, 'contents', 0, 'parts', 0, 'inlineData', 'data')).toMatchObject({
      kind: 'media',
      ways: ['base64'],
      typeMember: 'mimeType',
      accept: [],
    });
    const either =
      'There are two ways: a publicly accessible URL, or a data URI such as data:image/jpeg;base64,<data>.';
    const scene = `${either} We support .glb and .fbx. A data URI has the type application/octet-stream.`;
    const form = schema({
      image_url: { type: 'string', description: `The image for the model. ${either} We support .jpg, .jpeg and .png.` },
      model_url: { type: 'string', description: `The 3D model to texture. ${scene}` },
      texture_image_url: { type: 'string', description: `An image that guides the texture. ${either}` },
    });
    const ways = ['url', 'data-uri'];
    expect(at(form, 'image_url')).toMatchObject({ media: 'image', ways, accept: ['.jpg', '.jpeg', '.png'] });
    expect(at(form, 'model_url')).toMatchObject({ media: 'file', ways, accept: ['.glb', '.fbx'] });
    expect(at(form, 'texture_image_url')).toMatchObject({ media: 'image', ways, accept: [] });
  });

  it('sends required constants at any depth, and required objects that need no input', () => {
    const form = schema(
      {
        stream: { const: false },
        settings: {
          type: 'object',
          required: ['version', 'name'],
          properties: { version: { enum: [2] }, name: { type: 'string' } },
        },
        options: { type: 'object', properties: { a: { type: 'string' } } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        asked: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        optional: { type: 'object', required: ['kind'], properties: { kind: { const: 'x' } } },
      },
      { required: ['stream', 'settings', 'options', 'labels', 'asked'] },
    );
    const { value } = initialInput(compileForm(form).root);
    expect(JSON.parse(JSON.stringify(value))).toEqual({
      stream: false,
      settings: { version: 2 },
      options: {},
      labels: {},
    });
  });

  it('never mistakes a number for media', () => {
    const price = { type: 'string', description: 'Price per image.' };
    const either = { anyOf: [{ type: 'number' }, { type: 'string' }], description: 'URL or number' };
    const form = schema({
      max_price: { type: 'object', properties: { image: price, audio: either } },
      image: either,
      video: { type: ['number', 'string'] },
    });
    const kinds = (field: Field): string[] =>
      field.kind === 'union' ? field.branches.flatMap((branch) => kinds(branch.field())) : [field.kind];
    const places = [['max_price', 'image'], ['max_price', 'audio'], ['image'], ['video']];
    for (const steps of places) expect(kinds(at(form, ...steps))).not.toContain('media');
  });

  it('detects URLs in lists of inputs, URIs, textures and 3D files', () => {
    const url = { type: 'string' };
    const form = schema({
      inputs: { type: 'array', items: { type: 'object', properties: { url, kind: { type: 'string' } } } },
      image_uri: url,
      texture_image_url: url,
      model_url: url,
      mesh: { type: 'string', title: 'File3D.Url', description: 'URL of a mesh.' },
      base_url: url,
      callback_url: url,
    });
    expect(at(form, 'inputs', 0, 'url')).toMatchObject({ kind: 'media', media: 'file' });
    expect(at(form, 'image_uri')).toMatchObject({ kind: 'media', media: 'image' });
    expect(at(form, 'texture_image_url')).toMatchObject({ kind: 'media', media: 'image' });
    expect(at(form, 'model_url')).toMatchObject({ kind: 'media', media: 'file' });
    expect(at(form, 'mesh')).toMatchObject({ kind: 'media', media: 'file' });
    for (const name of ['base_url', 'callback_url']) expect(at(form, name).kind).toBe('text');
    expect(at(form, 'inputs', 0, 'kind').kind).toBe('text');
  });

  it('hides the model name only if a router sets it', () => {
    const input = { type: 'object', properties: { model: { type: 'string', nullable: true }, a: { type: 'string' } } };
    expect(namesOf(at(modelDocument(input as never)))).toEqual(['a']);
    const framed = { extensions: { 'x-flowdeck-fills-model': false } };
    expect(namesOf(at(modelDocument(input as never, framed as never)))).toEqual(['model', 'a']);
    const openApi = modelDocument(input).replace('x-service-router-model-id', 'x-other');
    expect(namesOf(at(openApi))).toEqual(['model', 'a']);
  });

  it('treats bytes of any name as a file, except those that only a service can create', () => {
    const form = schema({
      payload: { type: 'string', format: 'binary' },
      content: { type: 'string', format: 'byte' },
      source: { type: 'string', contentEncoding: 'base64' },
      upload: { type: 'string', format: 'binary' },
      thought_signature: { type: 'string', format: 'byte' },
    });
    for (const name of ['payload', 'content', 'source', 'upload']) {
      expect(at(form, name)).toMatchObject({ kind: 'media', media: 'file', ways: ['base64'] });
    }
    expect(at(form, 'thought_signature').kind).toBe('text');
  });

  it('is not misled by names and descriptions that only mention media', () => {
    const takes = { extensions: { 'x-service-input-modalities': ['text', 'image', 'video', 'audio'] } };
    const kinds = (properties: Record<string, string>) => {
      const members = Object.entries(properties).map(([name, description]) => [name, { type: 'string', description }]);
      const document = modelDocument({ type: 'object', properties: Object.fromEntries(members) as never }, takes);
      return Object.fromEntries((at(document) as ObjectField).fields().map(({ name, kind }) => [name, kind]));
    };
    expect(
      kinds({
        voice: 'Who speaks.',
        video_length: 'Such as 5s, see https://example.com.',
        image_format: 'Of the image.',
        output_image_url: 'Where the image goes.',
        audio_id: 'From an earlier call.',
        prompt: 'What the image shows.',
      }),
    ).toEqual({
      voice: 'text',
      video_length: 'text',
      image_format: 'text',
      output_image_url: 'text',
      audio_id: 'text',
      prompt: 'text',
    });
    expect(
      kinds({
        image: '',
        image_tail: 'The last frame in base64.',
        image_prompt: 'To remix, base64-encoded.',
        audio_file: 'Base64 of an mp3.',
        start_video: 'An URL or base64 MP4.',
        draft_cache: 'The base64 bundle or its URL.',
      }),
    ).toEqual({
      image: 'media',
      image_tail: 'media',
      image_prompt: 'media',
      audio_file: 'media',
      start_video: 'media',
      draft_cache: 'media',
    });
  });

  it('requires nothing that only the service sets', () => {
    const document = schema(
      { id: { type: 'string', readOnly: true }, a: { type: 'string' } },
      { required: ['id', 'a'] },
    );
    expect(at(document, 'id')).toMatchObject({ required: false, readOnly: true, place: 'more' });
  });

  it('does not treat URLs of storage without upload and callback URLs as media', () => {
    expect(at(MODEL_DOCUMENTS.parts, 'first_frame', 'storeUri')).toMatchObject({ kind: 'text' });
    expect(at(MODEL_DOCUMENTS.parts, 'callback_url')).toMatchObject({ kind: 'text', format: 'uri' });
  });

  it('supports one or several values, each with a name', () => {
    const image = at(MODEL_DOCUMENTS.pictures, 'image');
    expect(image).toMatchObject({ kind: 'union', branches: [{ title: 'Image' }, { title: 'List of images' }] });
    expect(at(MODEL_DOCUMENTS.pictures, 'image', '<1>')).toMatchObject({ kind: 'array', minItems: 1, maxItems: 16 });
  });

  it('titles branches with their own titles, and lists with the titles of their items', () => {
    const base = { title: 'Shape', type: 'object', properties: { x: { type: 'number' } } };
    const variant = (title: string, property: string) => ({
      allOf: [base, { title, required: [property], properties: { [property]: { type: 'number' } } }],
    });
    const list = (title: string) => ({ type: 'array', items: { ...base, title } });
    const form = schema({
      titled: {
        oneOf: [
          { title: 'Preset', type: 'string' },
          { title: 'Size', type: 'object', properties: base.properties },
        ],
      },
      derived: { oneOf: [variant('Circle', 'radius'), variant('Square', 'side')] },
      lists: { anyOf: [list('Point'), list('Box')] },
    });
    const titles = (name: string) => (at(form, name) as UnionField).branches.map(({ title }) => title);
    expect(titles('titled')).toEqual(['Preset', 'Size']);
    expect(titles('derived')).toEqual(['Circle', 'Square']);
    expect(titles('lists')).toEqual(['List of Point', 'List of Box']);
  });

  it('identifies branches by a constant, and collapses the properties of other branches', () => {
    const part = at(MODEL_DOCUMENTS.parts, 'content', 0);
    expect(part).toMatchObject({ kind: 'union', discriminator: 'type' });
    const text = at(MODEL_DOCUMENTS.parts, 'content', 0, '<0>') as ObjectField;
    expect(text.fields().map(({ name, required, place }) => [name, required, place])).toEqual([
      ['text', true, 'main'],
      ['type', true, 'main'],
      ['image_url', false, 'more'],
      ['role', false, 'main'],
    ]);
    expect(text.fields()[1]).toMatchObject({ kind: 'const', value: 'text' });
  });

  it('reads a discriminator with its mapping, by reference or by bare name', () => {
    expect(at(MODEL_DOCUMENTS.stages)).toMatchObject({
      kind: 'union',
      discriminator: 'stage',
      branches: [
        { title: 'draft', discriminatorValues: ['draft'] },
        { title: 'final', discriminatorValues: ['final'] },
      ],
    });
    expect(at(MODEL_DOCUMENTS.stages, '<0>', 'old_pose')).toMatchObject({ deprecated: true, place: 'more' });
    expect(at(MODEL_DOCUMENTS.stages, '<0>', 'pose')).toMatchObject({
      choices: [{}, {}, { value: '', label: '(empty)' }],
    });
    expect(initialInput(at(MODEL_DOCUMENTS.stages)).value).toEqual({ stage: 'draft' });
  });

  it('requires one of several properties instead of showing shapes', () => {
    expect(at(MODEL_DOCUMENTS.parts, 'first_frame')).toMatchObject({
      kind: 'object',
      alternatives: [{ need: 'one', sets: [['bytesBase64Encoded'], ['storeUri']] }],
    });
    expect(at(MODEL_DOCUMENTS.rules)).toMatchObject({
      alternatives: [{ need: 'at-least-one', sets: [['instruction'], ['structure']] }],
    });
  });

  it('shows which properties exclude each other, and omits those that are always rejected', () => {
    expect(namesOf(at(MODEL_DOCUMENTS.rules))).not.toContain('style_files');
    expect(at(MODEL_DOCUMENTS.rules, 'image').hints).toEqual(['Not together with reference_images.']);
    expect(at(MODEL_DOCUMENTS.rules, 'scale').hints).toEqual(['Needs image as well.']);
  });

  it('reads a value or a range as one control', () => {
    expect(at(MODEL_DOCUMENTS.parts, 'duration')).toMatchObject({
      kind: 'number',
      integer: true,
      slider: { min: 4, max: 15 },
      specials: [{ value: -1 }],
    });
    expect(at(MODEL_DOCUMENTS.modern, 'voice')).toMatchObject({
      kind: 'text',
      suggestions: [{ value: 'alto' }, { value: 'bass' }],
    });
    expect(at(MODEL_DOCUMENTS.modern, 'level')).toMatchObject({
      kind: 'enum',
      choices: [
        { value: 1, label: 'Low', description: 'Quick' },
        { value: 2, label: 'High' },
      ],
    });
  });

  it('offers no choice if only one option remains', () => {
    const none = { anyOf: [{ enum: ['a'] }, { enum: ['b'] }], const: 'c' };
    expect(at(schema({ x: none }), 'x').kind).not.toBe('enum');
  });

  it('reads null in every notation as a value that may be sent', () => {
    expect(at(MODEL_DOCUMENTS.modern, 'note')).toMatchObject({ kind: 'text', nullable: true, maxLength: 20 });
    expect(at(schema({ x: { enum: ['a', null] } }), 'x')).toMatchObject({
      kind: 'enum',
      nullable: true,
      choices: [{ value: 'a' }],
    });
    expect(at(schema({ x: { type: 'null' } }), 'x')).toMatchObject({ kind: 'const', value: null });
  });

  it('reads lists, tuples, maps, several types, and a recursive tree', () => {
    expect(at(MODEL_DOCUMENTS.modern, 'rgb')).toMatchObject({ kind: 'array', maxItems: 2 });
    expect(at(MODEL_DOCUMENTS.modern, 'scores')).toMatchObject({ kind: 'map', namePattern: '^[a-z]+$' });
    expect(at(MODEL_DOCUMENTS.modern, 'scores', 'x')).toMatchObject({ kind: 'number', path: ['scores', 'x'] });
    expect(at(MODEL_DOCUMENTS.modern, 'either')).toMatchObject({
      kind: 'union',
      branches: [{ title: 'Text' }, { title: 'List of numbers' }],
    });
    const deep = at(MODEL_DOCUMENTS.modern, 'tree', 'children', 0, 'parent', 'children', 3, 'name');
    expect(deep).toMatchObject({ kind: 'text', required: true });
    expect(pathText(deep.path)).toBe('tree.children[0].parent.children[3].name');
  });

  it('reads formats, titles, groups and orders', () => {
    expect(at(MODEL_DOCUMENTS.modern, 'when')).toMatchObject({ format: 'date-time' });
    expect(at(MODEL_DOCUMENTS.modern, 'accent_color')).toMatchObject({ format: 'color', group: 'Looks' });
    expect(at(MODEL_DOCUMENTS.modern, 'accent').title).toBe('Accent');
    expect(at(MODEL_DOCUMENTS.modern, 'id')).toMatchObject({ wide: true, examples: [1] });
    expect(at(MODEL_DOCUMENTS.stages, '<1>', 'draft_id')).toMatchObject({ format: 'uuid' });
    expect(namesOf(at(MODEL_DOCUMENTS.modern)).slice(0, 2)).toEqual(['when', 'id']);
    const numbered = schema({ a: { type: 'string', 'x-order': 2 }, b: { type: 'string', 'x-maker-order': 1 } });
    expect(namesOf(at(numbered))).toEqual(['b', 'a']);
  });

  it('hides the property that the router sets, with a note', () => {
    const form = compileForm(MODEL_DOCUMENTS.pictures);
    expect(namesOf(form.root)).not.toContain('model');
    expect(formNotes(MODEL_DOCUMENTS.pictures)).toContainEqual({
      path: ['model'],
      kind: 'undrawn',
      text: 'Left out: the router fills it from the address',
    });
    const chosen = schema({ model: { type: 'string', enum: ['small', 'large'] } }, { required: ['model'] });
    expect(namesOf(at(chosen))).toEqual(['model']);
  });

  it('has notes on unsupported and unchecked keywords', () => {
    expect(formNotes(MODEL_DOCUMENTS.modern)).toEqual(
      expect.arrayContaining([
        { path: ['tuning'], kind: 'undrawn', text: 'Ignored: x-tuned' },
        { path: ['tuning'], kind: 'undrawn', text: 'Checked, not drawn: unevaluatedProperties' },
      ]),
    );
  });

  it('shows which rules only the service checks, at the field and in the developer view', () => {
    const foreign = schema({
      code: { type: 'string', pattern: '(?i)^[A-Z]+$' },
      zone: { type: 'string', format: 'iana-timezone', contentSchema: {} },
      size: { type: 'integer', format: 'int64' },
      word: { type: 'string', pattern: '^[a-z]+$', format: 'email' },
    });
    expect(uncheckedRules(at(foreign, 'code'))).toEqual(['the pattern (?i)^[A-Z]+$, which this browser cannot read']);
    expect(uncheckedRules(at(foreign, 'zone'))).toEqual(['the format iana-timezone, which is not known here']);
    expect(uncheckedRules(at(foreign, 'size'))).toEqual([]);
    expect(uncheckedRules(at(foreign, 'word'))).toEqual([]);
    expect(formNotes(foreign)).toEqual([
      { path: ['zone'], kind: 'unchecked', text: 'contentSchema: not a keyword that is known here' },
      { path: ['code'], kind: 'unchecked', text: 'the pattern (?i)^[A-Z]+$, which this browser cannot read' },
      { path: ['zone'], kind: 'unchecked', text: 'the format iana-timezone, which is not known here' },
    ]);
    const circle = modelDocument(
      { $ref: '#/components/schemas/A' },
      { components: { A: { anyOf: [ref('A'), { type: 'object' }] } } },
    );
    expect(formNotes(circle)).toContainEqual({
      path: [],
      kind: 'unchecked',
      text: 'rules that lead back to themselves, at 1 place',
    });
  });

  it('keeps what a schema without a type allows', () => {
    const open = schema({ a: { type: 'string' } }, { additionalProperties: { type: 'integer' } });
    expect((at(open) as ObjectField).extra?.('b')).toMatchObject({ kind: 'number', path: ['b'] });
    expect((at(schema({ a: {} }, { additionalProperties: false })) as ObjectField).extra).toBeNull();
    expect(at(schema({ a: {} }), 'a')).toMatchObject({ kind: 'json', reason: '' });
    expect(at(schema({ a: { type: 'object' } }), 'a')).toMatchObject({ kind: 'json', reason: '' });
  });

  it('detects a color by its name and a hex example', () => {
    const form = schema({
      bg_color: { type: 'string', default: '#ffffff' },
      colorOfText: { type: 'string', example: '#0f0' },
      color_prompt: { type: 'string', description: 'Words such as warm and dusty.' },
      issue: { type: 'string', default: '#123456' },
      color_name: { type: 'string', default: 'red' },
    });
    const colors = namesOf(at(form)).filter((name) => (at(form, name) as TextField).format === 'color');
    expect(colors).toEqual(['bg_color', 'colorOfText']);
  });

  it('initializes a new row with the minimum that the schema allows', () => {
    const row = schema({
      rows: {
        type: 'array',
        items: {
          type: 'object',
          required: ['kind', 'weight', 'tags'],
          properties: {
            kind: { enum: ['a', 'b'] },
            weight: { type: 'number', minimum: 0.5 },
            tags: { type: 'array', minItems: 2, items: { type: 'string' } },
            note: { type: 'string' },
          },
        },
      },
    });
    expect(initialValue(at(row, 'rows', 0))).toEqual({ kind: 'a', weight: 0.5, tags: ['', ''] });
    expect(initialInput(at(row)).value).toEqual({});
  });

  it.each([
    [{ minimum: 100, multipleOf: 64 }, 128],
    [{ exclusiveMinimum: 64, multipleOf: 64 }, 128],
    [{ minimum: 0.25, multipleOf: 0.1 }, 0.3],
    [{ maximum: -5, multipleOf: 4 }, -8],
    [{ exclusiveMinimum: 0, maximum: 1 }, 0.5],
    [{ exclusiveMinimum: 0, type: 'integer' }, 1],
    [{ minimum: 3 }, 3],
  ])('initializes a number with %j as %d', (rules, value) => {
    expect(initialValue(at(schema({ n: { type: 'number', ...rules } }), 'n'))).toBe(value);
  });
});

describe('the model details of a document', () => {
  it('R-2.67 make the form a JSON editor without an authored input', () => {
    const form = compileForm(MODEL_DOCUMENTS.unauthored);
    expect(form.inputAuthored).toBe(false);
    expect(form.root).toMatchObject({ kind: 'json', path: [] });
  });

  it('R-2.69 include the declared media type of any output', () => {
    expect(compileForm(MODEL_DOCUMENTS.unauthored).outputs).toMatchObject([{ mediaType: '*/*' }]);
  });

  it('are read from extensions with any prefix', () => {
    const form = compileForm(MODEL_DOCUMENTS.editing);
    expect(form).toMatchObject({
      modelId: 'maker/model-1',
      version: '0a1b2c3d4e5f',
      inputModalities: ['text', 'image'],
      outputModalities: ['image'],
      example: { prompt: 'a lighthouse' },
    });
    const renamed = MODEL_DOCUMENTS.unauthored.replace(
      'x-service-input-schema-authored',
      'x-comfy-input-schema-authored',
    );
    expect(compileForm(renamed).inputAuthored).toBe(false);
  });
});
