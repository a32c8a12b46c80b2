import { describe, expect, it } from 'vitest';
import { convertedParts, isSourceKept } from './converted-parts';
import type { ConvertedFile } from './workflow-file-protocol';

const converted = (part: Partial<ConvertedFile>): ConvertedFile => ({
  notes: ['A note'],
  seedModes: {},
  fillIns: {},
  awaited: ['FoxLoader'],
  isPartial: true,
  uiFormat: '{}',
  ...part,
});
const large = ' '.repeat(16 * 1024 ** 2 + 1);

describe('the file that a draft was converted from', () => {
  it('is kept, and converted again once the server has its classes', () => {
    expect(isSourceKept(converted({}))).toBe(true);
    const { conversion } = convertedParts(converted({}));
    expect(conversion).toMatchObject({ notes: ['A note'], awaited: ['FoxLoader'] });
    expect(conversion?.problem).toContain('not converted yet');
  });

  it('is not kept above 16 MB, and the draft says what that means', () => {
    const file = converted({ uiFormat: large });
    expect(isSourceKept(file)).toBe(false);
    const { conversion } = convertedParts(file);
    expect(conversion?.notes).toEqual(['A note', expect.stringContaining('API format only')]);
    expect(conversion?.awaited).toEqual([]);
    expect(conversion?.problem).toContain('Open the file again');
    expect(convertedParts({ ...file, isPartial: false }).conversion).not.toHaveProperty('problem');
  });
});
