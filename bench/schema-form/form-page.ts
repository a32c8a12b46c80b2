/** What a page of this bench offers: one form, put up anew as often as asked. */
export interface FormPage {
  clear: () => void;
  /** Puts the form up and comes back when it stands in the document. */
  mount: (given: { schema: object; document: string; value: object }) => void;
}

declare global {
  interface Window {
    formPage: FormPage;
    /** Milliseconds from each key to the paint that shows it. */
    keyTimes: number[];
  }
}
