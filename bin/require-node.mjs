/** Exits with one sentence if Node is too old for the product: its code could not even be parsed. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(
    `Flowdeck needs Node 20.19 or newer, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org.\n`,
  );
  process.exit(2);
}
