import { JsonSyntaxError, LosslessNumber, parseJson, type JsonValue } from '@contract/json/lossless';
import type { FieldError } from '@contract/router/validation-error';
import { z } from 'zod/mini';
import { ModelFailure } from '../../model-source';

/**
 * Parses a call's body and validates it by the schema of the model. @returns the input with defaults
 * @throws ModelFailure `invalid_input`, with one error per field
 */
export function checkInput<Schema extends z.core.$ZodType>(schema: Schema, body: Uint8Array): z.core.output<Schema> {
  const given = readBody(body);
  const checked = z.safeParse(schema, given, { reportInput: true });
  if (checked.success) return checked.data;
  throw inputRejected(checked.error.issues.map((issue) => errorOf(issue)));
}

export function inputRejected(errors: readonly FieldError[]): ModelFailure {
  return new ModelFailure('invalid_input', errors.map(({ msg }) => msg).join('. '), { faults: errors });
}

function readBody(body: Uint8Array): unknown {
  try {
    return plain(parseJson(new TextDecoder().decode(body), { maxDepth: 64 }));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new ModelFailure('invalid_input', `Request body is not valid JSON: ${error.message}`, {
      cause: error,
    });
  }
}

/** Converts JSON values: `1.0` becomes 1, and integers beyond the precision of a double become bigint. */
function plain(value: JsonValue): unknown {
  if (value instanceof LosslessNumber) {
    const number = value.toNumber();
    return /^-?\d+$/.test(value.raw) && !Number.isSafeInteger(number) ? BigInt(value.raw) : number;
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, property]) => [key, plain(property)]));
}

type Issue = z.core.$ZodIssue;
const MAX_ECHO = 200;

/** Converts an issue to a field error with the usual types (`missing`, `greater_than_equal`, ...) and the bound as `ctx`. */
function errorOf(issue: Issue, before: readonly PropertyKey[] = []): FieldError {
  const path = [...before, ...issue.path];
  const inner = issue.code === 'invalid_union' ? nearestBranch(issue) : null;
  if (inner) return errorOf(inner, path);
  // JSON has no members that are named by symbols.
  return { loc: ['body', ...path] as FieldError['loc'], ...textOf(issue), ...echoOf(issue) };
}

/** Returns the issue of the union branch that the value matched furthest. */
function nearestBranch(issue: z.core.$ZodIssueInvalidUnion): Issue | null {
  const first = issue.errors.map(([found]) => found).filter((found) => found !== undefined);
  const deepest = Math.max(0, ...first.map((found) => found.path.length));
  return deepest === 0 ? null : (first.find((found) => found.path.length === deepest) ?? null);
}

function textOf(issue: Issue): Pick<FieldError, 'msg' | 'type' | 'ctx'> {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return { msg: 'This field is required', type: 'missing' };
      return { msg: `This must be ${A_TYPE[issue.expected] ?? issue.expected}`, type: `${issue.expected}_type` };
    case 'too_small':
      return boundOf(issue.origin, 'least', issue.minimum);
    case 'too_big':
      return boundOf(issue.origin, 'most', issue.maximum);
    case 'invalid_value': {
      const expected = issue.values.map(String).join(', ');
      return { msg: `This must be one of ${expected}`, type: 'enum', ctx: { expected } };
    }
    case 'invalid_format':
      return issue.format === 'regex'
        ? {
            msg: 'Invalid format',
            type: 'string_pattern_mismatch',
            ctx: { pattern: sourceOf(issue) },
          }
        : { msg: `This is no ${issue.format}`, type: `${issue.format}_parsing` };
    case 'invalid_union':
      return { msg: 'This is none of the forms that it may have', type: 'union' };
    default:
      return { msg: `This ${issue.message || 'is not accepted'}`, type: 'value_error' };
  }
}

const A_TYPE: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function boundOf(
  origin: string,
  side: 'least' | 'most',
  bound: number | bigint,
): Pick<FieldError, 'msg' | 'type' | 'ctx'> {
  const limit = Number(bound);
  const isLeast = side === 'least';
  if (origin === 'string' || origin === 'array') {
    const unit = origin === 'string' ? 'characters' : 'items';
    return {
      msg: `This must have at ${side} ${limit} ${unit}`,
      type: `${origin === 'string' ? 'string' : 'list'}_too_${isLeast ? 'short' : 'long'}`,
      ctx: isLeast ? { min_length: limit } : { max_length: limit },
    };
  }
  return {
    msg: `This must be at ${side} ${limit}`,
    type: isLeast ? 'greater_than_equal' : 'less_than_equal',
    ctx: isLeast ? { ge: limit } : { le: limit },
  };
}

function sourceOf(issue: z.core.$ZodIssueInvalidStringFormat): string {
  return (issue.pattern ?? '').replace(/^\/|\/\w*$/g, '');
}

/** Returns the rejected value, unless it is an image or another long text. */
function echoOf(issue: Issue): Pick<FieldError, 'input'> {
  const { input } = issue;
  const isShort = typeof input === 'string' ? input.length <= MAX_ECHO : input === null || typeof input !== 'object';
  if (input === undefined || typeof input === 'bigint' || !isShort) return {};
  return { input };
}
