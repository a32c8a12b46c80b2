/** Error of a node whose inputs cannot be processed. The message is written for the author of the workflow. */
export class NodeFailure extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'NodeFailure';
  }
}

/** Thrown at the next yield after a cancellation; never shown. */
export class RunCanceled extends Error {
  constructor() {
    super('The run was canceled');
    this.name = 'RunCanceled';
  }
}
