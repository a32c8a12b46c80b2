import { describe, expect, it } from 'vitest';
import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { fc } from '@contract/testing/properties';
import type { InputSpec } from '@contract/workflow/node-definitions';
import { valueProblem } from '../draft/field-problems';
import type { FormField } from '../draft/form-model';
import { nearestChoice, valueFix } from './value-fix';

function field(spec: Partial<InputSpec>, kind: FormField['kind'] = 'int'): FormField {
  const whole: InputSpec = { name: 'steps', required: true, kind: 'int', type: 'INT', ...spec };
  return { key: '1 steps', nodeId: '1', name: 'steps', kind, media: null, spec: whole, value: 0 };
}

const fixOf = (spec: Partial<InputSpec>, value: JsonValue, kind?: FormField['kind']) => {
  const fix = valueFix(field(spec, kind), value);
  return fix && [fix.label, stringifyJson(fix.value)];
};

describe('a number out of range', () => {
  it('becomes the nearest bound, with every digit', () => {
    expect(fixOf({ min: 1, max: 100 }, 500)).toEqual(['Use 100', '100']);
    expect(fixOf({ min: 1, max: 100 }, 0)).toEqual(['Use 1', '1']);
    expect(fixOf({ kind: 'float', type: 'FLOAT', max: 0.95 }, 1, 'float')).toEqual(['Use 0.95', '0.95']);
    expect(fixOf({ min: 0, max: 2 ** 64 }, '99999999999999999999')).toEqual([
      'Use 18446744073709551615',
      '18446744073709551615',
    ]);
    expect(fixOf({ min: 0, max: 0xffffff, isColor: true }, -1, 'color_number')).toEqual(['Use #000000', '0']);
  });

  it('is valid after every fix, and valid values have none', () => {
    const bounds = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.nat({ max: 1000 }));
    fc.assert(
      fc.property(bounds, fc.integer({ min: -5000, max: 5000 }), ([min, width], value) => {
        const one = field({ min, max: min + width });
        const isValid = !valueProblem(one, value);
        const fix = valueFix(one, value);
        expect(fix === null).toBe(isValid);
        expect(fix === null || !valueProblem(one, fix.value)).toBe(true);
      }),
    );
  });
});

describe('an unknown choice', () => {
  const models = ['SD15/base.safetensors', 'SDXL/refiner.safetensors', 'anime_v3.ckpt'];

  it.each([
    ['base.safetensors', 'SD15/base.safetensors'],
    ['sd15\\base.safetensors', 'SD15/base.safetensors'],
    ['Anime V3.safetensors', 'anime_v3.ckpt'],
    ['SDXL/refinr.safetensors', 'SDXL/refiner.safetensors'],
  ])('%s becomes %s', (value, expected) => {
    expect(nearestChoice(value, models)).toBe(expected);
  });

  it('has no fix if none is alike, or several are', () => {
    expect(nearestChoice('flux-dev.safetensors', models)).toBeNull();
    expect(nearestChoice('', models)).toBeNull();
    expect(nearestChoice('x.png', ['a/x.png', 'b/x.png'])).toBeNull();
    expect(nearestChoice({ a: 1 }, models)).toBeNull();
  });

  it('keeps the type of the choice', () => {
    const spec = { kind: 'combo', type: 'COMBO', options: [1, 2, 'euler_ancestral'] } as const;
    expect(fixOf(spec, '2', 'combo')).toEqual(['Use 2', '2']);
    expect(fixOf(spec, 'euler_ancestal', 'combo')).toEqual(['Use euler_ancestral', '"euler_ancestral"']);
    expect(fixOf(spec, 2, 'combo')).toBeNull();
  });
});

it('has no fix for values of the wrong type, and without a definition', () => {
  expect(fixOf({ min: 1 }, 'many')).toBeNull();
  expect(valueFix({ ...field({ max: 1 }), spec: null }, 5)).toBeNull();
});
