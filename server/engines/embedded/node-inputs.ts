import { LosslessNumber, type JsonValue } from '@contract/json/lossless';
import type { InputSpec } from '@contract/workflow/node-definitions';
import { NodeFailure } from './node-failure';
import { hasFrames, type Frames, type NodeValue } from './values';

/**
 * Typed inputs of one node. Literals were validated at submission, but linked values were not, so bounds are enforced here
 * for both.
 */
export class NodeInputs {
  readonly #values: ReadonlyMap<string, NodeValue>;
  readonly #specs: ReadonlyMap<string, InputSpec>;

  constructor(values: ReadonlyMap<string, NodeValue>, specs: readonly InputSpec[]) {
    this.#values = values;
    this.#specs = new Map(specs.map((spec) => [spec.name, spec]));
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  value(name: string): NodeValue {
    const value = this.#values.get(name);
    if (!value) throw new NodeFailure(`${name} is missing`);
    return value;
  }

  image(name: string): Frames {
    return this.#frames(name, 'image');
  }

  mask(name: string): Frames {
    return this.#frames(name, 'mask');
  }

  literal(name: string): JsonValue {
    const value = this.value(name);
    if (value.kind !== 'literal') throw new NodeFailure(`${name} must be a literal value, got ${value.kind}`);
    return value.value;
  }

  /** Returns a number within the bounds of the definition. */
  number(name: string): number {
    const number = Number(this.#digits(name));
    const spec = this.#specs.get(name);
    if (spec?.min !== undefined && number < spec.min)
      throw new NodeFailure(`${name} is ${number}; at least ${spec.min}`);
    if (spec?.max !== undefined && number > spec.max)
      throw new NodeFailure(`${name} is ${number}; at most ${spec.max}`);
    return number;
  }

  int(name: string): number {
    return Math.trunc(this.number(name));
  }

  /** Returns an integer as text with all its digits, for seeds. */
  wideInt(name: string): string {
    const digits = this.#digits(name);
    if (/^-?\d+$/.test(digits)) return digits;
    return BigInt(Math.trunc(Number(digits))).toString();
  }

  #digits(name: string): string {
    const value = this.literal(name);
    if (typeof value === 'boolean') return value ? '1' : '0';
    if (typeof value === 'number' || value instanceof LosslessNumber) {
      if (Number.isFinite(Number(value))) return String(value);
    }
    throw new NodeFailure(`${name} must be a number`);
  }

  text(name: string): string {
    const value = this.literal(name);
    if (typeof value === 'string') return value;
    if (typeof value === 'object' && !(value instanceof LosslessNumber)) throw new NodeFailure(`${name} must be text`);
    return String(value);
  }

  boolean(name: string): boolean {
    const value = this.literal(name);
    return typeof value === 'string' ? value.toLowerCase() === 'true' : Boolean(value);
  }

  choice<T extends string>(name: string, accepted: readonly T[]): T {
    const text = this.text(name);
    const found = accepted.find((option) => option === text);
    if (found === undefined) throw new NodeFailure(`${name} is "${text}"; it must be one of ${accepted.join(', ')}`);
    return found;
  }

  #frames(name: string, kind: 'image' | 'mask'): Frames {
    const value = this.value(name);
    if (value.kind !== kind || !hasFrames(value.frames)) {
      const found = value.kind === 'literal' ? 'a value' : `a ${value.kind}`;
      throw new NodeFailure(`${name} must be ${kind === 'image' ? 'an image' : 'a mask'}, got ${found}`);
    }
    return value.frames;
  }
}
