// `npm run verify -- --data-dir <folder>`: verifies the hash of every stored file, and checks the database.
process.argv.push('--verify');
await import('./start.mjs');
