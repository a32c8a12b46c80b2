import { config } from 'zod/mini';

/**
 * zod makes faster parsers with `new Function` where that is allowed, and tries whether it is. The content security
 * policy forbids it, and each try is a reported violation that costs the first screen 20 ms. To be imported before any
 * schema is made.
 */
config({ jitless: true });
