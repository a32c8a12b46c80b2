/** API of a bench page: one form that can be mounted repeatedly. */
export interface FormPage {
  clear: () => void;
  /** Mounts the form and returns when it is in the document. */
  mount: (given: { schema: object; document: string; value: object }) => void;
}

declare global {
  interface Window {
    formPage: FormPage;
    /** Set by the bench. Each resolves after a paint; the last two with milliseconds since mount. */
    bench: { clear: () => Promise<void>; mount: () => Promise<number>; settle: (least: number) => Promise<number> };
  }
}
