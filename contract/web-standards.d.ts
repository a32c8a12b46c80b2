// Globals shared by browsers, workers and Node that the contract uses. Its TypeScript program includes no host types, so that it
// cannot use others; each program that imports the contract has these from its own host.
interface URL {
  hash: string;
  hostname: string;
  readonly href: string;
  readonly origin: string;
  readonly password: string;
  readonly pathname: string;
  port: string;
  readonly protocol: string;
  readonly search: string;
  readonly username: string;
}
declare const URL: {
  new (url: string, base?: string): URL;
  canParse(url: string, base?: string): boolean;
};

interface Headers extends Iterable<[string, string]> {
  get(name: string): string | null;
  set(name: string, value: string): void;
}
