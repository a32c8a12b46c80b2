/** What a page of this bench offers: one form, put up anew as often as asked. */
export interface FormPage {
  clear: () => void;
  /** Puts the form up and comes back when it stands in the document. */
  mount: (given: { schema: object; document: string; value: object }) => void;
}

declare global {
  interface Window {
    formPage: FormPage;
    /** Set up by the bench itself. Each comes back after a paint; the last two with milliseconds since the form was put up. */
    bench: { clear: () => Promise<void>; mount: () => Promise<number>; settle: (least: number) => Promise<number> };
    /** Milliseconds from each key to the paint that shows it. */
    keyTimes: number[];
  }
}
