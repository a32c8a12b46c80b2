import type { FieldError } from '@contract/router/validation-error';
import { createBodyValidator, type BodyValidator } from './validate-body';

/** Messages of the process that validates bodies. */

export interface OfSchema {
  model: string;
  /** Version, which changes with the document of the model. */
  version: number;
  patterns: boolean;
}
export type ValidateRequest =
  | ({ kind: 'learn'; document: string } & OfSchema)
  | ({ kind: 'judge'; body: Uint8Array } & OfSchema);

export type ValidateResponse =
  | { kind: 'learnt' }
  /** The process is new and must get the schema first. */
  | { kind: 'unknown' }
  | { kind: 'judged'; faults: FieldError[] }
  /** This document or body cannot be validated. */
  | { kind: 'beyond'; reason: string };

/** Process side of `BodyValidatorPool`. Caches one compiled schema per model. */
export function validatorResponses(): (question: ValidateRequest) => Promise<ValidateResponse> {
  const learnt = new Map<string, { version: number; patterns: boolean; validate: BodyValidator }>();
  const response = (question: ValidateRequest): ValidateResponse => {
    const { model, version, patterns } = question;
    if (question.kind === 'learn') {
      const validate = createBodyValidator(question.document, { patterns });
      // Warm-up: the first run is slow and must not count against the first body.
      validate('{}');
      learnt.set(model, { version, patterns, validate });
      return { kind: 'learnt' };
    }
    const known = learnt.get(model);
    if (known?.version !== version || known.patterns !== patterns) return { kind: 'unknown' };
    return { kind: 'judged', faults: known.validate(new TextDecoder().decode(question.body)) };
  };
  return async (question) => {
    try {
      return response(question);
    } catch (error) {
      return { kind: 'beyond', reason: error instanceof Error ? error.message : String(error) };
    }
  };
}
