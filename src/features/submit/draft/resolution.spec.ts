import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import type { InputSpec } from '@contract/workflow/node-definitions';
import { fieldKey } from '@/domains/drafts/field-key';
import type { FormField } from './form-model';
import { findSizeFields, presetSizes, ratioOf, roundSize, toSize, type SizeFields } from './resolution';

function field(name: string, spec: Partial<InputSpec> = {}, kind: FormField['kind'] = 'int'): FormField {
  const whole: InputSpec = { name, required: true, kind: 'int', type: 'INT', ...spec };
  return { key: fieldKey('1', name), nodeId: '1', name, kind, media: null, spec: whole, value: 512 };
}

const fields = (spec: Partial<InputSpec> = {}): SizeFields => ({
  width: field('width', spec),
  height: field('height', spec),
});

const texts = (sizes: SizeFields, width: number, height: number) =>
  presetSizes(sizes, { width, height }).map((preset) => `${preset.ratio} ${preset.width}×${preset.height}`);

describe('presetSizes', () => {
  it('offers each ratio near the current area, wide and upright', () => {
    expect(texts(fields({ min: 16, max: 16384, step: 8 }), 1024, 1024)).toEqual([
      '1:1 1024×1024',
      '4:3 1184×888',
      '3:2 1248×832',
      '16:9 1368×768',
      '21:9 1568×672',
      '3:4 888×1184',
      '2:3 832×1248',
      '9:16 768×1368',
      '9:21 672×1568',
    ]);
  });

  it('stays within the bounds, and omits ratios that do not fit', () => {
    expect(texts(fields({ min: 512, max: 768, step: 64 }), 2048, 2048)).toEqual([
      '1:1 768×768',
      '4:3 768×576',
      '3:2 768×512',
      '3:4 576×768',
      '2:3 512×768',
    ]);
  });

  it('offers multiples of the step within bounds, with the ratio that they name', () => {
    const step = fc.constantFrom(undefined, 1, 2, 8, 16, 32, 60);
    const side = fc.integer({ min: 1, max: 4096 });
    fc.assert(
      fc.property(
        step,
        side,
        side,
        fc.integer({ min: 1, max: 512 }),
        fc.integer({ min: 513, max: 8192 }),
        (by, width, height, min, max) => {
          const sizes = fields({ min, max, ...(by === undefined ? {} : { step: by }) });
          for (const preset of presetSizes(sizes, { width, height })) {
            const [across = 0, down = 1] = preset.ratio.split(':').map(Number);
            expect([preset.width % (by ?? 1), preset.height % (by ?? 1)]).toEqual([0, 0]);
            expect(Math.min(preset.width, preset.height)).toBeGreaterThanOrEqual(min);
            expect(Math.max(preset.width, preset.height)).toBeLessThanOrEqual(max);
            expect(Math.abs(Math.log((preset.width * down) / (preset.height * across)))).toBeLessThan(0.02);
            expect(ratioOf(preset)).toBe(preset.ratio);
          }
        },
      ),
    );
  });
});

describe('findSizeFields', () => {
  it('pairs inputs by their names', () => {
    const names = (list: FormField[]) => findSizeFields(list).map(({ width, height }) => [width.name, height.name]);
    expect(names(['width', 'height', 'crop_w', 'target_width', 'target_height'].map((name) => field(name)))).toEqual([
      ['width', 'height'],
      ['target_width', 'target_height'],
    ]);
    expect(names([field('width'), field('height', {}, 'json')])).toEqual([]);
    expect(names([field('bandwidth'), field('bandheight'), field('line_width')])).toEqual([]);
  });
});

describe('ratioOf', () => {
  it('names the ratio of sizes rounded to a step, and no other', () => {
    expect([ratioOf({ width: 1344, height: 756 }), ratioOf({ width: 832, height: 1248 })]).toEqual(['16:9', '2:3']);
    expect(ratioOf({ width: 1000, height: 900 })).toBeNull();
  });
});

describe('roundSize', () => {
  it('rounds to the step, within the bounds', () => {
    const { width } = fields({ min: 16, max: 1000, step: 8 });
    expect([1, 100, 5000].map((size) => roundSize(width, size))).toEqual([16, 104, 1000]);
  });
});

describe('toSize', () => {
  it('is null for anything but positive numbers', () => {
    expect(toSize(512, 256)).toEqual({ width: 512, height: 256 });
    expect([toSize(0, 1), toSize('512', 1), toSize(undefined, 1), toSize(-1, 1)]).toEqual([null, null, null, null]);
  });
});
