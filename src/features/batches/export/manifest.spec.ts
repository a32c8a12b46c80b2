import { describe, expect, test } from 'vitest';
import { numberFromText } from '@contract/json/lossless';
import type { BatchPlan } from '@/domains/batches/batch-plan';
import { manifestText } from './manifest';

const plan: BatchPlan = {
  axes: [
    {
      label: 'seed',
      inputs: [{ nodeId: '3', input: 'seed', label: 'seed' }],
      rows: [{ label: '…', values: [numberFromText('18446744073709551615')] }],
    },
    {
      label: 'prompts',
      inputs: [
        { nodeId: '6', input: 'text', label: 'text' },
        { nodeId: '7', input: 'text', label: 'text' },
      ],
      rows: [
        { label: 'a', values: ['a "cat", black', 'blurry'] },
        { label: 'b', values: ['=HYPERLINK("x")', true] },
      ],
    },
  ],
};

describe('the manifest of a zip', () => {
  test('has a row for each cell and a column for each changed input, with unchanged numbers', () => {
    const text = manifestText(plan, [
      { cell: 0, server: 'Lab', jobId: 'j1', status: 'succeeded', files: ['a.png', 'b.png'], missing: ['c.png'] },
      { cell: 1, server: '', jobId: null, status: 'waiting', files: [], missing: [] },
    ]);
    expect(text.split('\r\n')).toEqual([
      '"cell","seed","text (6)","text (7)","server","job_id","status","files","missing"',
      `1,"'18446744073709551615","a ""cat"", black","blurry","Lab","j1","succeeded","a.png; b.png","c.png"`,
      `2,"'18446744073709551615","'=HYPERLINK(""x"")","true",,,"waiting",,`,
      '',
    ]);
  });

  test('keeps the digits of integers that spreadsheets would round, and leaves all other numbers', () => {
    const seeds = ['1234567890123456', '-1234567890123456', '123456789012345', '7.50', '-3'].map(numberFromText);
    const rows = seeds.map((seed) => ({ label: '', values: [seed] }));
    const inputs = [{ nodeId: '3', input: 'seed', label: 'seed' }];
    const cells = rows.map((_, cell) => ({ cell, server: '', jobId: null, status: '', files: [], missing: [] }));
    const lines = manifestText({ axes: [{ label: 'seed', inputs, rows }] }, cells)
      .trim()
      .split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual([
      `"'1234567890123456"`,
      `"'-1234567890123456"`,
      '123456789012345',
      '7.50',
      '-3',
    ]);
  });
});
