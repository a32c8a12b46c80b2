/** What benches add to the page that they measure. */
interface Window {
  /** Milliseconds from each key to its paint. */
  keyTimes: number[];
  /** Milliseconds from the choice of a workflow file to the paint of its form and graph. */
  opening: Promise<{ form: number; graph: number }>;
  /** Longest task in milliseconds since the last call. */
  longestTask: () => number;
}
