import { describe, expect, test } from 'vitest';
import { columnsSetting, densitySetting, DEFAULT_COLUMNS } from './list-view';

describe('the columns of the list', () => {
  test('are the default ones if none were selected or nothing is stored', () => {
    expect([densitySetting.get(), columnsSetting.get()]).toEqual(['comfortable', DEFAULT_COLUMNS]);
  });
});
