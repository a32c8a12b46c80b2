import { expect, it } from 'vitest';
import { fittingInput } from './fit-input';

it('omits values that do not fit, each with its own reason', () => {
  const fit = {
    isDescribed: true,
    taken: ['time', 'times', 'prompt'],
    unknown: ['tags'],
    missing: [],
    faults: ['times: At most 2.', 'times[0].x: A number.', 'time: Text.'],
    faulty: ['time', 'times'],
  };
  expect(fittingInput('{"prompt":"fog","tags":[],"time":1,"times":7}', fit)).toEqual({
    text: '{"prompt":"fog"}',
    omitted: [
      { name: 'tags', why: 'The model has no such input there.' },
      { name: 'time', why: 'Text.' },
      { name: 'times', why: 'At most 2. A number.' },
    ],
  });
});
