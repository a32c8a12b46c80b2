/** What a body breaks of its schema, in words for people. */
export interface SchemaFault {
  /** Member names and array indexes, outermost first. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The keyword of the schema. */
  readonly rule: string;
  /** What the schema says under that keyword. */
  readonly bound: unknown;
}

/** What a validator of JSON Schema reports; both locations are pointers that begin with `#`. */
export interface ReportedUnit {
  readonly keyword: string;
  readonly keywordLocation: string;
  readonly instanceLocation: string;
  readonly error: string;
}
