#!/usr/bin/env node
// The installed program: `npm pack` builds it. In a clone, `npm start` builds what is stale first.
import { requireNode } from './require-node.mjs';

requireNode();
// Not as a literal path: the type checker would read the built code.
await import(new URL('../dist/server/main.mjs', import.meta.url).href);
