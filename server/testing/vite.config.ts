import { fileURLToPath } from 'node:url';
import { nodeBuild } from '../vite.config';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Builds the gateway for tests, which starts the workers and child processes of the product's build. */
export default nodeBuild(file('../../dist/testing'), { gateway: file('./gateway.ts') });
