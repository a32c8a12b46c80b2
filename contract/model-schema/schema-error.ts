/** Schema violation of a request body, as a human-readable message. */
export interface SchemaError {
  /** Member names and array indexes, outermost first. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Violated keyword. */
  readonly rule: string;
  /** Value of that keyword in the schema. */
  readonly bound: unknown;
}

/** Entry of a JSON Schema validator's report; both locations are JSON pointers that begin with `#`. */
export interface ReportedUnit {
  readonly keyword: string;
  readonly keywordLocation: string;
  readonly instanceLocation: string;
  readonly error: string;
}
