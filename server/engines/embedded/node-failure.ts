/** A node cannot do what its inputs ask for. The message is a sentence for the person who made the workflow. */
export class NodeFailure extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'NodeFailure';
  }
}

/** Thrown at the next border after a cancellation; never shown. */
export class RunCanceled extends Error {
  constructor() {
    super('The run was canceled');
    this.name = 'RunCanceled';
  }
}
