// `npm run verify -- --data-dir <folder>`: verifies the hash of every stored file, and checks the database.
process.argv.splice(2, 0, 'verify');
await import('./start.mjs');
