// `npm run verify -- --data-dir <folder>`: compares every stored file with its hash, and checks the database.
process.argv.push('--verify');
await import('./start.mjs');
