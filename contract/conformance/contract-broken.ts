/** Raised by any answer, of any test, that is not what the contract says. */
export class ContractBroken extends Error {}
