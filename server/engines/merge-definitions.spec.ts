import { describe, expect, it } from 'vitest';
import type { NodeDefinition, NodeDefinitions } from '@contract/workflow/node-definitions';
import { fitOf } from './engine-fit';
import { mergeDefinitions } from './merge-definitions';

const loader = (...models: string[]): NodeDefinition => ({
  name: 'Load',
  input: {
    required: { model: [models, { tooltip: 'a model' }], size: ['INT', {}] },
    optional: { note: ['STRING', {}] },
  },
});
const combo = (...values: string[]): NodeDefinition => ({
  name: 'Pick',
  input: { required: {}, optional: { value: ['COMBO', { options: values, default: 'a' }] } },
});

describe('the definitions of several engines', () => {
  it('contain all classes, and all list values of a shared class', () => {
    const merged = mergeDefinitions([
      { Load: loader('a', 'b'), Pick: combo('a') },
      { Load: loader('b', 'c'), Pick: combo('b', 'a'), Other: loader() },
    ]);
    expect(merged).toEqual({ Load: loader('a', 'b', 'c'), Pick: combo('a', 'b'), Other: loader() });
  });

  it('judge an input only if every engine does', () => {
    const open = { ...loader('a'), unchecked_inputs: ['model'] };
    expect(mergeDefinitions([{ Load: loader('a') }, { Load: open }])['Load']?.unchecked_inputs).toEqual(['model']);
    expect(mergeDefinitions([{ Load: open }, { Load: loader('a') }])['Load']).toBe(open);
  });

  it('are the same objects if nothing is added', () => {
    const first = loader('a', 'b');
    expect(mergeDefinitions([{ Load: first }, { Load: loader('a') }])['Load']).toBe(first);
  });

  it('accept a class that is named like a member of every object', () => {
    const strange = JSON.parse('{"__proto__": {"name": "__proto__", "input": {}}}') as NodeDefinitions;
    expect(Object.keys(mergeDefinitions([strange, strange]))).toEqual(['__proto__']);
  });
});

describe('the fit of an engine for a job', () => {
  const needs = (value: string, classType = 'Load', input = 'model') => ({
    classes: [classType],
    texts: [{ classType, input, value }],
  });

  it.each([
    ['all', 'its model is listed', { Load: loader('a') }, needs('a')],
    ['classes', 'its model is not listed', { Load: loader('b') }, needs('a')],
    ['classes', 'nothing is listed', { Load: loader() }, needs('a')],
    ['none', 'its class is missing', { Pick: combo('a') }, needs('a')],
    ['all', 'a list is an option', { Pick: combo('a') }, needs('a', 'Pick', 'value')],
    ['classes', 'a list is an option without the value', { Pick: combo('b') }, needs('a', 'Pick', 'value')],
    ['all', 'a text input accepts anything', { Load: loader() }, needs('anything', 'Load', 'note')],
    ['all', 'an input is not declared', { Load: loader() }, needs('a', 'Load', 'more')],
  ] as const)('%s: %s', (fit, _why, definitions, wanted) => {
    expect(fitOf(definitions, wanted)).toBe(fit);
  });
});
