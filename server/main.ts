import { runCommandLine } from './platform/command-line';

// The program. All other files are without side effects when they are imported.
runCommandLine(process.argv.slice(2), new URL('./', import.meta.url));
